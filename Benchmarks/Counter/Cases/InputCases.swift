import ReceiptKit
import ReceiptKitTesting

/// Reading the container, from bytes and from base64. The difference is the cost of base64.
enum InputCases {
    static let all: [BenchmarkCase] = [2, 187].flatMap { [read($0, isBase64: false), read($0, isBase64: true)] }

    private static func read(_ count: Int, isBase64: Bool) -> BenchmarkCase {
        BenchmarkCase(
            "read-\(count)\(isBase64 ? "-base64" : "")",
            "Read the container\(isBase64 ? " from base64" : ""), \(count) purchases"
        ) { inputs in
            let receipt = try inputs.receipt(count)
            guard isBase64 else {
                return PreparedWork(inputSize: receipt.count) { blackHole(try UnverifiedReceipt(receipt)) }
            }
            let text = TestText.base64(receipt)
            return PreparedWork(inputSize: text.utf8.count) { blackHole(try UnverifiedReceipt(base64: text)) }
        }
    }
}
