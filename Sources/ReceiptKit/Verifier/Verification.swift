public import ReceiptEssentials
package import ReceiptFields

/// The facts that a ``ReceiptVerifier`` established about a piece of evidence.
public struct Verification: Sendable, Hashable {
    /// The trusted certificate: the root or, in the mode for Xcode's receipts, the signer.
    public let trustAnchor: Fingerprint
    /// The identity of the policy's trust store. It is the same for all evidence that was verified with the same trust store.
    let trust: Fingerprint
    /// The certificate whose key signed the evidence.
    public let signer: Fingerprint
    /// The hash function of the signature.
    public let digest: DigestAlgorithm
    /// True if the verifier checked that the evidence is for the policy's device. False for `.unchecked`.
    public let isDeviceChecked: Bool
    /// The time of verification that the caller passed.
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
