import AppleVerifyReceipt
import ReceiptKit
import ReceiptKitTesting

/// Responding to a verifyReceipt request: JSON, base64, verification, and the response's JSON.
enum VerifyReceiptCases {
    static let all: [BenchmarkCase] = [2, 187].map { count in
        BenchmarkCase(
            "response-\(count)", "response(method:body:at:), \(count) purchases", purchases: count, counted: 20
        ) { inputs in
            let body = Array(#"{"receipt-data":"\#(TestText.base64(try inputs.receipt(count)))"}"#.utf8)
            let endpoint = VerifyReceiptEndpoint(
                policy: try VerificationCases.policy(inputs), sharedSecret: nil, environment: .production)
            let answer = endpoint.answer(method: "POST", body: body, at: VerificationCases.now)
            guard answer.status == 0 else { throw UnexpectedOutcome("status \(answer.status)") }
            return PreparedWork(inputSize: body.count) {
                blackHole(endpoint.response(method: "POST", body: body, at: VerificationCases.now))
            }
        }
    }
}
