import ReceiptFields
import ReceiptKit

extension BenchmarkCase {
    /// Decoding: from the signed content to typed purchases.
    static let decoding: [BenchmarkCase] =
        [1, 12, 187, 5_000, 20_000].map { count in decode(count, .twenty) } + [decode(187, .thirteen)]

    private static func decode(_ count: Int, _ row: Inputs.Row) -> BenchmarkCase {
        let suffix = row == .thirteen ? "-13" : ""
        return BenchmarkCase(
            "decode-\(count)\(suffix)", "decode \(count) purchases of \(row.rawValue) attributes", purchases: count
        ) { inputs in
            let content = Array(try SignedReceipt(try inputs.receipt(count, row: row)).content)
            return {
                let receipt = try AppReceipt(payload: content)
                guard receipt.purchases.count == count else { throw UnexpectedOutcome("purchases are missing") }
                blackHole(receipt)
            }
        }
    }
}
