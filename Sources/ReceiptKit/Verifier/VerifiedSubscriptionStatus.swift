package import ReceiptFields

/// A transaction and the renewal info of its subscription. Both satisfied a policy, and they belong together.
public struct VerifiedSubscriptionStatus: Sendable, Hashable {
    /// The transaction of the latest period.
    public let transaction: VerifiedTransaction
    /// The renewal info, which states whether and how the subscription renews.
    public let renewalInfo: VerifiedRenewalInfo

    /// The identity of the transaction together with its renewal info. The transaction by itself, or with another renewal info, has another
    /// digest. The digest is the SHA-256 hash of the string `subscriptionStatus`, a zero byte, and the content digests of the transaction
    /// and of the renewal info, 32 bytes each.
    public var contentDigest: ContentDigest {
        ContentDigest(.subscriptionStatus, transaction.contentDigest.bytes, renewalInfo.contentDigest.bytes)
    }
}

extension VerifiedSubscriptionStatus: Evidence, Encodable, JSONObject, EvidencePiece {
    /// This status as ``VerifiedEvidence/subscriptionStatus(_:)``.
    public var evidence: VerifiedEvidence { .subscriptionStatus(self) }

    package var verification: Verification { transaction.verification }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(
            .subscriptionStatus, transaction.bundleIdentifier, transaction.environment, raw: transaction.rawEnvironment)
    }

    package var payloads: [any DecodedPayload] { [transaction.transaction, renewalInfo.renewalInfo] }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transaction", transaction.transaction)
        try sink.member("renewalInfo", renewalInfo.renewalInfo)
    }
}
