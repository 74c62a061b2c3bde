public import ReceiptEssentials
package import ReceiptFields

/// What a ``ReceiptVerifier`` checked in a piece of evidence.
public struct Verification: Sendable, Hashable {
    /// The root, or in the mode for Xcode's receipts the signer, that was trusted.
    public let trustAnchor: Fingerprint
    /// All that the policy trusted: receipts that were verified with the same trust store have the same.
    let trust: Fingerprint
    /// The certificate whose key signed the receipt.
    public let signer: Fingerprint
    /// The hash function of the signature.
    public let digest: DigestAlgorithm
    /// Whether the verifier checked that the receipt is for the policy's device; false for `.unchecked`.
    public let isDeviceChecked: Bool
    /// The time of verification, as the caller gave it.
    public let date: Date
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
