public import ReceiptEssentials
public import ReceiptFields

/// A StoreKit 2 app transaction that satisfied a policy. Only ``ReceiptVerifier`` creates one, so a value of this type proves that the
/// verifier accepted it.
@dynamicMemberLookup
public struct VerifiedAppTransaction: Sendable, Hashable {
    let checked: Checked<AppTransactionPayload>

    /// The verified contents.
    public var appTransaction: AppTransactionPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }
    /// The SHA-256 hash of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``appTransaction``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<AppTransactionPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedAppTransaction: Evidence, Encodable, JSONObject, EvidencePiece {
    /// This app transaction as ``VerifiedEvidence/appTransaction(_:)``.
    public var evidence: VerifiedEvidence { .appTransaction(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.appTransaction, self.bundleIdentifier, self.environment, raw: self.rawEnvironment)
    }

    package var payloads: [any DecodedPayload] { [appTransaction] }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("appTransaction", appTransaction)
    }
}

extension ReceiptVerifier {
    /// Verifies a StoreKit 2 signed app transaction: the `jwsRepresentation` of `AppTransaction.shared`.
    ///
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(appTransaction jws: String, at now: Date) throws(VerificationError) -> VerifiedAppTransaction {
        VerifiedAppTransaction(checked: try checked(verifiedJWS(Array(jws.utf8)), at: now))
    }
}
