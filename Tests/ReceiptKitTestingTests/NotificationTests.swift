import Foundation
import ReceiptKitTesting
import Testing

/// Tests notifications and the other JSON bodies that contain JWS.
@Suite struct NotificationTests {
    @Test func whatIsNestedIsSignedToo() throws {
        let payload = try JWS(TestAuthority.standard.sign(TestNotification())).payload
        #expect(payload["notificationType"] as? String == "DID_RENEW")
        #expect(payload["version"] as? String == "2.0")
        let data = try #require(payload["data"] as? [String: Any])
        #expect(data["bundleId"] as? String == "com.example.app")
        #expect(data["appAppleId"] as? Int64 == 6_450_123_456)
        #expect(data["environment"] as? String == "Production")
        #expect(data["status"] as? Int == 1)
        let transaction = try JWS(#require(data["signedTransactionInfo"] as? String))
        let renewalInfo = try JWS(#require(data["signedRenewalInfo"] as? String))
        #expect(try transaction.isSigned(by: .jwsSigner))
        #expect(try renewalInfo.isSigned(by: .jwsSigner))
        #expect(
            transaction.payload["originalTransactionId"] as? String
                == renewalInfo.payload["originalTransactionId"] as? String)
    }

    @Test(arguments: [
        (TestNotification(.data(TestNotificationData(transaction: nil))), "TEST", "data", "Production"),
        (
            TestNotification(.data(TestNotificationData(transaction: TestTransaction(environment: .sandbox)))),
            "DID_RENEW", "data", "Sandbox"
        ),
        (TestNotification(.summary(TestNotificationSummary())), "RENEWAL_EXTENSION", "summary", "Production"),
        (
            TestNotification(.externalPurchaseToken(TestExternalPurchaseToken(isSandbox: true))),
            "EXTERNAL_PURCHASE_TOKEN", "externalPurchaseToken", "Sandbox"
        ),
        (TestNotification(.appData(TestNotificationAppData())), "RESCIND_CONSENT", "appData", "Production"),
    ])
    func thereIsOneBody(notification: TestNotification, type: String, key: String, environment: String) throws {
        let payload = try JWS(TestAuthority.standard.sign(notification)).payload
        #expect(payload["notificationType"] as? String == type)
        #expect(Set(payload.keys).intersection(["data", "summary", "externalPurchaseToken", "appData"]) == [key])
        let body = try #require(payload[key] as? [String: Any])
        #expect(body["bundleId"] as? String == "com.example.app")
        #expect(notification.environment.word == environment)
        #expect(notification.bundleIdentifier == "com.example.app")
        if key == "externalPurchaseToken" {
            #expect(body["environment"] == nil)
            #expect((body["externalPurchaseId"] as? String)?.hasPrefix("SANDBOX") == true)
        } else {
            #expect(body["environment"] as? String == environment)
        }
    }

    @Test func anAppTransactionIsNestedWithoutADevice() throws {
        let notification = TestNotification(.appData(TestNotificationAppData()))
        let payload = try JWS(TestAuthority.standard.sign(notification)).payload
        let data = try #require(payload["appData"] as? [String: Any])
        let nested = try JWS(#require(data["signedAppTransactionInfo"] as? String))
        #expect(try nested.isSigned(by: .jwsSigner))
        #expect(nested.payload["receiptType"] as? String == "Production")
        #expect(nested.payload["deviceVerification"] == nil)
    }

    @Test func bodiesAreApples() throws {
        let authority = TestAuthority.standard
        let transaction = TestTransaction(.exampleSubscription)
        let renewalInfo = TestRenewalInfo(of: transaction)
        let signed = try authority.sign(transaction)
        let signedRenewalInfo = try authority.sign(renewalInfo)
        let notification = try authority.sign(TestNotification())
        #expect(try authority.notificationBody(TestNotification()) == #"{"signedPayload":"\#(notification)"}"#)
        #expect(
            try authority.subscriptionBody(transaction, renewalInfo)
                == #"{"signedTransactionInfo":"\#(signed)","signedRenewalInfo":"\#(signedRenewalInfo)"}"#)
        let other = TestTransaction()
        let history = try authority.historyBody([transaction, other])
        #expect(history.hasSuffix(#""signedTransactions":["\#(signed)","\#(try authority.sign(other))"]}"#))
        let second = transaction.with { $0.subscriptionGroupID = "2" }
        let statuses = try authority.statusesBody([transaction, second, transaction])
        let object = try #require(JSONSerialization.jsonObject(with: Data(statuses.utf8)) as? [String: Any])
        let groups = try #require(object["data"] as? [[String: Any]])
        #expect(groups.map { $0["subscriptionGroupIdentifier"] as? String } == ["21000001", "2"])
        #expect(groups.map { ($0["lastTransactions"] as? [Any])?.count } == [2, 1])
        let first = try #require((groups.first?["lastTransactions"] as? [[String: Any]])?.first)
        #expect(first["signedTransactionInfo"] as? String == signed)
        #expect(first["signedRenewalInfo"] as? String == signedRenewalInfo)
        #expect(first["status"] as? Int == 1)
    }
}
