internal import ReceiptEssentials
public import ReceiptFields

/// A receipt that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedReceipt: Sendable, Hashable {
    let checked: Checked<AppReceipt>

    /// The verified contents.
    public var receipt: AppReceipt { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }

    /// The identity of the receipt: the SHA-256 hash of the bytes that were signed. Computed anew each time if
    /// the signature was made with SHA-1.
    ///
    /// The bytes of a receipt are not an identity. The same signed content can be written into other containers, with another
    /// certificate beside it or in BER, and the signature holds in all of them. Their content digest is the same: use it as the
    /// key of a table or a cache, and to find out that the same receipt came twice.
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``receipt``, as its own: `verified.bundleIdentifier`, `verified.purchases`.
    public subscript<Value>(dynamicMember field: KeyPath<AppReceipt, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

/// The article *Command line and JSON* explains the members. Verified receipts cannot be decoded: only the verifier makes them.
extension VerifiedReceipt: Evidence, Encodable, JSONObject, EvidencePiece {
    /// ``VerifiedEvidence/appReceipt(_:)``
    public var evidence: VerifiedEvidence { .appReceipt(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(
            .appReceipt, self.bundleIdentifier, self.environment, raw: self.rawEnvironment,
            isVolumePurchase: self.isVolumePurchase)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("receipt", receipt)
    }
}

extension VerifiedReceipt: CustomStringConvertible {
    /// One line: the app, the environment, when the receipt was created, and how many purchases it has.
    public var description: String {
        "verified receipt of \(Escaped.text(receipt.bundleIdentifier)), environment \(receipt.environment), "
            + "created \(Timestamp.string(receipt.creationDate)), purchases: \(receipt.purchases.count), "
            + "device \(verification.isDeviceChecked ? "checked" : "not checked")"
    }
}
