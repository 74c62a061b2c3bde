import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the test notification of *StoreKit 2 and notifications*, and its table of codes.
@Suite("Documentation: requesting a test notification")
struct TestNotificationPageTests {
    private static let now = Date.utc(2024, 6, 20)

    private func verifier(appAppleID: Int64? = nil) throws -> ReceiptVerifier {
        var policy = ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked,
            trust: try .roots(TestAuthority.standard.rootCertificates))
        policy.appAppleID = appAppleID
        return ReceiptVerifier(policy: policy)
    }

    @Test("A test notification is verified, and so is the answer of Get Test Notification Status")
    func test() throws {
        let data = TestNotificationData(transaction: nil)
        let test = TestNotification(.data(data), type: "TEST")
        let body = try TestAuthority.standard.notificationBody(test)

        let attempts =
            body.dropLast() + #","sendAttempts":[{"attemptDate":1714564800000,"sendAttemptResult":"SUCCESS"}]}"#
        for body in [body, String(attempts)] {
            let notification = try verifier().verify(notificationBody: body, at: Self.now)
            #expect(notification.notificationType == .test && notification.transaction == nil)
        }
    }

    @Test("The page's codes are those of its causes")
    func codes() throws {
        func body(by authority: TestAuthority = .standard, _ change: (inout TestNotificationData) -> Void) throws
            -> String
        {
            var data = TestNotificationData(transaction: nil)
            change(&data)
            return try authority.notificationBody(TestNotification(.data(data)))
        }
        let page = try Pages.article("StoreKit2AndNotifications").text
        for (code, body) in [
            ("bundleIdentifier.mismatch", try body { $0.bundleIdentifier = "com.example.other" }),
            ("environment.mismatch", try body { $0.environment = .sandbox }),
            ("appAppleID.mismatch", try body { _ in }), ("chain.untrustedRoot", try body(by: .untrusted) { _ in }),
            ("evidence.empty", "{}"),
        ] {
            #expect(page.contains("| `\(code)` |"))
            #expect {
                try verifier(appAppleID: 1).verify(notificationBody: body, at: Self.now)
            } throws: { error in (error as? VerificationError)?.code == code }
        }
    }
}
