internal import ReceiptEssentials
public import ReceiptFields

/// A receipt that satisfied a policy. Only ``ReceiptVerifier`` creates one, so a value of this type proves that the verifier accepted it.
@dynamicMemberLookup
public struct VerifiedReceipt: Sendable, Hashable {
    let checked: Checked<AppReceipt>

    /// The verified contents.
    public var receipt: AppReceipt { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }

    /// The identity of the receipt: the SHA-256 hash of the signed bytes. If the signature uses SHA-1, this property computes the hash each
    /// time.
    ///
    /// Use it as the key of a table or a cache, and to detect that the same receipt arrived twice. The bytes of the receipt don't identify
    /// it: the same signed content can be put into other containers, for instance in BER or with another certificate added, and the
    /// signature is valid in each container. The content digest is the same for all of them.
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``receipt``, as a property of this value: `verified.bundleIdentifier`, `verified.purchases`.
    public subscript<Value>(dynamicMember field: KeyPath<AppReceipt, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

/// The article *Command line and JSON* explains the members. Verified receipts can't be decoded, because only the verifier creates them.
extension VerifiedReceipt: Evidence, Encodable, JSONObject, EvidencePiece {
    /// This receipt as ``VerifiedEvidence/appReceipt(_:)``.
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
    /// One line: the app, the environment, the creation date, the number of purchases, and whether the device was checked.
    public var description: String {
        "verified receipt of \(SafeText.quoted(receipt.bundleIdentifier)), environment \(receipt.environment), "
            + "created \(Timestamp.string(receipt.creationDate)), purchases: \(receipt.purchases.count), "
            + "device \(verification.isDeviceChecked ? "checked" : "not checked")"
    }
}
