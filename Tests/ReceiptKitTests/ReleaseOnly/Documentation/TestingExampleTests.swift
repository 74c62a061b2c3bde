import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

struct Shop {
    private let verifier: ReceiptVerifier

    init(
        device: DeviceRequirement, trust: TrustStore = .appStore
    ) throws {
        verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: device,
                trust: trust))
    }

    /// Returns the products to unlock. Empty if the receipt is
    /// rejected.
    func unlockedProducts(
        _ receipt: [UInt8], now: Date
    ) -> Set<String> {
        do {
            let verified = try verifier.verify(receipt, at: now)
            let ledger = try PurchaseLedger(merging: [verified])
            let entitlements = ledger.currentEntitlements(at: now)
            return Set(entitlements.map(\.productID))
        } catch {
            return []
        }
    }
}

/// Tests the code of *Testing your purchase code*.
@Suite("Documentation: Testing your purchase code")
struct TestingExampleTests {
    @Test("A story gives the notification of each step")
    func story() throws {
        let transcript = Transcript()
        func print(_ item: Any, line: Int = #line) { transcript.note(item, line: line) }

        let story = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 1, 10))
        )
        .failingToRenew(for: .days(20), gracePeriod: .days(16)).renewing()
        for step in story.notifications() {
            let type = [step.notificationType, step.subtype]
            print(type.compactMap(\.self).joined(separator: "/"))
            // → SUBSCRIBED/INITIAL_BUY | DID_FAIL_TO_RENEW/GRACE_PERIOD
            //   | GRACE_PERIOD_EXPIRED | DID_RENEW/BILLING_RECOVERY
        }

        try transcript.check()
    }

    @Test("The notifications of a refunded customer deny access")
    func refunded() throws {
        let story = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 6, 1))
        ).refunded(on: .utc(2024, 6, 11))
        let authority = TestAuthority.standard
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked,
                trust: try .roots(authority.rootCertificates)))
        let now = Date.utc(2024, 6, 20)
        let notifications = try story.notifications().map {
            let body = try authority.notificationBody($0)
            return try verifier.verify(notificationBody: body, at: now)
        }
        let ledger = try PurchaseLedger(merging: notifications)
        let access = ledger.access(to: "com.example.monthly", at: now)
        guard case .denied(let denial) = access else {
            Issue.record("A refunded customer isn't denied: \(access)")
            return
        }
        #expect(denial.reason == .revoked)
    }

    @Test("Receipts as needed, other dates, and the error of a forged one")
    func examples() throws {
        let news = TestPurchase.subscription(
            "com.example.news", from: .utc(2024, 1, 31), periods: 4)
        let receipt = TestReceipt(
            bundleIdentifier: "com.example.app",
            creationDate: .utc(2024, 5, 1),
            purchases: [
                .nonConsumable("com.example.pro", on: .utc(2024, 4, 1))
                    .refunded(on: .utc(2024, 4, 3)),
                .autoRenewable("com.example.monthly", on: .utc(2024, 4, 7))
                    .trial(),
            ] + news)
        let authority = TestAuthority.standard
        let shop = try Shop(
            device: .unchecked, trust: .roots(authority.rootCertificates))
        let unlocked = shop.unlockedProducts(
            try authority.sign(receipt), now: .utc(2024, 5, 2))
        #expect(unlocked == ["com.example.monthly", "com.example.news"])

        let april = Date.utc(2024, 4, 1)
        let bytes = try TestAuthority.standard.sign(
            TestReceipt(
                bundleIdentifier: "com.example.app", creationDate: april,
                purchases: [
                    .autoRenewable(
                        "com.example.monthly", on: april, for: .months(1))
                ]))
        let last = shop.unlockedProducts(bytes, now: .utc(2024, 4, 30))
        #expect(last == ["com.example.monthly"])
        #expect(shop.unlockedProducts(bytes, now: .utc(2024, 5, 1)) == [])

        let forged = try TestAuthority.standard.sign(
            receipt, defects: [.named("developer-certificate")])
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
        #expect {
            try verifier.verify(forged, at: .utc(2024, 5, 2))
        } throws: { error in
            (error as? VerificationError)?.code == "chain.notReceiptSigner"
        }
    }

    @Test(
        "A receipt with one defect unlocks nothing",
        arguments: Defect.all)
    func aDefectUnlocksNothing(_ defect: Defect) throws {
        let receipt = TestReceipt(
            bundleIdentifier: "com.example.app",
            purchases: [
                .nonConsumable("com.example.pro", on: .utc(2024, 4, 1))
            ])
        let authority = TestAuthority.standard
        let bytes = try authority.sign(receipt, defects: [defect])

        let vendor = TestReceipt.exampleIdentifierForVendor
        let shop = try Shop(
            device: [.identifierForVendor(vendor)],
            trust: .roots(authority.rootCertificates))
        #expect(shop.unlockedProducts(bytes, now: .utc(2026, 1, 1)) == [])
    }

    @Test(
        "A transaction with one defect is rejected",
        arguments: JWSDefect.all(rejectedBy: []))
    func aDefectIsRejected(_ defect: JWSDefect) throws {
        let authority = TestAuthority.standard
        let jws = try authority.sign(
            TestJWSContent.example(.transaction), defects: [defect])
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked,
                trust: try .roots(authority.rootCertificates)))
        #expect(throws: VerificationError.self) {
            try verifier.verify(
                transaction: jws, at: .utc(2024, 4, 15, 12))
        }
    }

    @Test("The page says how many defects there are")
    func count() throws {
        #expect(try Pages.article("TestingYourPurchaseCode").text.contains("has \(Defect.all.count) defects"))
    }
}
