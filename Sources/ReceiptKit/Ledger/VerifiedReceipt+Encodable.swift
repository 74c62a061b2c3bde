internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The JSON of a verified receipt. It cannot be decoded: only the verifier makes verified receipts.
///
/// ```json
/// {
///   "receipt": {"environment": "Production", "bundleID": "com.example.app", …, "purchases": […]},
///   "verification": {
///     "trustAnchor": "b0b1730e…", "signer": "5f1c…", "digest": "sha256",
///     "deviceChecked": true, "date": "2024-05-01T12:00:00Z"
///   },
///   "contentDigest": "9c1f…"
/// }
/// ```
///
/// `receipt` is the JSON of an `AppReceipt`. Certificates are named by the SHA-256 hash of their DER encoding.
extension VerifiedReceipt: Encodable {
    private enum CodingKeys: String, CodingKey {
        case receipt, verification, contentDigest
    }

    /// Encodes the receipt, and what was checked.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(receipt, forKey: .receipt)
        try container.encode(verification, forKey: .verification)
        try container.encode(contentDigest.description, forKey: .contentDigest)
    }
}

/// Encoded as in the JSON of a ``VerifiedReceipt``.
extension VerifiedReceipt.Verification: Encodable {
    private enum CodingKeys: String, CodingKey {
        case trustAnchor, signer, digest, deviceChecked, date
    }

    /// Encodes what was checked, and with what.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(trustAnchor.description, forKey: .trustAnchor)
        try container.encode(signer.description, forKey: .signer)
        try container.encode(digest.rawValue, forKey: .digest)
        try container.encode(isDeviceChecked, forKey: .deviceChecked)
        try container.encode(Timestamp.string(date), forKey: .date)
    }
}
