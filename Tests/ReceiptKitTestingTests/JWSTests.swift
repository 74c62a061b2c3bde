import Foundation
import ReceiptKitTesting
import Testing

/// Tests valid JWS: their form, read by Foundation, and their signature, verified by swift-crypto.
@Suite struct JWSTests {
    @Test(arguments: TestJWSKind.allCases)
    func aJWSIsSignedByTheChainThatItBrings(kind: TestJWSKind) throws {
        let issued = try TestAuthority.standard.issue(TestJWSContent.example(kind))
        let jws = try JWS(issued.text)
        #expect(jws.header["alg"] as? String == "ES256")
        #expect(issued.jws.header.members.map(\.key) == ["alg", "x5c"])
        #expect(
            try jws.certificates.map { Array($0) } == TestAuthority.standard.jws.certificates.map { try $0.encoded() }
        )
        #expect(jws.signature.count == 64)
        #expect(try jws.isSigned(by: .jwsSigner))
        #expect(try !jws.isSigned(by: .jwsDeveloper))
        #expect(!issued.text.contains("="))
        #expect(jws.payload.count == issued.jws.payload.members.count, "no key stands twice")
        #expect(try TestAuthority.standard.sign(TestJWSContent.example(kind)) == issued.text, "it can be made again")
    }

    /// A payload that Apple published, with the identifiers replaced: with the same keys in the same order.
    @Test func aTransactionIsWrittenAsApplesServerDoes() {
        var purchase = TestPurchase.consumable("P", on: Date(timeIntervalSince1970: 1_630_024_276), transactionID: "T")
        purchase = purchase.refunded(on: Date(timeIntervalSince1970: 1_640_921_788))
        var transaction = TestTransaction(purchase, bundleIdentifier: "B")
        transaction.signedDate = Date(timeIntervalSince1970: 1_640_922_700.641)
        for key in [
            "environment", "transactionReason", "storefront", "storefrontId", "price", "currency", "appTransactionId",
        ] { transaction.changes.set(key, "") }
        #expect(
            transaction.payload.text
                == #"{"transactionId":"T","originalTransactionId":"T","bundleId":"B","productId":"P","#
                + #""purchaseDate":1630024276000,"originalPurchaseDate":1630024276000,"quantity":1,"type":"Consumable","#
                + #""inAppOwnershipType":"PURCHASED","signedDate":1640922700641,"revocationReason":0,"#
                + #""revocationDate":1640921788000}"#)
    }

    @Test func aTransactionAgreesWithTheReceiptOfItsPurchase() throws {
        let first = TestPurchase.autoRenewable("com.example.monthly", on: .utc(2024, 1, 31), transactionID: "410")
        let renewal = try #require(first.renewals(count: 1, every: .months(1)).first)
        let transaction = TestTransaction(renewal)
        #expect(transaction.transactionID == renewal.transactionID)
        #expect(transaction.originalTransactionID == "410")
        #expect(transaction.webOrderLineItemID == String(renewal.webOrderLineItemID))
        #expect(transaction.originalPurchaseDate == first.purchaseDate)
        #expect(transaction.expirationDate == renewal.expirationDate)
        #expect(transaction.type == "Auto-Renewable Subscription")
        #expect(transaction.transactionReason == "RENEWAL")
        #expect(transaction.isUpgraded == nil, "only true is sent")
        #expect(TestTransaction(first.trial()).offerDiscountType == "FREE_TRIAL")
        #expect(TestTransaction(first.introductory()).offerType == 1)
        #expect(TestTransaction(first.promotional(offerID: "spring")).offerIdentifier == "spring")
        #expect(TestTransaction(first.familyShared()).ownershipType == "FAMILY_SHARED")
        #expect(TestTransaction(.consumable("c", on: .utc(2024, 1, 1))).type == "Consumable")
        #expect(TestTransaction(.nonRenewable("c", on: .utc(2024, 1, 1))).type == "Non-Renewing Subscription")
        #expect(TestTransaction(.nonConsumable("c", on: .utc(2024, 1, 1))).webOrderLineItemID == nil)
    }

    @Test func renewalInfoBelongsToItsTransaction() throws {
        let transaction = TestTransaction(.exampleSubscription)
        let payload = try JWS(TestAuthority.standard.sign(TestRenewalInfo(of: transaction))).payload
        #expect(payload["originalTransactionId"] as? String == transaction.originalTransactionID)
        #expect(payload["autoRenewProductId"] as? String == transaction.productID)
        #expect(payload["renewalDate"] as? Int64 == 1_715_767_200_000)
        #expect(payload["bundleId"] == nil)
        #expect(payload["transactionId"] == nil)
    }

    @Test func everyPropertyHasItsMember() {
        let day = Date.utc(2024, 1, 2)
        let transaction = TestTransaction(.exampleSubscription).with {
            $0.appAccountToken = "7e3fb204-2d39-4c9f-8b1e-6d5f1f7c0a11"
            $0.isUpgraded = true
            $0.revocationDate = day
            $0.revocationReason = 1
            $0.revocationType = "REFUND_PRORATED"
            $0.revocationPercentage = 50000
            $0.offerType = 4
            $0.offerIdentifier = "back"
            $0.offerDiscountType = "PAY_UP_FRONT"
            $0.offerPeriod = "P1M"
            $0.deviceVerification = TestDeviceVerification()
        }
        #expect(transaction.payload.members.count == 32)
        let renewalInfo = TestRenewalInfo(of: transaction).with {
            $0.expirationIntent = 2
            $0.isInBillingRetryPeriod = true
            $0.priceIncreaseStatus = 1
            $0.gracePeriodExpirationDate = day
            $0.offerType = 2
            $0.offerIdentifier = "spring"
            $0.eligibleWinBackOfferIDs = ["back", "again"]
        }
        #expect(renewalInfo.payload.members.count == 21)
        #expect(renewalInfo.payload["eligibleWinBackOfferIds"] == #"["back","again"]"#)
        let appTransaction = TestAppTransaction().with {
            $0.preorderDate = day
            $0.requestDate = day
        }
        #expect(appTransaction.payload.members.count == 14)
    }

    /// The nonce comes first, both are in lower case, and hyphens are kept. The expected value is from `printf … |
    /// openssl dgst -sha384 -binary | base64`.
    @Test func aDeviceIsNamedByAHash() throws {
        let device = TestDeviceVerification(
            deviceVerificationID: "0E3B5C1D-7A42-4D0F-9B61-2F6C8D1E4A57", nonce: "8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40")
        #expect(device.hash == TestDeviceVerification().hash)
        let payload = try JWS(TestAuthority.standard.sign(TestAppTransaction())).payload
        #expect(
            payload["deviceVerification"] as? String
                == "ackXBNG7wgS8kxOJ7SfspKoQOYCVD47dnYTtLAeCsZY1tjPpnyyJ+myGTtgZOGxl")
        #expect(payload["deviceVerificationNonce"] as? String == device.nonce)
    }

    @Test func xcodeWritesFractionsAndStandsAlone() throws {
        let transaction = TestTransaction(
            .nonConsumable(
                "com.example.pro", on: Date(timeIntervalSince1970: 1_697_679_936.000244140625), transactionID: "0"),
            environment: .xcode)
        let issued = try TestAuthority.issuer(of: .xcode).issue(transaction)
        #expect(issued.jws.payload["purchaseDate"] == "1697679936000.2441")
        #expect(issued.jws.payload["signedDate"]?.contains(".") == true)
        #expect(issued.jws.payload["originalPurchaseDate"] == "-62135769600000")
        #expect(issued.jws.payload["environment"] == #""Xcode""#)
        #expect(issued.jws.payload["webOrderLineItemId"] == #""0""#)
        #expect(issued.jws.payload["isUpgraded"] == "false")
        let jws = try JWS(issued.text)
        #expect(try jws.certificates.map { Array($0) } == [TestAuthority.xcode.jwsRootCertificate])
        #expect(jws.header["kid"] as? String == "Apple_Xcode_Key")
        #expect(jws.header["typ"] as? String == "JWT")
        #expect(try jws.isSigned(by: .jwsXcode))
        #expect(TestAppTransaction(environment: .xcode).payload["receiptType"] == #""Xcode""#)
        #expect(TestTransaction(environment: .localTesting).payload["environment"] == #""LocalTesting""#)
        #expect(TestTransaction(environment: .sandbox).payload["environment"] == #""Sandbox""#)
    }

    @Test func whoSignsFollowsTheEnvironment() {
        #expect(TestAuthority.issuer(of: .xcode) == .xcode)
        #expect(TestAuthority.issuer(of: .localTesting) == .xcode)
        #expect(TestAuthority.issuer(of: .sandbox) == .standard)
        #expect(TestAuthority.issuer(of: .production) == .standard)
    }

    @Test func anyLayerCanBeChangedAndSignedAgain() throws {
        let issued = try TestAuthority.standard.issue(TestTransaction())
        var jws = issued.jws
        jws.header.set("crit", "[]")
        jws.payload.remove("price")
        #expect(try !JWS(jws.text).isSigned(by: .jwsSigner))
        try jws.sign(with: issued.chain.signer.key)
        let signed = try JWS(jws.text)
        #expect(signed.header["crit"] != nil)
        #expect(signed.payload["price"] == nil)
        #expect(try signed.isSigned(by: .jwsSigner))
        jws.rawParts[.header] = "!"
        #expect(jws.text.hasPrefix("!."))
    }

    @Test func membersAreKeptAsTheyAreWritten() {
        var object = TestJSONObject([.init("a", "1"), .init("b", "2")])
        object.set("a", "[ 3 ]")
        object.append("b", "NaN")
        object.append(#"\u0061"#, "null")
        #expect(object.text == #"{"a":[ 3 ],"b":2,"b":NaN,"\u0061":null}"#)
        #expect(object["b"] == "2")
        let didRemove = object.remove("b")
        #expect(didRemove)
        #expect(object.text == #"{"a":[ 3 ],"\u0061":null}"#)
        #expect(TestJSONObject.string("\"\\\n") == #""\"\\\u000a""#)
    }
}
