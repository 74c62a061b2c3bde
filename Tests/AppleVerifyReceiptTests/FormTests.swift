import AppleVerifyReceipt
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the bytes of responses, which are documented as facts about Apple's server.
@Suite("verifyReceipt: form")
struct FormTests {
    static let head =
        #"{"receipt_type":"Production", "adam_id":6450123456, "app_item_id":6450123456, "bundle_id":"com.example.app", "#
        + #""application_version":"42", "download_id":502310178040006302, "version_external_identifier":856213456, "#
        + #""receipt_creation_date":"2024-05-01 12:00:00 Etc/GMT", "receipt_creation_date_ms":"1714564800000", "#
        + #""receipt_creation_date_pst":"2024-05-01 05:00:00 America/Los_Angeles", "#
        + #""request_date":"2024-05-02 10:20:30 Etc/GMT", "request_date_ms":"1714645230456", "#
        + #""request_date_pst":"2024-05-02 03:20:30 America/Los_Angeles", "#
        + #""original_purchase_date":"2022-11-03 09:15:42 Etc/GMT", "original_purchase_date_ms":"1667466942000", "#
        + #""original_purchase_date_pst":"2022-11-03 02:15:42 America/Los_Angeles", "original_application_version":"17""#

    private func response(_ receipt: TestReceipt, _ members: String = "") throws -> String {
        try Request.endpoint().text(try Request.body(receipt, members))
    }

    @Test("A receipt without purchases")
    func empty() throws {
        #expect(
            try response(TestReceipt())
                == "{\"status\":0, \"environment\":\"Production\", \n\"receipt\":\(Self.head), \n\"in_app\":[]}}")
    }

    static let pro =
        #"{"quantity":"1", "product_id":"com.example.pro", "transaction_id":"410000000000001", "#
        + #""original_transaction_id":"410000000000001", "#
        + #""purchase_date":"2024-03-10 09:59:59 Etc/GMT", "purchase_date_ms":"1710064799000", "#
        + #""purchase_date_pst":"2024-03-10 01:59:59 America/Los_Angeles", "#
        + #""original_purchase_date":"2024-03-10 09:59:59 Etc/GMT", "original_purchase_date_ms":"1710064799000", "#
        + #""original_purchase_date_pst":"2024-03-10 01:59:59 America/Los_Angeles", "is_trial_period":"false", "#
        + #""in_app_ownership_type":"PURCHASED"}"#

    @Test("Two purchases, in the order of the receipt; rows without a date have no member for it")
    func purchases() throws {
        let receipt = TestReceipt(purchases: [
            .nonConsumable("com.example.pro", on: .utc(2024, 3, 10, 9, 59, 59), transactionID: "410000000000001"),
            TestPurchase.consumable("com.example.coins", on: .utc(2024, 11, 3, 9), transactionID: "410000000000002")
                .with {
                    $0.purchasedQuantity = 12
                    $0.originalTransactionID = "410000000000002"
                    $0.originalPurchaseDate = .utc(2024, 3, 10, 10)
                    $0.ownershipType = nil
                },
        ])
        let coins =
            #"{"quantity":"12", "product_id":"com.example.coins", "transaction_id":"410000000000002", "#
            + #""original_transaction_id":"410000000000002", "#
            + #""purchase_date":"2024-11-03 09:00:00 Etc/GMT", "purchase_date_ms":"1730624400000", "#
            + #""purchase_date_pst":"2024-11-03 01:00:00 America/Los_Angeles", "#
            + #""original_purchase_date":"2024-03-10 10:00:00 Etc/GMT", "original_purchase_date_ms":"1710064800000", "#
            + #""original_purchase_date_pst":"2024-03-10 03:00:00 America/Los_Angeles", "is_trial_period":"false"}"#
        let whole = "{\"status\":0, \"environment\":\"Production\", \n\"receipt\":\(Self.head), \n\"in_app\":["
        // The receipt sorts purchases by encoding, so by length first: the one without an ownership type is shorter.
        #expect(try response(receipt) == "\(whole)\n\(coins), \n\(Self.pro)]}}")
    }

    @Test("A subscription period with all possible members, and the members after the receipt")
    func renewable() throws {
        let row = TestPurchase.autoRenewable(
            "com.example.monthly", on: .utc(2021, 3, 14, 9, 10, 55), transactionID: "410000000000005"
        ).with {
            $0.originalTransactionID = "410000000000001"
            $0.originalPurchaseDate = .utc(2020, 11, 26, 8, 29, 48)
            $0.webOrderLineItemID = 410_000_500_000_005
            $0.isTrialPeriod = true
            $0.isInIntroOfferPeriod = false
            $0.promotionalOfferID = "spring"
            $0.ownershipType = 1
        }.refunded(on: .utc(2021, 3, 25, 1, 3, 27), reason: 1)
        let text =
            #"{"quantity":"1", "product_id":"com.example.monthly", "transaction_id":"410000000000005", "#
            + #""original_transaction_id":"410000000000001", "#
            + #""purchase_date":"2021-03-14 09:10:55 Etc/GMT", "purchase_date_ms":"1615713055000", "#
            + #""purchase_date_pst":"2021-03-14 01:10:55 America/Los_Angeles", "#
            + #""original_purchase_date":"2020-11-26 08:29:48 Etc/GMT", "original_purchase_date_ms":"1606379388000", "#
            + #""original_purchase_date_pst":"2020-11-26 00:29:48 America/Los_Angeles", "#
            + #""expires_date":"2021-04-14 09:10:55 Etc/GMT", "expires_date_ms":"1618391455000", "#
            + #""expires_date_pst":"2021-04-14 02:10:55 America/Los_Angeles", "#
            + #""cancellation_date":"2021-03-25 01:03:27 Etc/GMT", "cancellation_date_ms":"1616634207000", "#
            + #""cancellation_date_pst":"2021-03-24 18:03:27 America/Los_Angeles", "#
            + #""web_order_line_item_id":"410000500000005", "is_trial_period":"true", "#
            + #""is_in_intro_offer_period":"false", "cancellation_reason":"1", "promotional_offer_id":"spring", "#
            + #""in_app_ownership_type":"FAMILY_SHARED"}"#
        let receipt = TestReceipt(purchases: [row])
        let base64 = try Request.base64(receipt)
        let whole =
            "{\"status\":0, \"environment\":\"Production\", \n\"receipt\":\(Self.head), \n\"in_app\":[\n\(text)]}"
            + ", \n\"latest_receipt_info\":[\n\(text)], \n\"latest_receipt\":\"\(base64)\""
        let body = #"{"receipt-data":"\#(base64)"}"#
        #expect(try Request.endpoint().text(body) == whole + "}")
        #expect(
            try Request.endpoint(pendingRenewalInfo: .empty).text(body) == whole + ", \n\"pending_renewal_info\":[]}")
    }

    @Test("pending_renewal_info exists only for receipts with subscriptions")
    func noPending() throws {
        let text = try Request.endpoint(pendingRenewalInfo: .empty).text(try Request.body(Request.plain))
        #expect(!text.contains("pending_renewal_info") && !text.contains("latest_receipt"))
    }

    @Test("latest_receipt is the receipt that was sent, without white space")
    func latestReceipt() throws {
        let base64 = try Request.base64(Request.renewable)
        let broken = base64.enumerated().map { ($0.offset % 76 == 75 ? "\\r\\n" : "") + String($0.element) }.joined()
            .replacingOccurrences(of: "/", with: "\\/")
        let text = try Request.endpoint().text(#"{"receipt-data":" \#(broken)\t"}"#)
        #expect(text.hasSuffix("\"latest_receipt\":\"\(base64)\"}"))
    }

    @Test("Dates of a volume purchase and of an order before release come before in_app; fractions become milliseconds")
    func moreDates() throws {
        var receipt = TestReceipt(environment: .volumePurchase)
        receipt.expirationDate = .utc(2025, 1, 1)
        receipt.otherAttributes = [
            .ia5(32, "2022-10-01T00:00:00.131Z")
        ]
        let text = try response(receipt)
        #expect(
            text.hasPrefix(
                "{\"status\":0, \"environment\":\"Production\", \n\"receipt\":{\"receipt_type\":\"ProductionVPP\", "))
        #expect(
            text.hasSuffix(
                #""original_application_version":"17", "preorder_date":"2022-10-01 00:00:00 Etc/GMT", "#
                    + #""preorder_date_ms":"1664582400131", "preorder_date_pst":"2022-09-30 17:00:00 America/Los_Angeles", "#
                    + #""expiration_date":"2025-01-01 00:00:00 Etc/GMT", "expiration_date_ms":"1735689600000", "#
                    + "\"expiration_date_pst\":\"2024-12-31 16:00:00 America/Los_Angeles\", \n\"in_app\":[]}}"))
    }

    @Test("Values that the receipt lacks are omitted")
    func absent() throws {
        let receipt = TestReceipt().with {
            $0.appID = nil
            $0.downloadID = nil
            $0.appVersionID = nil
            $0.originalPurchaseDate = nil
            $0.originalAppVersion = nil
        }
        let text = try response(receipt)
        for name in ["adam_id", "app_item_id", "download_id", "version_external_identifier", "original_"] {
            #expect(!text.contains(name), "\(name)")
        }
    }

    @Test("Strings are escaped, whatever the app is called")
    func escapes() throws {
        let name = "com.example.\"quotes\"\\and/slashes é"
        var policy = try Request.policy()
        policy.bundleIdentifiers = .any
        let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production)
        let text = endpoint.text(try Request.body(TestReceipt(bundleIdentifier: name)))
        #expect(text.contains(#""bundle_id":"com.example.\"quotes\"\\and/slashes é", "#))
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect((json?["receipt"] as? [String: Any])?["bundle_id"] as? String == name)
    }

    @Test(
        "A clock with an invalid date gets a response too",
        arguments: [.nan, -1e300, 1e300, .infinity, -.infinity] as [Double])
    func clock(_ seconds: Double) throws {
        let body = Array(try Request.body(Request.renewable).utf8)
        let now = Date(timeIntervalSince1970: seconds)
        let answer = try Request.endpoint().answer(method: "POST", body: body, at: now)
        #expect(answer.status == (seconds > 0 ? 0 : 21003))
        #expect((try? JSONSerialization.jsonObject(with: Data(answer.body))) != nil)
    }

    @Test(
        "The answer repeats the clock up to 30 December 9999",
        arguments: [(253_402_200_000.0, 0), (253_402_200_001, 0), (253_402_199_999, -1_000)])
    func lastClock(_ seconds: Double, milliseconds: Int64) throws {
        let body = Array(try Request.body(Request.plain).utf8)
        let now = Date(timeIntervalSince1970: seconds)
        let text = String(
            decoding: try Request.endpoint().response(method: "POST", body: body, at: now), as: UTF8.self)
        #expect(text.contains(#""request_date_ms":"\#(253_402_200_000_000 + milliseconds)""#))
    }
}
