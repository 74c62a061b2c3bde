internal import ReceiptEssentials
internal import ReceiptKit
internal import VerifyReceipt

/// What `receiptkit_verifier` points to. Many threads may use one.
final class Verifier: Sendable {
    let verifier: ReceiptVerifier
    private let endpoint: VerifyReceiptEndpoint
    /// Whether the policy accepts the environment that the endpoint answers for.
    private let isAccepted: Bool

    init(_ policy: Policy) {
        verifier = ReceiptVerifier(policy: policy.policy)
        endpoint = VerifyReceiptEndpoint(
            policy: policy.policy, sharedSecrets: policy.sharedSecrets, environment: policy.verifyReceiptEnvironment)
        isAccepted = policy.acceptsVerifyReceiptEnvironment
    }

    /// Apple's answer to a request for verifyReceipt, as the server gives it.
    func verifyReceiptResponse(_ request: [UInt8], at now: Date) -> [UInt8] {
        let answer = endpoint.answer(method: "POST", body: request, at: now)
        return answer.isVerified && !isAccepted ? Self.status(21003) : answer.body
    }

    /// What Apple answers where a request can't be read.
    static let unreadableRequest = status(21002)

    private static func status(_ status: Int) -> [UInt8] { Array(#"{"status":\#(status)}"#.utf8) }
}
