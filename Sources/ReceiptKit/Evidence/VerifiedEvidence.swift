/// Evidence of purchases that satisfied a policy, of whichever kind it was.
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
    /// A iOS 6 transaction receipt.
    case transactionReceipt(VerifiedTransactionReceipt)
    /// What an answer of the App Store Server API held, in its order.
    case list([VerifiedEvidence])
}
