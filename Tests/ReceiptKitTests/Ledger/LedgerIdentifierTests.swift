import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Ledger: the identifiers of a purchase")
struct LedgerIdentifierTests {
    private static let start = Date.utc(2024, 1, 1)
    private static func day(_ days: Double) -> Date { start.addingTimeInterval(days * 86_400) }

    private static func theme(
        _ id: String, original: String? = nil, on days: Double = 0, product: String = "theme"
    ) -> TestPurchase {
        TestPurchase.nonConsumable(product, on: day(days), transactionID: id).with {
            ($0.originalTransactionID, $0.originalPurchaseDate) = (original ?? id, day(0))
        }
    }

    @Test("All of a restored purchase: the current one first, then the others, sorted, the original one too")
    func restored() throws {
        let evidence = try [
            AsIfVerified.receipt([Self.theme("90", original: "7", on: 9)], created: Self.day(10)),
            AsIfVerified.receipt([Self.theme("100", original: "7", on: 20)], created: Self.day(21)),
            AsIfVerified.transaction(
                TestTransaction(Self.theme("80", original: "7", on: 30)).with { $0.signedDate = Self.day(31) }),
            AsIfVerified.receipt([Self.theme("100", original: "7", on: 20)], created: Self.day(22), device: 2),
        ]
        for order in [evidence, evidence.reversed(), [evidence[2], evidence[0], evidence[3], evidence[1]]] {
            let ledger = try PurchaseLedger(merging: order)
            #expect(ledger.map(\.transactionIDs) == [["80", "100", "7", "90"]])
            for id in ["7", "80", "90", "100"] {
                #expect(ledger.purchase(transactionID: id) == ledger[0], "\(id)")
            }
            #expect(ledger.purchase(transactionID: "8") == nil)
        }
    }

    @Test("A period isn't found by the original transaction, which is another purchase")
    func periods() throws {
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.receipt([
                LedgerSubject.period("p", 1, Self.day(0), Self.day(30)),
                LedgerSubject.period("p", 2, Self.day(30), Self.day(60)),
            ]),
            // The same period with another transaction.
            AsIfVerified.transaction(
                TestTransaction(LedgerSubject.period("p", 2, Self.day(30), Self.day(60))).with {
                    ($0.transactionID, $0.signedDate) = ("20", Self.day(31))
                }),
        ])
        #expect(ledger.map(\.transactionIDs) == [["1"], ["2", "20"]])
        #expect(ledger.purchase(transactionID: "1") == ledger[0] && ledger.purchase(transactionID: "20") == ledger[1])
    }

    @Test("Of two purchases under one identifier the one that has it now is found, and of those the latest")
    func ambiguous() throws {
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.receipt([Self.theme("5", on: 1), Self.theme("5", on: 2, product: "other")]),
            AsIfVerified.receipt([Self.theme("6", original: "5", on: 3, product: "third")], created: .utc(2025, 7, 1)),
        ])
        #expect(ledger.map(\.transactionIDs) == [["5"], ["5"], ["6", "5"]])
        #expect(ledger.purchase(transactionID: "5")?.productID == "other")
    }

    @Test("Many are looked up at once, in their order and each once")
    func many() throws {
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.receipt([Self.theme("5"), Self.theme("6", product: "other")])
        ])
        let found = ledger.purchases(transactionIDs: ["6", "x", "5", "6", "", "x"])
        #expect(found.map(\.name) == ["6", "x", "5", ""])
        #expect(found.map { $0.value?.productID } == ["other", nil, "theme", nil])
        #expect(ledger.purchases(transactionIDs: []).isEmpty)
    }

    @Test("The JSON has the ledger's identifier of the purchase, and all of Apple's")
    func json() throws {
        let purchase = try PurchaseLedger(merging: [
            AsIfVerified.receipt([Self.theme("90", original: "7", on: 9)])
        ])[0]
        let text = String(decoding: try JSONEncoder().encode(purchase), as: UTF8.self)
        #expect(text.contains(#""id":"7\/theme""#) && text.contains(#""transactionIDs":["90","7"]"#), "\(text)")
    }
}
