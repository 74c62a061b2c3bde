import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The endpoint of *StoreKit 2 and notifications*.
@Suite("Documentation: from endpoint to ledger")
struct PurchaseEndpointTests {
    private struct DiskFull: Error {}
    private typealias Stored = (body: [UInt8], received: Date)

    private static let account = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private static let now = Date.utc(2024, 6, 20)
    private let authority = TestAuthority.standard
    private let log = Lines()

    private func endpoint() throws -> PurchaseEndpoint {
        let log = log
        return try PurchaseEndpoint(.production, trust: .roots(authority.rootCertificates)) { log.append($0) }
    }

    private func status(
        _ body: String, store: (Set<PurchaseEndpoint.Claim>, VerifiedEvidence) throws -> Void = { _, _ in }
    ) throws -> Int {
        try endpoint().status(
            for: Array(body.utf8), fromAppStore: body.hasPrefix("{"), at: Self.now, requestID: "7", store: store)
    }

    @Test("A refunded customer: the transaction gives access until the notification arrives")
    func refund() throws {
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 6, 1)))
        var transaction = story.transactions()[0]
        transaction.appAccountToken = Self.account.uuidString
        let refund = try #require(story.refunded(on: .utc(2024, 6, 11)).notifications().last)
        #expect(refund.notificationType == "REFUND")

        var stored: [Stored] = []
        func products() throws -> [String] { try endpoint().products(in: stored, at: Self.now) }
        #expect(try products() == [])
        let jws = try authority.sign(transaction)
        let claim = PurchaseEndpoint.Claim(
            originalTransactionID: transaction.originalTransactionID, appAccountToken: Self.account)
        let posted = try status(jws) { claims, evidence in
            #expect(claims == [claim] && evidence.kind == .transaction)
            stored.append((Array(jws.utf8), Self.now))
        }
        #expect(posted == 200)
        #expect(try products() == ["com.example.monthly"])

        let body = try authority.notificationBody(refund)
        #expect(try status(body) { _, _ in stored.append((Array(body.utf8), Self.now)) } == 200)
        #expect(stored.count == 2)
        #expect(try products() == [])
    }

    @Test("A test notification is verified and has nothing to store")
    func test() throws {
        let data = TestNotificationData(transaction: nil)
        let test = TestNotification(.data(data), type: "TEST")
        let body = try TestAuthority.standard.notificationBody(test)

        #expect(try status(body) { _, _ in throw DiskFull() } == 200)
        // The JSON body that Get Test Notification Status answers.
        let attempts =
            body.dropLast() + #","sendAttempts":[{"attemptDate":1714564800000,"sendAttemptResult":"SUCCESS"}]}"#
        #expect(try status(String(attempts)) == 200)
    }

    @Test("The App Store's route accepts notifications alone")
    func otherEvidence() throws {
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 6, 1)))
        let jws = try authority.sign(story.transactions()[0])
        let body = #"{"signedTransactionInfo":"\#(jws)"}"#
        #expect(try status(body) { _, _ in throw DiskFull() } == 422)
        #expect(log.all == ["7 rejected: not a notification"])
    }

    @Test("If the database fails, the notification isn't acknowledged")
    func databaseFails() throws {
        let body = try authority.notificationBody(TestNotification())
        #expect(throws: DiskFull.self) { try status(body) { _, _ in throw DiskFull() } }
    }

    @Test("The page's codes are those of its causes")
    func codes() throws {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots(TestAuthority.standard.rootCertificates))
        policy.appAppleID = 1
        let verifier = ReceiptVerifier(policy: policy)
        func data(_ change: (inout TestNotificationData) -> Void) throws -> String {
            var data = TestNotificationData(transaction: nil)
            change(&data)
            return try authority.notificationBody(TestNotification(.data(data)))
        }
        let untrusted = try TestAuthority.untrusted.notificationBody(
            TestNotification(.data(TestNotificationData(transaction: nil))))
        let page = try Pages.article("StoreKit2AndNotifications").text
        for (code, body) in [
            ("bundleIdentifier.mismatch", try data { $0.bundleIdentifier = "com.example.other" }),
            ("environment.mismatch", try data { $0.environment = .sandbox }),
            ("appAppleID.mismatch", try data { _ in }), ("chain.untrustedRoot", untrusted), ("evidence.empty", "{}"),
        ] {
            #expect(page.contains("| `\(code)` |"))
            #expect {
                try verifier.verify(evidence: Array(body.utf8), at: .utc(2024, 6, 1))
            } throws: { error in (error as? VerificationError)?.code == code }
            #expect(try status(body) == (code == "appAppleID.mismatch" ? 200 : 422), "\(code)")
        }
        #expect(log.all.count == 4)
    }
}
