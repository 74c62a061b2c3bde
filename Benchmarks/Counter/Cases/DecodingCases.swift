import ReceiptFields
import ReceiptKit

/// Decoding signed content to typed purchases.
enum DecodingCases {
    static let all: [BenchmarkCase] =
        [1, 12, 187, 5_000, 20_000].map { decode($0, .twenty) } + [decode(187, .thirteen)]

    private static func decode(_ count: Int, _ row: Inputs.Row) -> BenchmarkCase {
        let isPlain = row == .twenty
        return BenchmarkCase(
            isPlain ? "decode-\(count)" : "decode-\(count)-13",
            "Decode, \(grouped(count)) purchase\(count == 1 ? "" : "s") of \(isPlain ? 20 : 13) attributes",
            purchases: count, counted: count > 1_000 ? 1 : 20
        ) { inputs in
            try work(try inputs.receipt(count, row: row), count)
        }
    }

    /// Decodes the content of a receipt with `count` purchases.
    static func work(_ receipt: [UInt8], _ count: Int) throws -> PreparedWork {
        let content = Array(try UnverifiedReceipt(receipt).content)
        return PreparedWork(inputSize: content.count) {
            let receipt = try AppReceipt(payload: content)
            guard receipt.purchases.count == count else { throw UnexpectedOutcome("purchases are missing") }
            blackHole(receipt)
        }
    }
}
