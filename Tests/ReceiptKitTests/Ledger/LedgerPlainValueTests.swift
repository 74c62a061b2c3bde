import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Ledger rows as plain values")
struct LedgerPlainValueTests {
    private static func json(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    @Test("A receipt decoded from its JSON encodes to the same JSON, and has no octets")
    func roundTrip() throws {
        let receipt = try LedgerEncodingTests.subject().receipt
        let json = try Self.json(receipt)
        let decoded = try JSONDecoder().decode(AppReceipt.self, from: json)
        #expect(try Self.json(decoded) == json)
        #expect(decoded.purchases.map(\.transactionID) == receipt.purchases.map(\.transactionID))
        #expect(Array(decoded.attributes).isEmpty)
        #expect(decoded.purchases.allSatisfy { Array($0.attributes).isEmpty })
        // Not the receipt that was signed, and none that was ever signed; but the same as another one from this JSON.
        #expect(decoded != receipt)
        #expect(decoded.purchases[0] != receipt.purchases[0])
        let again = try JSONDecoder().decode(AppReceipt.self, from: json)
        #expect(decoded == again)
        #expect(decoded.hashValue == again.hashValue)
    }

    @Test("Real receipts too", .enabled(if: Corpus.isAvailable, "RECEIPT_CORPUS is not set"))
    func corpus() throws {
        for entry in Corpus.entries {
            let json = try Self.json(SignedReceipt(entry.bytes).unverified)
            #expect(try Self.json(JSONDecoder().decode(AppReceipt.self, from: json)) == json, "\(entry.name)")
        }
    }

    /// A field, and JSON that it does not have.
    static let malformed: [(field: String, value: String)] = [
        ("quantity", "0"), ("quantity", "2147483648"), ("quantity", "1.5"), ("quantity", #""1""#),
        ("productID", #""""#), ("productID", "7"), ("transactionID", "null"),
        ("purchaseDate", #""2024-02-30T00:00:00Z""#), ("purchaseDate", "0"), ("purchaseDate", #""""#),
        ("expirationDate", #""tomorrow""#), ("cancellationDate", #""""#),
        ("webOrderLineItemID", "12"), ("webOrderLineItemID", #""-1""#), ("webOrderLineItemID", #""01""#),
        ("webOrderLineItemID", #""9223372036854775808""#), ("isTrialPeriod", "1"), ("productType", "-1"),
        ("promotionalOfferID", #""""#), ("productID", #""a\u0000""#), ("productID", #""a\u0085""#),
        ("productID", "\"\(String(repeating: "x", count: 1_025))\""), ("transactionID", #""\n""#),
    ]

    @Test("What a receipt cannot say is refused", arguments: malformed.indices)
    func strict(_ index: Int) throws {
        let (field, value) = Self.malformed[index]
        var fields = [
            "quantity": "1", "productID": #""p""#, "transactionID": #""1""#, "purchaseDate": #""2024-01-01T00:00:00Z""#,
        ]
        func decode() throws -> InAppPurchase {
            let text = fields.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            return try JSONDecoder().decode(InAppPurchase.self, from: Data("{\(text)}".utf8))
        }
        #expect(try decode().purchaseDate == .utc(2024, 1, 1))
        fields[field] = value
        #expect(throws: DecodingError.self) { try decode() }
    }

    @Test("Restored rows are recognised, but not in subscriptions")
    func isRestored() throws {
        let start = Date.utc(2024, 1, 1)
        let renewal = LedgerSubject.period("p", 2, start, .utc(2024, 2, 1)).with {
            $0.originalPurchaseDate = .utc(2023, 1, 1)
        }
        let sameID = TestPurchase.nonConsumable("n", on: start).with { $0.originalPurchaseDate = .utc(2023, 1, 1) }
        let newID = TestPurchase.nonConsumable("m", on: start, transactionID: "9").with {
            $0.originalTransactionID = "8"
        }
        let plain = TestPurchase.nonConsumable("o", on: start)
        let ledger = try LedgerSubject.ledger([renewal, sameID, newID, plain])
        #expect(Set(ledger.filter(\.isRestored).map(\.productID)) == ["n", "m"])
    }
}
