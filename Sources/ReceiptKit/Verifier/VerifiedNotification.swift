public import ReceiptFields

/// An App Store server notification that satisfied a policy, with every JWS in it.
@dynamicMemberLookup
public struct VerifiedNotification: Sendable, Hashable {
    let checked: Checked<NotificationPayload>
    /// The notification's transaction, also verified. Nil if there is none.
    public internal(set) var transaction: VerifiedTransaction?
    /// The notification's renewal info, also verified. Nil if there is none.
    public internal(set) var renewalInfo: VerifiedRenewalInfo?
    /// The notification's app transaction, also verified. Nil if there is none.
    public internal(set) var appTransaction: VerifiedAppTransaction?

    /// The verified contents.
    public var notification: NotificationPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }
    /// The SHA-256 hash of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``notification``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<NotificationPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedNotification: Evidence, Encodable, JSONObject, EvidencePiece {
    /// This notification as ``VerifiedEvidence/notification(_:)``.
    public var evidence: VerifiedEvidence { .notification(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.notification, self.bundleIdentifier, self.environment, raw: self.rawEnvironment)
    }

    package var payloads: [any DecodedPayload] {
        let nested: [(any DecodedPayload)?] = [
            transaction?.transaction, renewalInfo?.renewalInfo, appTransaction?.appTransaction,
        ]
        return [notification] + nested.compactMap { $0 }
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        // The nested JWS are written as their decoded contents, not as strings.
        try sink.member("notification", notification.withoutNestedTexts)
        if let transaction { try sink.member("transaction", transaction.transaction) }
        if let renewalInfo { try sink.member("renewalInfo", renewalInfo.renewalInfo) }
        if let appTransaction { try sink.member("appTransaction", appTransaction.appTransaction) }
    }
}
