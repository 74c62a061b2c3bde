/// Verified evidence of purchases: what a ``PurchaseLedger`` can be made of.
///
/// Every type that a ``ReceiptVerifier`` returns conforms, except ``VerifiedRenewalInfo`` and ``VerifiedRealtimeRequest``, which name no
/// purchase by themselves.
public protocol Evidence: Sendable {
    /// The evidence, as a case of its kind.
    var evidence: VerifiedEvidence { get }
}

extension VerifiedEvidence: Evidence {
    /// The evidence itself.
    public var evidence: VerifiedEvidence { self }
}

extension VerifiedReceipt: Evidence {
    /// ``VerifiedEvidence/appReceipt(_:)``
    public var evidence: VerifiedEvidence { .appReceipt(self) }
}

extension VerifiedTransaction: Evidence {
    /// ``VerifiedEvidence/transaction(_:)``
    public var evidence: VerifiedEvidence { .transaction(self) }
}

extension VerifiedSubscriptionStatus: Evidence {
    /// ``VerifiedEvidence/subscriptionStatus(_:)``
    public var evidence: VerifiedEvidence { .subscriptionStatus(self) }
}

extension VerifiedAppTransaction: Evidence {
    /// ``VerifiedEvidence/appTransaction(_:)``
    public var evidence: VerifiedEvidence { .appTransaction(self) }
}

extension VerifiedNotification: Evidence {
    /// ``VerifiedEvidence/notification(_:)``
    public var evidence: VerifiedEvidence { .notification(self) }
}

extension VerifiedTransactionReceipt: Evidence {
    /// ``VerifiedEvidence/transactionReceipt(_:)``
    public var evidence: VerifiedEvidence { .transactionReceipt(self) }
}
