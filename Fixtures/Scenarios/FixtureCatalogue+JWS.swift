internal import ReceiptEssentials
internal import ReceiptKitTesting

extension FixtureCatalogue {
    /// Every JWS and JSON body that has a file.
    package static var jwsScenarios: [JWSScenario] {
        jwsList + newerJWS + bodies + newerBodies + refusedJWS + realtimeRequests
    }

    /// Their files, and `jws.json`, which contains the expected results.
    static func jwsFiles() throws(TestKitError) -> [File] {
        var files: [File] = []
        for scenario in jwsScenarios {
            files.append(File(path: scenario.path, bytes: Array(try scenario.contents().utf8)))
        }
        let list = JSONText.array(jwsScenarios.map(\.json))
        files.append(File(path: "jws.json", bytes: Array(list.text.utf8)))
        return files
    }

    private static let subscription = TestTransaction(.exampleSubscription)

    private static var jwsList: [JWSScenario] {
        let local = TestTransaction(.exampleSubscription, environment: .xcode)
        return [
            JWSScenario("renewal", "The second month of a subscription, as Apple's server signs it.", subscription),
            JWSScenario("non-consumable", "A non-consumable.", TestTransaction()),
            JWSScenario(
                "refund", "A purchase that Apple revoked.",
                TestTransaction(
                    .nonConsumable("com.example.pro", on: .utc(2024, 4, 1, 9, 41)).refunded(
                        on: .utc(2024, 4, 3, 16, 20), reason: 1)
                ).with { $0.revocationType = "REFUND_FULL" }),
            JWSScenario(
                "trial", "A free trial.",
                TestTransaction(.autoRenewable("com.example.monthly", on: .utc(2024, 4, 1)).trial())),
            JWSScenario(
                "device", "A transaction as a device has it, bound to the device.", TestJWSContent.example(.transaction)
            ).with { $0.deviceVerificationID = TestDeviceVerification.exampleID },
            JWSScenario(
                "sandbox", "A transaction of the sandbox.",
                TestTransaction(.exampleSubscription, environment: .sandbox)
            ).with { $0.environment = "sandbox" },
            JWSScenario("xcode", "A transaction of StoreKit testing in Xcode.", local).with {
                $0.environment = "xcode"
                $0.trustRoot = nil
                $0.xcodeCertificate = "jws-xcode.cer"
            },
            JWSScenario("app-transaction", "An app transaction.", TestAppTransaction()),
            JWSScenario(
                "notification", "A notification of a renewal, with its two JWS.", TestNotification().ofFixtures),
            JWSScenario(
                "test-notification", "A test notification, which the developer requested: it has no evidence in it.",
                TestNotification(.data(TestNotificationData(transaction: nil))).ofFixtures),
        ]
    }

    private static var bodies: [JWSScenario] {
        let authority = TestAuthority.standard
        let start = Date.utc(2024, 3, 15, 10)
        let first = TestPurchase.autoRenewable("com.example.monthly", on: start, transactionID: "410000900000001")
        let history = ([first] + first.renewals(count: 2, every: .months(1))).map { TestTransaction($0) }
        let theme = TestTransaction(.nonConsumable("com.example.theme", on: start, transactionID: "410000900000101"))
        let time = Date.utc(2024, 5, 20)
        func body(
            _ name: String, _ kind: String, _ summary: String,
            _ contents: @escaping @Sendable () throws(TestKitError) -> String
        ) -> JWSScenario {
            JWSScenario("bodies/\(name).json", kind, summary, at: time, contents)
        }
        return [
            body("notification", "notification", "What Apple's server posts: `signedPayload`.") {
                () throws(TestKitError) in try authority.notificationBody(TestNotification().ofFixtures)
            },
            body("subscription-status", "subscriptionStatus", "A transaction and its renewal info.") {
                () throws(TestKitError) in
                try authority.subscriptionBody(subscription, TestRenewalInfo(of: subscription))
            },
            body("transaction-history", "list", "A page of the App Store Server API's transaction history.") {
                () throws(TestKitError) in try authority.historyBody(history + [theme])
            },
            body("subscription-statuses", "list", "The App Store Server API's statuses of all subscriptions.") {
                () throws(TestKitError) in try authority.statusesBody(Array(history.suffix(1)))
            },
            body("notification-history", "list", "A page of the App Store Server API's notification history.") {
                () throws(TestKitError) in
                try authority.notificationHistoryBody(
                    [
                        TestNotification().ofFixtures,
                        TestNotification(.externalPurchaseToken(TestExternalPurchaseToken())).ofFixtures,
                    ], paginationToken: "1714564800000_2")
            },
            body("order-lookup", "list", "The App Store Server API's answer about an order.") {
                () throws(TestKitError) in
                JSONText.object([
                    "status": .number(0), "signedTransactions": .array([.string(try authority.sign(theme))]),
                ]).compact
            },
            body("app-transaction", "appTransaction", "The App Store Server API's answer about an app transaction.") {
                () throws(TestKitError) in
                JSONText.object(["signedAppTransactionInfo": .string(try authority.sign(TestAppTransaction()))]).compact
            },
            body(
                "verify-receipt-answer", "appReceipt",
                "A stored answer from verifyReceipt, of which only the latest receipt is signed. Everything else in it is wrong."
            ) {
                () throws(TestKitError) in
                let receipt = try authority.sign(TestReceipt(purchases: [first]))
                return JSONText.object([
                    "status": .number(21003), "environment": .string("Sandbox"),
                    "receipt": .object(["bundle_id": .string("com.example.other"), "in_app": .array([])]),
                    "latest_receipt_info": .array([]), "latest_receipt": .string(TestText.base64(receipt)),
                    "pending_renewal_info": .array([.object(["auto_renew_status": .string("0")])]),
                ]).compact
            }.with { $0.trustRoot = "root.cer" },
            body("receipt-data", "appReceipt", "A request for verifyReceipt: a receipt in base64.") {
                () throws(TestKitError) in
                let receipt = try authority.sign(TestReceipt(purchases: [first]))
                return JSONText.object(["receipt-data": .string(TestText.base64(receipt))]).compact
            }.with { $0.trustRoot = "root.cer" },
            body(
                "notification-version-1", "appReceipt", "A version 1 notification, of which only the receipt is signed."
            ) {
                () throws(TestKitError) in
                let receipt = try authority.sign(TestReceipt(purchases: [first]))
                return JSONText.object([
                    "notification_type": .string("DID_RENEW"), "environment": .string("PROD"),
                    "bid": .string("com.example.app"),
                    "unified_receipt": .object(["latest_receipt": .string(TestText.base64(receipt))]),
                ]).compact
            }.with { $0.trustRoot = "root.cer" },
            body("notification-version-1-2020", "appReceipt", "A version 1 notification of before March 2021.") {
                () throws(TestKitError) in
                let receipt = try authority.sign(TestReceipt(purchases: [first]))
                return JSONText.object([
                    "notification_type": .string("INITIAL_BUY"), "environment": .string("PROD"),
                    "password": .string("0123456789abcdef0123456789abcdef"), "auto_renew_status": .string("false"),
                    "latest_receipt": .string(TestText.base64(receipt)), "latest_receipt_info": .object([]),
                ]).compact
            }.with { $0.trustRoot = "root.cer" },
        ]
    }

    /// A real-time request, which Apple's server sends before a customer cancels. It is not evidence of a purchase.
    private static var realtimeRequests: [JWSScenario] {
        let appAppleID = TestRealtimeRequest().appID
        func request(
            _ name: String, _ summary: String, _ request: TestRealtimeRequest = TestRealtimeRequest(),
            _ defect: String? = nil, refused error: String? = nil
        ) -> JWSScenario {
            JWSScenario(name, summary, request, JWSDefect.all.filter { $0.name == defect }, refused: error).with {
                $0.appAppleID = appAppleID
                $0.isForRealtimeMethod = true
            }
        }
        return [
            request("realtime-request", "A request for retention messages."),
            request(
                "realtime-request-sandbox", "A request of the sandbox, which names the app too.",
                TestRealtimeRequest(environment: .sandbox)
            ).with { $0.environment = "sandbox" },
            request(
                "refused-realtime-request-unbound", "The policy has no `appAppleID` to compare.",
                refused: "appAppleID.missing"
            ).with { $0.appAppleID = nil },
            request(
                "refused-realtime-request-other-app", "A request about another app.", TestRealtimeRequest(),
                "other-app-apple-id", refused: "appAppleID.mismatch"),
            request(
                "refused-realtime-request-environment", "A request of the sandbox.", TestRealtimeRequest(),
                "wrong-environment", refused: "environment.mismatch"),
            request(
                "refused-realtime-request-without-product", "A request that names no product.", TestRealtimeRequest(),
                "realtime-request-without-product-id", refused: "payload.missing"),
            request(
                "refused-realtime-request-notification", "A notification in its place.", TestRealtimeRequest(),
                "notification-in-place", refused: "payload.kind"),
        ]
    }

    /// A JWS rejected at each step, and JWS that are not purchases.
    private static var refusedJWS: [JWSScenario] {
        let refused: KeyValuePairs = [
            "two-parts": "jws.format", "algorithm-none": "jws.algorithm", "repeated-member": "json.repeatedMember",
            "developer-certificate": "chain.notReceiptSigner", "wrong-root": "chain.untrustedRoot",
            "signature-flipped": "signature.invalid", "wrong-environment": "environment.mismatch",
            "other-app": "bundleIdentifier.mismatch",
        ]
        return [
            JWSScenario(
                "refused-renewal-info", "A renewal info alone: it names no app.", TestRenewalInfo(),
                refused: "renewalInfo.unbound"),
            JWSScenario(
                "refused-retention-request",
                "A realtime request, which Apple's server sends before a customer cancels. It is evidence of no purchase.",
                TestRealtimeRequest(), refused: "payload.realtimeRequest"),
            JWSScenario(
                "refused-unknown-kind", "A payload of no known kind.", TestJWSContent.example(.other),
                refused: "payload.kind"),
        ]
            + refused.compactMap { name, error in
                JWSDefect.all.first { $0.name == name }.map {
                    JWSScenario("refused-\(name)", $0.summary, subscription, [$0], refused: error)
                }
            }
    }
}

extension TestNotification {
    /// The notification, with the UUID that all fixtures share.
    var ofFixtures: TestNotification { with { $0.notificationUUID = "4d1e8f5a-2c3b-4a69-9e07-5b8c6d2f1a30" } }
}
