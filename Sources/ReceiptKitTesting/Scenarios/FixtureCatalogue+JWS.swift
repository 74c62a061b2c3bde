internal import ReceiptEssentials

extension FixtureCatalogue {
    /// Every JWS and body that has a file.
    package static var jwsScenarios: [JWSScenario] { jwsList + newerJWS + bodies + newerBodies + refusedJWS }

    /// Their files, and `jws.json`, which says what must come out.
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
                "refund", "A purchase that Apple took back.",
                TestTransaction(
                    .nonConsumable("com.example.pro", on: .utc(2024, 4, 1, 9, 41)).refunded(
                        on: .utc(2024, 4, 3, 16, 20), reason: 1)
                ).with { $0.revocationType = "REFUND_FULL" }),
            JWSScenario(
                "trial", "A free trial.",
                TestTransaction(.autoRenewable("com.example.monthly", on: .utc(2024, 4, 1)).trial())),
            JWSScenario(
                "device", "A transaction as a device has it, bound to that.", TestJWSContent.example(.transaction)
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
            JWSScenario("notification", "A notification of a renewal, with its two JWS.", TestNotification()),
            JWSScenario(
                "test-notification", "A notification that the developer asked for as a test: nothing is in it.",
                TestNotification(.data(TestNotificationData(transaction: nil)))),
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
            body("notification", "notification", "What Apple's server posts: signedPayload.") {
                () throws(TestKitError) in try authority.notificationBody(TestNotification())
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
            body("receipt-data", "appReceipt", "What verifyReceipt is asked: a receipt in base64.") {
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
        ]
    }

    /// One of each step, and what nobody may take for a purchase.
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
                "refused-retention-request", "What Apple's server asks before a customer cancels: no purchase.",
                TestJWSContent.example(.other), refused: "payload.kind"),
        ]
            + refused.compactMap { name, error in
                JWSDefect.all.first { $0.name == name }.map {
                    JWSScenario("refused-\(name)", $0.summary, subscription, [$0], refused: error)
                }
            }
    }
}
