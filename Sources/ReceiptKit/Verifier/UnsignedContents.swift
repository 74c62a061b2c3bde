public import ReceiptFields

/// Contents that nothing signed, for ``VerifiedEvidence/init(asIfVerified:_:)``.
@_spi(Testing) public enum UnsignedContents {
    /// Of an app receipt.
    case appReceipt(AppReceipt)
    /// Of a signed transaction.
    case transaction(TransactionPayload)
    /// Of a signed transaction and its renewal info, whether or not they belong together.
    case subscriptionStatus(TransactionPayload, RenewalInfoPayload)
    /// Of a notification, and of the transaction and the renewal info in it, if any.
    case notification(NotificationPayload, TransactionPayload?, RenewalInfoPayload?)
    /// Of an iOS 6 transaction receipt.
    case transactionReceipt(TransactionReceiptPayload, claimedEnvironment: StoreEnvironment)
}

extension VerifiedEvidence {
    /// Evidence without a signature, for tests of the ledger and its fuzz target, which would otherwise spend their time on signatures. It is
    /// the only way around the gate.
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
