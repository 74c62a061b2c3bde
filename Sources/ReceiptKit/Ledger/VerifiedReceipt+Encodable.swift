internal import ReceiptEssentials
package import ReceiptFields

/// The JSON of a verified receipt. It cannot be decoded: only the verifier makes verified receipts.
///
/// ```json
/// {
///   "environment": "Production",
///   "bundleID": "com.example.app",
///   "contentDigest": "9c1f…",
///   "receipt": {"environment": "Production", "bundleID": "com.example.app", …, "purchases": […]},
///   "verification": {
///     "date": "2024-05-01T12:00:00Z", "deviceChecked": true, "digest": "sha256",
///     "signer": "5f1c…", "trustAnchor": "b0b1730e…"
///   }
/// }
/// ```
///
/// `receipt` is the JSON of an `AppReceipt`. Certificates are named by the SHA-256 hash of their DER encoding.
extension VerifiedReceipt: Evidence, Encodable, JSONObject {
    /// ``VerifiedEvidence/appReceipt(_:)``
    public var evidence: VerifiedEvidence { .appReceipt(self) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.identity(
            self.rawEnvironment, isVolumePurchase: self.isVolumePurchase, self.bundleIdentifier, contentDigest)
        try sink.member("receipt", receipt)
        try sink.member("verification", verification)
    }
}

/// Encoded as in the JSON of a ``VerifiedReceipt``.
extension VerifiedReceipt.Verification: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("date", date)
        try sink.member("deviceChecked", isDeviceChecked)
        try sink.member("digest", digest.rawValue)
        try sink.member("signer", hex: signer.bytes[...])
        try sink.member("trustAnchor", hex: trustAnchor.bytes[...])
    }
}
