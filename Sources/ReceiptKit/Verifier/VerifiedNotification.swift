public import ReceiptFields

/// An App Store server notification that satisfied a policy, with every JWS in it.
@dynamicMemberLookup
public struct VerifiedNotification: Sendable, Hashable {
    let checked: Checked<NotificationPayload>
    /// The transaction in it, verified as well.
    public internal(set) var transaction: VerifiedTransaction?
    /// The renewal info in it, verified as well.
    public internal(set) var renewalInfo: VerifiedRenewalInfo?
    /// The app transaction in it, verified as well.
    public internal(set) var appTransaction: VerifiedAppTransaction?

    /// The verified contents.
    public var notification: NotificationPayload { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }
    /// SHA-256 of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``notification``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<NotificationPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedNotification: Evidence, Encodable, JSONObject, EvidencePiece {
    /// ``VerifiedEvidence/notification(_:)``
    public var evidence: VerifiedEvidence { .notification(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.notification, self.bundleIdentifier, self.environment, raw: self.rawEnvironment)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        // The JWS in it are what they say, not their texts.
        try sink.member("notification", notification.withoutNestedTexts)
        if let transaction { try sink.member("transaction", transaction.transaction) }
        if let renewalInfo { try sink.member("renewalInfo", renewalInfo.renewalInfo) }
        if let appTransaction { try sink.member("appTransaction", appTransaction.appTransaction) }
    }
}
