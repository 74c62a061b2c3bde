internal import AppleVerifyReceipt
internal import ReceiptEssentials
internal import ReceiptKit

/// The object behind `receiptkit_verifier`. Threads may share one.
final class Verifier: Sendable {
    let verifier: ReceiptVerifier
    private let endpoint: VerifyReceiptEndpoint

    init(_ policy: Policy) {
        verifier = ReceiptVerifier(policy: policy.policy)
        endpoint = VerifyReceiptEndpoint(
            policy: policy.policy, sharedSecrets: policy.sharedSecrets, environment: policy.verifyReceiptEnvironment,
            accepting: policy.namedEnvironments)
    }

    /// Returns the response that Apple's verifyReceipt gives to a request, the same as the server's.
    func verifyReceiptResponse(_ request: [UInt8], at now: Date) -> [UInt8] {
        endpoint.answer(method: "POST", body: request, at: now).body
    }

    /// Apple's response to a request that can't be read.
    static let unreadableRequest = Array(#"{"status":21002}"#.utf8)
}
