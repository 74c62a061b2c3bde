package import ReceiptFields

// For tests and for the fuzz target of the ledger, which would otherwise spend their time on signatures. `RuleTests` sees to it,
// by the label, that nothing else uses these.

extension VerifiedTransaction {
    package init(asIfVerified transaction: TransactionPayload, _ verification: Verification) {
        self.init(
            transaction: transaction, verification: verification, contentDigest: ContentDigest(of: transaction.json))
    }
}

extension VerifiedSubscriptionStatus {
    package init(
        asIfVerified transaction: TransactionPayload, _ renewalInfo: RenewalInfoPayload,
        _ verification: Verification
    ) {
        self.init(
            transaction: VerifiedTransaction(asIfVerified: transaction, verification),
            renewalInfo: VerifiedRenewalInfo(
                renewalInfo: renewalInfo, verification: verification,
                contentDigest: ContentDigest(of: renewalInfo.json)))
    }
}

extension VerifiedNotification {
    package init(asIfVerified notification: NotificationPayload, _ nested: VerifiedSubscriptionStatus) {
        self.init(
            notification: notification, transaction: nested.transaction, renewalInfo: nested.renewalInfo,
            appTransaction: nil, verification: nested.transaction.verification,
            contentDigest: ContentDigest(of: notification.json))
    }
}
