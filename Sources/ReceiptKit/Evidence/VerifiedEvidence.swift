/// Verified evidence of purchases, of any kind.
@nonexhaustive
public enum VerifiedEvidence: Sendable, Hashable {
    /// An app receipt.
    case appReceipt(VerifiedReceipt)
    /// A StoreKit 2 transaction.
    case transaction(VerifiedTransaction)
    /// A transaction and its renewal info.
    case subscriptionStatus(VerifiedSubscriptionStatus)
    /// A StoreKit 2 app transaction.
    case appTransaction(VerifiedAppTransaction)
    /// A notification of the App Store's server.
    case notification(VerifiedNotification)
    /// An iOS 6 transaction receipt.
    case transactionReceipt(VerifiedTransactionReceipt)
    /// The evidence in a response of the App Store Server API, in its order.
    case list([VerifiedEvidence])
}
