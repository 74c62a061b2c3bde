import ReceiptFields
import ReceiptKit

/// Writing a receipt as JSON, as the command line does for each line of a batch.
enum OutputCases {
    static let all: [BenchmarkCase] = [2, 187].map { count in
        BenchmarkCase("json-\(count)", "Write the JSON, \(count) purchases", purchases: count, counted: 20) { inputs in
            let receipt = try AppReceipt(payload: Array(try UnverifiedReceipt(inputs.receipt(count)).content))
            var json = JSONWriter()
            json.object(receipt)
            return PreparedWork(inputSize: json.bytes.count) {
                json.drain(piece: 0) { blackHole($0.count) }
                json.endLine()
                json.object(receipt)
            }
        }
    }
}
