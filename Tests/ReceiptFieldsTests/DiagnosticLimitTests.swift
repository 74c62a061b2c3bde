import ReceiptFields
import TestSupport
import Testing

@Suite("Diagnostics are kept up to a number")
struct DiagnosticLimitTests {
    @Test("and the properties are nil anyway", arguments: [999, 1_000, 1_001])
    func diagnostics(_ count: Int) throws {
        let row = SampleSet.Row(17, SampleSet.purchase.replacing(1707, TLV.integer(-1)).encoding)
        let rows = SampleSet.receipt.removing(17).rows + [SampleSet.Row](repeating: row, count: count)
        let receipt = try AppReceipt(payload: SampleSet(rows).encoding)
        #expect(receipt.purchases.count == count)
        #expect(receipt.purchases.allSatisfy { $0.productType == nil })
        #expect(receipt.diagnostics.count == min(count, 1_000))
        #expect(
            receipt.diagnostics.map(\.path)
                == (0..<min(count, 1_000)).map { FieldPath.inPurchase($0, AttributeType(rawValue: 1707)) })
    }
}
