import Foundation
import ReceiptFields
import Testing

/// Tests UUIDs of transaction receipts, JWS, and options.
@Suite("UUIDs: one form")
struct StrictUUIDTests {
    private static let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

    @Test("The standard form is read in upper and lower case")
    func accepted() throws {
        #expect(UUID(exactly: Self.text)?.uuidString == Self.text)
        #expect(UUID(exactly: Self.text.lowercased())?.uuidString == Self.text)
        #expect(UUID(exactly: Self.text)?.lowercaseText == Self.text.lowercased())
    }

    @Test(
        "Strings that Foundation may read as another UUID are rejected, also in an iOS 6 receipt",
        arguments: [
            "", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5 ",
            "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF", "E621E1F8C36C495A93FC0C247A3E6E5F",
            "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}", "E621E1F-8C36C-495A-93FC-0C247A3E6E5F",
            "+621E1F8-C36C-495A-93FC-0C247A3E6E5F", "0xE621E1-C36C-495A-93FC-0C247A3E6E5F",
            "E621E1F8-C36C-495A-93FC-0C247A3E6E5G", "E621E1F8-C36C-495A-93FC-0C247A3E6E5\u{FF26}",
        ])
    func refused(_ text: String) throws {
        #expect(UUID(exactly: text) == nil)
        let list = [
            "unique-vendor-identifier": text, "bid": "com.example.app", "bvrs": "42", "product-id": "a",
            "transaction-id": "1", "original-transaction-id": "1", "quantity": "1",
            "purchase-date-ms": "1400000000000", "purchase-date": "2014-05-13 16:53:20 Etc/GMT", "item-id": "1",
        ].map { "\t\"\($0)\" = \"\($1)\";\n" }.joined()
        let payload = try TransactionReceiptPayload(propertyList: Array("{\n\(list)}".utf8))
        #expect(payload.identifierForVendor == nil)
        #expect(payload.transactionID == "1")
    }
}
