import AppleVerifyReceipt
import Foundation
import ReceiptKitTesting
import Testing

@Suite("verifyReceipt: latest_receipt_info")
struct LatestRowsTests {
    /// Returns the transactions of `latest_receipt_info`, in its order.
    private func latest(_ purchases: [TestPurchase], _ members: String = "") throws -> [String] {
        let text = try Request.endpoint().text(try Request.body(TestReceipt(purchases: purchases), members))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let rows = try #require(json["latest_receipt_info"] as? [[String: String]])
        let all = try #require((json["receipt"] as? [String: Any])?["in_app"] as? [[String: String]])
        #expect(all.count == purchases.count)
        return rows.compactMap { $0["transaction_id"] }
    }

    private func row(
        _ transaction: String, _ start: Date, _ end: Date?, of original: String? = nil,
        product: String = "com.example.a"
    ) -> TestPurchase {
        TestPurchase(
            productID: product, productType: end == nil ? .nonConsumable : .autoRenewable, purchaseDate: start,
            transactionID: transaction, expirationDate: end
        ).with { $0.originalTransactionID = original }
    }

    private var rows: [TestPurchase] {
        [
            row("1", .utc(2024, 1, 1), .utc(2024, 2, 1), of: "1"),
            // A purchase booked in advance: its purchase date is later, its end earlier.
            row("3", .utc(2024, 3, 2), .utc(2024, 3, 10), of: "1"),
            row("9", .utc(2024, 3, 1), .utc(2024, 4, 1), of: "1"),
            row("10", .utc(2024, 3, 1), .utc(2024, 4, 1), of: "10", product: "com.example.b"),
            row("20", .utc(2024, 3, 5), nil),
            row("21", .utc(2024, 3, 5), nil),
        ]
    }

    @Test("Newest first by expiration, or by purchase where there is none, then by transaction")
    func order() throws { #expect(try latest(rows) == ["10", "9", "3", "21", "20", "1"]) }

    @Test("exclude-old-transactions keeps the newest period of each subscription, and all other purchases")
    func excluded() throws {
        #expect(try latest(rows, #","exclude-old-transactions":true"#) == ["10", "9", "21", "20"])
        #expect(try latest(rows, #","exclude-old-transactions":false"#) == ["10", "9", "3", "21", "20", "1"])
        #expect(try latest(rows, #","exclude-old-transactions":null"#).count == 6)
    }
}
