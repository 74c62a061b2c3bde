import Foundation
import ReceiptFields
import Testing

/// Tests the values of the members of StoreKit 2's payloads.
@Suite("Values of StoreKit 2's payloads")
struct PayloadValueTests {
    @Test("Every member of a transaction is in its property")
    func transaction() throws {
        let payload = try TransactionPayload(json: PayloadSample.transaction.json)
        #expect(payload.transactionID == "2000000000000002")
        #expect(payload.originalTransactionID == "2000000000000001")
        #expect(payload.webOrderLineItemID == "2000000000000003")
        #expect(payload.bundleIdentifier == "com.example.app")
        #expect(payload.productID == "com.example.monthly")
        #expect(payload.subscriptionGroupID == "20000001")
        #expect(payload.purchaseDate == Date(timeIntervalSince1970: 1_714_564_800))
        #expect(payload.originalPurchaseDate == Date(timeIntervalSince1970: 1_714_564_801))
        #expect(payload.expirationDate == Date(timeIntervalSince1970: 1_717_243_200))
        #expect(payload.purchasedQuantity == 2)
        #expect(payload.productType == .autoRenewable)
        #expect(payload.ownershipType == .familyShared)
        #expect(payload.appAccountToken == UUID(uuidString: "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C31"))
        #expect(payload.isUpgraded == true)
        #expect(payload.signedDate == Date(timeIntervalSince1970: 1_714_564_802.5))
        #expect(payload.revocationDate == Date(timeIntervalSince1970: 1_714_564_803))
        #expect(payload.revocationReason == .developerIssue)
        #expect(payload.revocationType == .proratedRefund)
        #expect(payload.revocationPercentage == 50_000)
        #expect(payload.environment == .production)
        let offer = try #require(payload.offer)
        #expect((offer.type, offer.id, offer.paymentMode, offer.period) == (.promotional, "spring", .payAsYouGo, "P1M"))
        #expect(payload.reason == .renewal)
        #expect((payload.storefrontCountryCode, payload.storefrontID) == ("DEU", "143443"))
        #expect((payload.currency, payload.price) == ("EUR", Decimal(string: "4.99")))
        #expect(payload.appTransactionID == "704000000000000001")
        #expect(payload.deviceVerification == Array(0..<48))
        #expect(payload.deviceVerificationNonce == UUID(uuidString: "48C8B92D-CE0D-4229-BEDF-E61B4F9CFC92"))
        #expect(payload.json == PayloadSample.transaction.json)
    }

    @Test("Every member of a realtime request is in its property")
    func realtimeRequest() throws {
        let payload = try RealtimeRequestPayload(json: PayloadSample.realtimeRequest.json)
        #expect((payload.originalTransactionID, payload.productID) == ("2000000000000001", "com.example.monthly"))
        #expect((payload.appID, payload.userLocale) == (1_234_567_890, "en-US"))
        #expect(payload.requestIdentifier == UUID(uuidString: "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C31"))
        #expect((payload.environment, payload.rawEnvironment) == (.sandbox, "Sandbox"))
        #expect(payload.signedDate == Date(timeIntervalSince1970: 1_714_564_802.5))
        #expect(payload.json == PayloadSample.realtimeRequest.json)
    }

    @Test(
        "A UUID in any other form is malformed, not another UUID",
        arguments: [
            "7E3FB204-2CAF-4D4E-8FF8-28B5AC0-5C31", "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C3",
            "7E3FB2042CAF4D4E8FF828B5AC0E5C31",
            "7E3FB20-42CAF-4D4E-8FF8-28B5AC0E5C31", "{7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C31}",
            "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C3 ", "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5CG1",
        ])
    func uuid(_ text: String) throws {
        let whole = String(decoding: PayloadSample.transaction.json, as: UTF8.self)
        let json = whole.replacingOccurrences(
            of: "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C31", with: text, options: .caseInsensitive)
        #expect(json != whole)
        let payload = try TransactionPayload(json: Array(json.utf8))
        #expect(payload.appAccountToken == nil)
        #expect(payload.diagnostics.map(\.path) == [.member("appAccountToken")])
    }

    @Test("Every member of a renewal info is in its property")
    func renewalInfo() throws {
        let payload = try RenewalInfoPayload(json: PayloadSample.renewalInfo.json)
        #expect(payload.originalTransactionID == "2000000000000001")
        #expect((payload.autoRenewProductID, payload.productID) == ("com.example.yearly", "com.example.monthly"))
        #expect((payload.willAutoRenew, payload.isInBillingRetry) == (true, true))
        #expect(payload.gracePeriodExpirationDate == Date(timeIntervalSince1970: 1_718_000_000))
        #expect((payload.expirationReason, payload.hasAgreedToPriceIncrease) == (.billingError, false))
        let offer = try #require(payload.offer)
        #expect((offer.type, offer.id, offer.paymentMode, offer.period) == (.code, "code", .freeTrial, "P1W"))
        #expect(payload.signedDate == Date(timeIntervalSince1970: 1_714_564_802.5))
        #expect(payload.environment == .sandbox)
        #expect(payload.recentSubscriptionStartDate == Date(timeIntervalSince1970: 1_714_564_800))
        #expect(payload.renewalDate == Date(timeIntervalSince1970: 1_717_243_200))
        #expect((payload.currency, payload.renewalPrice) == ("JPY", 480))
        #expect(payload.eligibleWinBackOfferIDs == ["a", "b"])
        #expect(payload.appAccountToken == UUID(uuidString: "7E3FB204-2CAF-4D4E-8FF8-28B5AC0E5C31"))
        #expect(payload.appTransactionID == "704000000000000001")
        #expect(payload.deviceVerification?.count == 48)
        #expect(payload.deviceVerificationNonce != nil)
    }

    @Test("Every member of an app transaction is in its property")
    func appTransaction() throws {
        let payload = try AppTransactionPayload(json: PayloadSample.appTransaction.json)
        #expect((payload.environment, payload.appID) == (.production, 1_234_567_890))
        #expect((payload.bundleIdentifier, payload.appVersion) == ("com.example.app", "42"))
        #expect((payload.appVersionID, payload.originalAppVersion) == (850_000_000, "1.0"))
        #expect(payload.signedDate == Date(timeIntervalSince1970: 1_714_564_802.5))
        #expect(payload.originalPurchaseDate == Date(timeIntervalSince1970: 1_388_534_400))
        #expect(payload.preorderDate == Date(timeIntervalSince1970: 1_388_000_000))
        #expect((payload.appTransactionID, payload.originalPlatform) == ("704000000000000001", .iOS))
        #expect(payload.deviceVerification?.count == 48)
        #expect(payload.deviceVerificationNonce != nil)
    }

    @Test("Every member of a notification is in its property")
    func notification() throws {
        let payload = try NotificationPayload(json: PayloadSample.notification.json)
        #expect((payload.notificationType, payload.subtype) == (.didRenew, .billingRecovery))
        #expect((payload.notificationUUID, payload.version) == ("002e14d5-51f5-4503-b5a8-c3a1af68eb20", "2.0"))
        #expect((payload.environment, payload.bundleIdentifier) == (.production, "com.example.app"))
        #expect(payload.appID == 1_234_567_890)
        guard case .data(let data) = payload.body else {
            Issue.record("another JSON body")
            return
        }
        #expect((data.signedTransactionInfo, data.signedRenewalInfo, data.status) == ("a.b.c", "d.e.f", .active))
        #expect(data.bundleVersion == "42")
    }

    struct Body: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let json: String
        let environment: StoreEnvironment
    }

    @Test(
        "The other contents of a notification, and what each says of its environment",
        arguments: [
            Body(
                testDescription: "summary",
                json: #"{"environment":"Sandbox","bundleId":"com.example.app","succeededCount":5,"failedCount":0}"#,
                environment: StoreEnvironment(rawValue: "Sandbox")),
            Body(
                testDescription: "externalPurchaseToken",
                json:
                    #"{"externalPurchaseId":"SANDBOX_1","tokenCreationDate":1714564800000,"bundleId":"com.example.app"}"#,
                environment: .sandbox),
            Body(
                testDescription: "externalPurchaseToken",
                json: #"{"externalPurchaseId":"1","bundleId":"com.example.app"}"#,
                environment: .production),
            Body(
                testDescription: "appData",
                json: #"{"environment":"Production","bundleId":"com.example.app","signedAppTransactionInfo":"a.b.c"}"#,
                environment: .production),
        ])
    func bodies(body: Body) throws {
        let sample = PayloadSample.notification.without("data").with(body.testDescription, body.json)
        let payload = try NotificationPayload(json: sample.json)
        #expect((payload.environment, payload.bundleIdentifier) == (body.environment, "com.example.app"))
        #expect(throws: FormatError(.malformedMember, path: .member("data"), offset: 0), "two JSON bodies") {
            try NotificationPayload(json: PayloadSample.notification.with(body.testDescription, body.json).json)
        }
    }

    @Test("A notification without content")
    func noBody() {
        #expect(throws: FormatError(.missingMember, path: .member("data"), offset: 0)) {
            try NotificationPayload(json: PayloadSample.notification.without("data").json)
        }
    }

    @Test("An error in a JSON body has the body's member and the position in the payload")
    func pathInBody() {
        let sample = PayloadSample.notification.with("data", #"{"environment":5,"bundleId":"com.example.app"}"#)
        let place =
            String(decoding: sample.json, as: UTF8.self).utf8.count - #"5,"bundleId":"com.example.app"}}"#.utf8.count
        #expect(throws: FormatError(.malformedMember, path: .member("data.environment"), offset: place)) {
            try NotificationPayload(json: sample.json)
        }
    }

    /// TIM-09, JWS-18: milliseconds since 1970.
    @Test(
        "TIM-09 dates",
        arguments: [
            ("1697679936049.7297", 1_697_679_936.0497297), ("-62135769600000", -62_135_769_600),
            ("253402300799999", 253_402_300_799.999), ("1.714564800e12", 1_714_564_800), ("0", 0),
            ("-62135769600001", nil), ("253402300800000", nil), ("1e308", nil), ("-1e308", nil), ("1e400", nil),
            (#""1714564800000""#, nil), ("true", nil),
        ] as [(String, Double?)])
    func dates(text: String, seconds: Double?) throws {
        let sample = PayloadSample.transaction.with("purchaseDate", text)
        if let seconds {
            let payload = try TransactionPayload(json: sample.json)
            #expect(abs(payload.purchaseDate.timeIntervalSince1970 - seconds) < 0.000_5)
        } else {
            let offset = sample.json.count - text.utf8.count - 1
            #expect(throws: FormatError(.malformedMember, path: .member("purchaseDate"), offset: offset)) {
                try TransactionPayload(json: sample.json)
            }
        }
    }

    @Test("Invalid quantities", arguments: ["0", "-1", "1.5", "1e0", "2147483648", #""1""#])
    func quantities(text: String) {
        let sample = PayloadSample.transaction.with("quantity", text)
        let offset = sample.json.count - text.utf8.count - 1
        #expect(throws: FormatError(.malformedMember, path: .member("quantity"), offset: offset)) {
            try TransactionPayload(json: sample.json)
        }
    }

    @Test("Words and numbers unknown to the library are kept as they are")
    func openSets() throws {
        let sample = PayloadSample.transaction.with("type", #""Rental""#).with("inAppOwnershipType", #""LENT""#)
            .with("offerType", "9").with("revocationType", #""HALF""#).with("environment", #""Moon""#)
        let payload = try TransactionPayload(json: sample.json)
        #expect((payload.productType?.word, payload.productType?.number) == ("Rental", nil))
        #expect(payload.ownershipType == OwnershipType(word: "LENT"))
        #expect(payload.offer?.type.rawValue == 9)
        #expect(payload.revocationType?.rawValue == "HALF")
        #expect(payload.environment.rawValue == "Moon")
    }

    @Test(
        "Prices are written exactly",
        arguments: [
            (4_990, "4.99"), (480_000, "480"), (1, "0.001"), (0, "0"), (-10, "-0.01"), (.min, "-9223372036854775.808"),
        ])
    func prices(milliunits: Int64, text: String) throws {
        let payload = try TransactionPayload(json: PayloadSample.transaction.with("price", "\(milliunits)").json)
        let object = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(payload)) as? [String: Any])
        #expect(object["price"] as? String == text)
        #expect(payload.price == Decimal(string: text))
    }

    @Test("One type for a receipt's numbers and a transaction's strings")
    func numbersAndWords() {
        let texts = ["Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription"]
        #expect((0...5).map { ProductType(number: $0).text } == texts + ["Free Subscription", "5"])
        #expect(ProductType(word: "Non-Consumable") == ProductType(number: 0))
        #expect(ProductType(word: "Consumable") == ProductType(number: 1))
        #expect(ProductType(word: "Non-Renewing Subscription") == ProductType(number: 2))
        #expect(ProductType(word: "Auto-Renewable Subscription") == ProductType(number: 3))
        #expect(ProductType(number: 4).word == nil)
        #expect(OwnershipType(word: "PURCHASED") == OwnershipType(number: 0))
        #expect(OwnershipType(word: "FAMILY_SHARED") == OwnershipType(number: 1))
    }

    @Test("JWS-20 the members of a payload determine its kind")
    func kinds() throws {
        guard
            case .transaction = try UnverifiedPayload(
                json: PayloadSample.transaction.with("autoRenewProductId", #""p""#).json),
            case .renewalInfo = try UnverifiedPayload(json: PayloadSample.renewalInfo.json),
            case .appTransaction = try UnverifiedPayload(json: PayloadSample.appTransaction.json),
            case .notification = try UnverifiedPayload(
                json: PayloadSample.notification.with("userLocale", #""de""#).json),
            case .realtimeRequest = try UnverifiedPayload(json: PayloadSample.realtimeRequest.json)
        else {
            Issue.record("another kind")
            return
        }
        #expect(throws: FormatError(.otherPayload(found: .unknown), offset: 0)) {
            try UnverifiedPayload(json: PayloadSample.realtimeRequest.without("userLocale").json)
        }
    }
}
