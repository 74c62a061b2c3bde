internal import AppleVerifyReceipt
internal import ReceiptEssentials
internal import ReceiptKit

/// What `receiptkit_verifier` points to. Many threads may use one.
final class Verifier: Sendable {
    let verifier: ReceiptVerifier
    private let endpoint: VerifyReceiptEndpoint

    init(_ policy: Policy) {
        verifier = ReceiptVerifier(policy: policy.policy)
        endpoint = VerifyReceiptEndpoint(
            policy: policy.policy, sharedSecrets: policy.sharedSecrets, environment: policy.verifyReceiptEnvironment,
            accepting: policy.namedEnvironments)
    }

    /// Apple's answer to a request for verifyReceipt, as the server gives it.
    func verifyReceiptResponse(_ request: [UInt8], at now: Date) -> [UInt8] {
        endpoint.answer(method: "POST", body: request, at: now).body
    }

    /// What Apple answers where a request can't be read.
    static let unreadableRequest = Array(#"{"status":21002}"#.utf8)
}
