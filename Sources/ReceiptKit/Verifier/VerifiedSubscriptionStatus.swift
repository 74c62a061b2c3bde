package import ReceiptFields

/// A transaction and the renewal info of its subscription, which both satisfied a policy and belong together.
public struct VerifiedSubscriptionStatus: Sendable, Hashable {
    /// The latest period of the subscription.
    public let transaction: VerifiedTransaction
    /// Whether and how the subscription renews.
    public let renewalInfo: VerifiedRenewalInfo

    /// Identifies the transaction together with its renewal info. The transaction alone, or with another renewal info, has another digest.
    /// It is the SHA-256 of the text `subscriptionStatus`, a zero byte, the transaction's content digest and the renewal info's, 32 bytes each.
    public var contentDigest: ContentDigest {
        ContentDigest(.subscriptionStatus, transaction.contentDigest.bytes, renewalInfo.contentDigest.bytes)
    }
}

extension VerifiedSubscriptionStatus: Evidence, Encodable, JSONObject, EvidencePiece {
    /// ``VerifiedEvidence/subscriptionStatus(_:)``
    public var evidence: VerifiedEvidence { .subscriptionStatus(self) }

    package var verification: Verification { transaction.verification }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(
            .subscriptionStatus, transaction.bundleIdentifier, transaction.environment, raw: transaction.rawEnvironment)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transaction", transaction.transaction)
        try sink.member("renewalInfo", renewalInfo.renewalInfo)
    }
}
