import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The code of *Receiving a test notification*.
@Suite("Documentation: Receiving a test notification")
struct TestNotificationTests {
    private struct DiskFull: Error {}

    private func route() throws -> NotificationRoute {
        try NotificationRoute(.production, trust: .roots(TestAuthority.standard.rootCertificates))
    }

    private func answer(_ body: String, _ store: (VerifiedNotification) throws -> Void = { _ in }) throws -> Int {
        try route().answer(Array(body.utf8), now: .utc(2024, 6, 1), store: store)
    }

    @Test("A test notification is verified, and has nothing to store")
    func test() throws {
        let data = TestNotificationData(transaction: nil)
        let test = TestNotification(.data(data), type: "TEST")
        let body = try TestAuthority.standard.notificationBody(test)

        #expect(try answer(body) { _ in throw DiskFull() } == 200)
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
        guard case .notification(let verified) = try verifier.verify(evidence: Array(body.utf8), at: .utc(2024, 6, 1))
        else {
            Issue.record("no notification")
            return
        }
        #expect(verified.notificationType == .test)
        #expect(verified.transaction == nil && verified.renewalInfo == nil)
        #expect(try PurchaseLedger(merging: [verified]).isEmpty)
        // What Get Test Notification Status answers.
        let status =
            body.dropLast() + #","sendAttempts":[{"attemptDate":1714564800000,"sendAttemptResult":"SUCCESS"}]}"#
        #expect(try answer(String(status)) == 200)
    }

    @Test("Any other notification is stored, and what cannot be stored is not acknowledged")
    func others() throws {
        let body = try TestAuthority.standard.notificationBody(TestNotification())
        var stored: [VerifiedNotification] = []
        #expect(try answer(body) { stored.append($0) } == 200)
        #expect(stored.map(\.notificationType) == [.didRenew])
        #expect(throws: DiskFull.self) { try answer(body) { _ in throw DiskFull() } }
    }

    @Test("The page's codes are those of what it says")
    func codes() throws {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots(TestAuthority.standard.rootCertificates))
        policy.appAppleID = 1
        let verifier = ReceiptVerifier(policy: policy)
        func data(_ change: (inout TestNotificationData) -> Void) throws -> String {
            var data = TestNotificationData(transaction: nil)
            change(&data)
            return try TestAuthority.standard.notificationBody(TestNotification(.data(data)))
        }
        let stranger = try TestAuthority.stranger.notificationBody(
            TestNotification(.data(TestNotificationData(transaction: nil))))
        let page = try Pages.article("ReceivingATestNotification").text
        for (code, body) in [
            ("bundleIdentifier.mismatch", try data { $0.bundleIdentifier = "com.example.other" }),
            ("environment.mismatch", try data { $0.environment = .sandbox }),
            ("appAppleID.mismatch", try data { _ in }), ("chain.untrustedRoot", stranger), ("evidence.empty", "{}"),
        ] {
            #expect(page.contains("| `\(code)` |"))
            #expect {
                try verifier.verify(evidence: Array(body.utf8), at: .utc(2024, 6, 1))
            } throws: { error in (error as? VerificationError)?.code == code }
            #expect(try answer(body) == (code == "appAppleID.mismatch" ? 200 : 422), "\(code)")
        }
        #expect(try answer(TestAuthority.standard.sign(TestTransaction())) == 422, "no notification")
    }
}
