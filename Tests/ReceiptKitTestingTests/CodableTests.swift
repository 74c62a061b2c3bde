import Foundation
import ReceiptKitTesting
import Testing

@Suite struct CodableTests {
    private func purchase(_ json: String) throws -> TestPurchase {
        try JSONDecoder().decode(TestPurchase.self, from: Data(json.utf8))
    }

    @Test func onlyProductAndDateAreRequired() throws {
        let decoded = try purchase(#"{"productID": "a", "purchaseDate": "2024-05-01T12:00:00Z"}"#)
        #expect(decoded == .nonConsumable("a", on: .utc(2024, 5, 1, 12)))
        #expect(decoded.transactionID == "410000704677115")
    }

    @Test func anExpirationMakesASubscription() throws {
        let decoded = try purchase(
            #"{"productID": "a", "purchaseDate": "2024-05-01T12:00:00Z", "expirationDate": "2024-06-01T12:00:00Z"}"#)
        #expect(decoded == .autoRenewable("a", on: .utc(2024, 5, 1, 12)))
    }

    @Test func everyKeyIsRead() throws {
        let decoded = try purchase(
            """
            {"purchasedQuantity": 2, "productID": "a", "transactionID": 17, "purchaseDate": "2024-05-01T12:00:00+02:00",
             "originalTransactionID": "16", "originalPurchaseDate": "2024-04-01T10:00:00Z", "productType": "Auto-Renewable Subscription",
             "expirationDate": "2024-06-01T10:00:00Z", "productAppID": "6450999888", "webOrderLineItemID": 99,
             "cancellationDate": "2024-05-02T00:00:00Z", "isTrialPeriod": true, "isInIntroOfferPeriod": true,
             "cancellationReason": 1, "promotionalOfferID": "o", "ownershipType": "FAMILY_SHARED"}
            """)
        let expected = TestPurchase.autoRenewable("a", on: .utc(2024, 5, 1, 10), transactionID: "17")
            .trial().introductory().promotional(offerID: "o").refunded(on: .utc(2024, 5, 2), reason: 1).familyShared()
            .with {
                $0.purchasedQuantity = 2
                $0.originalTransactionID = "16"
                $0.originalPurchaseDate = .utc(2024, 4, 1, 10)
                $0.productAppID = 6_450_999_888
                $0.webOrderLineItemID = 99
            }
        #expect(decoded == expected)
    }

    @Test(arguments: [
        (#"{"purchaseDate": "2024-05-01T12:00:00Z"}"#, "no productID"),
        (#"{"productID": "a"}"#, "no purchaseDate"),
        (#"{"productID": "a", "purchaseDate": "2024-05-1"}"#, "purchaseDate: not an RFC 3339 date, nor a day"),
        (#"{"productID": "a", "purchaseDate": "2024-02-30"}"#, "purchaseDate: not an RFC 3339 date, nor a day"),
        (
            #"{"productID": "a", "purchaseDate": "2024-05-01T12:00:00Z", "expiresDate": "2024-06-01T12:00:00Z"}"#,
            "expiresDate: unknown key"
        ),
        (
            #"{"productID": "a", "purchaseDate": "2024-05-01T12:00:00Z", "webOrderLineItemID": "x"}"#,
            "webOrderLineItemID: not a number of 64 bits"
        ),
        (
            #"{"productID": "a", "purchaseDate": "2024-05-01T12:00:00Z", "quantity": "2"}"#,
            "quantity: another type"
        ),
    ])
    func mistakesAreErrors(json: String, fault: String) {
        #expect {
            try purchase(json)
        } throws: { error in
            switch error as? DecodingError {
            case .keyNotFound(let key, _): fault == "no \(key.stringValue)"
            case .typeMismatch(_, let context): fault == "\(context.codingPath.last?.stringValue ?? ""): another type"
            case .dataCorrupted(let context):
                "\(context.codingPath.last?.stringValue ?? ""): \(context.debugDescription)".hasPrefix(fault)
            default: false
            }
        }
    }

    @Test func aDayIsItsFirstSecond() throws {
        let decoded = try purchase(#"{"productID": "a", "purchaseDate": "2024-05-01"}"#)
        #expect(decoded.purchaseDate == .utc(2024, 5, 1))
    }

    @Test func textOfJSONIsStable() {
        let value = JSONText.object([
            "text": .string("a\"\\\n\u{1}é"), "none": nil, "null": .null, "list": .array([.number(-1), .bool(true)]),
            "line": .inline(.object(["a": .array([])])), "empty": .array([]),
        ])
        let expected = #"""
            {
              "text": "a\"\\\u000a\u0001é",
              "null": null,
              "list": [
                -1,
                true
              ],
              "line": {"a": []},
              "empty": []
            }

            """#
        #expect(value.text == expected)
    }
}
