internal import ReceiptEssentials
package import ReceiptFields

/// The article *Command line and JSON* explains the members. Verified receipts cannot be decoded: only the verifier makes them.
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

extension Verification: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("date", date)
        try sink.member("deviceChecked", isDeviceChecked)
        try sink.member("digest", digest.rawValue)
        try sink.member("signer", hex: signer.bytes[...])
        try sink.member("trustAnchor", hex: trustAnchor.bytes[...])
    }
}
