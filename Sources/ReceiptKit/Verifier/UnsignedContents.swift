public import ReceiptFields

/// Unsigned contents, for ``VerifiedEvidence/init(asIfVerified:_:)``.
@_spi(Testing) public enum UnsignedContents {
    /// The contents of an app receipt.
    case appReceipt(AppReceipt)
    /// The contents of a signed transaction.
    case transaction(TransactionPayload)
    /// The contents of a signed transaction and of a renewal info, even if they don't belong together.
    case subscriptionStatus(TransactionPayload, RenewalInfoPayload)
    /// The contents of a notification, and of the transaction and the renewal info in it, if any.
    case notification(NotificationPayload, TransactionPayload?, RenewalInfoPayload?)
    /// The contents of an iOS 6 transaction receipt.
    case transactionReceipt(TransactionReceiptPayload, claimedEnvironment: StoreEnvironment)
}

extension VerifiedEvidence {
    /// Creates evidence without a signature. Tests of the ledger and its fuzz target use it, because verifying signatures would take most
    /// of their time. It is the only way to create evidence that the verifier didn't check.
    @_spi(Testing) public init(asIfVerified contents: UnsignedContents, _ verification: Verification) {
        func checked<Payload>(_ payload: Payload, _ content: ArraySlice<UInt8>) -> Checked<Payload> {
            .asIfChecked(payload, verification, content)
        }
        func verified(_ one: TransactionPayload) -> VerifiedTransaction {
            VerifiedTransaction(checked: checked(one, one.json[...]))
        }
        func verified(_ one: RenewalInfoPayload) -> VerifiedRenewalInfo {
            VerifiedRenewalInfo(checked: checked(one, one.json[...]))
        }
        switch contents {
        case .appReceipt(let one): self = .appReceipt(VerifiedReceipt(checked: checked(one, one.payload)))
        case .transaction(let one): self = .transaction(verified(one))
        case .subscriptionStatus(let transaction, let renewalInfo):
            self = .subscriptionStatus(
                VerifiedSubscriptionStatus(transaction: verified(transaction), renewalInfo: verified(renewalInfo)))
        case .notification(let one, let transaction, let renewalInfo):
            self = .notification(
                VerifiedNotification(
                    checked: checked(one, one.json[...]), transaction: transaction.map(verified),
                    renewalInfo: renewalInfo.map(verified)))
        case .transactionReceipt(let one, let claimedEnvironment):
            self = .transactionReceipt(
                VerifiedTransactionReceipt(
                    checked: checked(one, one.propertyList[...]), claimedEnvironment: claimedEnvironment))
        }
    }
}
