import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("Purchases of accounts")
    struct PurchaseTests {
        @Test("Evidence of each kind is stored once, and gives access at a date", arguments: Backend.available)
        func evidence(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let transaction = try Subject.transaction()
                let first = try await server.submit(transaction.utf8, for: Subject.alice)
                #expect(
                    first
                        == Answer(
                            status: 200,
                            text: #"{"isNew":true,"kind":"transaction","originalTransactionIDs":["410000000000100"]}"#))
                #expect(try await server.submit(transaction.utf8, for: Subject.alice).isNew == false)

                let receipt = try Subject.receipt(Subject.pro("410000000000200"))
                #expect(try await server.submit(receipt, for: Subject.alice).isNew == true)
                let base64 = Data(receipt).base64EncodedString()
                #expect(try await server.submit(base64.utf8, for: Subject.alice).isNew == false)

                let status = try TestAuthority.standard.subscriptionBody(
                    TestTransaction(.exampleSubscription),
                    TestRenewalInfo(of: TestTransaction(.exampleSubscription)))
                #expect(try await server.submit(status.utf8, for: Subject.alice).isNew == true)
                #expect(try await server.count("evidence") == 3)

                let asked: [(String, [String])] = [
                    ("2024-03-31T23:59:59Z", []),
                    ("2024-04-01T00:00:00Z", ["com.example.pro", "com.example.monthly"]),
                    ("2024-06-20T00:00:00Z", ["com.example.pro"]),
                ]
                for (date, products) in asked {
                    let found = try await server.entitlements(of: Subject.alice, at: date)
                    #expect(Set(found) == Set(products), "\(date)")
                }
                #expect(try await server.entitlements(of: Subject.bob, at: "2024-04-10T00:00:00Z") == [])
            }
        }

        @Test("A notification of a refund ends the entitlement", arguments: Backend.available)
        func refund(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let now = "/accounts/\(Subject.alice)/entitlements?at=2024-06-12T00:00:00Z"
                _ = try await server.submit(Subject.transaction(at: .utc(2024, 6, 2)).utf8, for: Subject.alice)
                #expect(
                    try await server.get(now).text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","#
                        + #""date":"2024-06-12T00:00:00Z","entitlements":[{"originalTransactionID":"410000000000100","#
                        + #""productID":"com.example.monthly","state":"subscribed","until":"2024-07-01T00:00:00Z"}]}"#)
                let refund = try Subject.notification("REFUND", at: .utc(2024, 6, 11, 1), number: 4)
                #expect(try await server.notify(refund).isNew == true)
                #expect(try await server.get(now).products == [])
                let denied = try await server.access(of: Subject.alice, at: "2024-06-12T00:00:00Z")
                #expect(denied.text.contains(#""reason":"revoked","state":"denied""#), "a refund rules a renewal out")
            }
        }

        @Test(
            "A transaction with its renewal info is stored in addition to the transaction",
            arguments: Backend.available)
        func pair(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let date = Date.utc(2024, 4, 2)
                _ = try await server.submit(Subject.transaction(at: date).utf8, for: Subject.alice)
                let pair = try TestAuthority.standard.subscriptionBody(
                    try #require(Subject.story.transactions(at: date).last),
                    try #require(Subject.story.renewalInfo(at: date)))
                #expect(try await server.submit(pair.utf8, for: Subject.alice).isNew == true)
                #expect(try await server.submit(pair.utf8, for: Subject.alice).isNew == false)
                #expect(try await server.count("evidence") == 2)
                let answer = try await server.get("/accounts/\(Subject.alice)/entitlements?at=2024-04-10T00:00:00Z")
                #expect(answer.text.contains(#""willAutoRenew":true"#))
            }
        }

        @Test("An owned product has no end", arguments: Backend.available)
        func owned(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                _ = try await server.submit(Subject.receipt(Subject.pro("410000000000200")), for: Subject.alice)
                let answer = try await server.get("/accounts/\(Subject.alice)/entitlements?at=2030-01-01T00:00:00Z")
                #expect(
                    answer.text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","#
                        + #""date":"2030-01-01T00:00:00Z","entitlements":[{"originalTransactionID":"410000000000200","#
                        + #""productID":"com.example.pro","state":"owned"}]}"#)
            }
        }

        @Test("Duplicate and unordered notifications give the same purchases", arguments: Backend.available)
        func order(_ backend: Backend) async throws {
            let notifications = try [
                Subject.notification("SUBSCRIBED", at: .utc(2024, 4, 2), number: 1),
                Subject.notification("DID_RENEW", at: .utc(2024, 5, 2), number: 2),
                Subject.notification("DID_RENEW", at: .utc(2024, 6, 2), number: 3),
                Subject.notification("REFUND", at: .utc(2024, 6, 11, 1), number: 4),
                // Apple signs repeated notifications again.
                Subject.notification("REFUND", at: .utc(2024, 6, 11, 1), number: 4, signed: .utc(2024, 6, 12)),
            ]
            let client = try Subject.transaction()
            let ledgers = Collected<PurchaseLedger>()
            for seed in 0..<6 {
                try await TestServer.run(backend) { server in
                    var random = SeededGenerator(state: UInt64(seed))
                    let order = (notifications + notifications + [""]).shuffled(using: &random)
                    for body in order {
                        // The client's transaction arrives between the notifications.
                        let answer =
                            body.isEmpty
                            ? try await server.submit(client.utf8, for: Subject.alice) : try await server.notify(body)
                        #expect(answer.status == 200)
                    }
                    #expect(try await server.count("evidence") == 5)
                    ledgers.append(try #require(try await server.ledgers(of: Subject.alice).first))
                }
            }
            let all = ledgers.all
            #expect(all.count == 6)
            // Only the first copy of a repeated notification is stored. The date of the latest evidence depends on
            // which copy that is.
            #expect(Set(all.map { Array($0) }).count == 1)
            #expect(all.first?.map(\.transactionID) == ["410000000000100", "410000000000101", "410000000000102"])
            #expect(all.first?.last?.revocationDate == .utc(2024, 6, 11))
        }

        @Test(
            "A notification that Apple repeats, signed anew, is acknowledged and stored once",
            arguments: Backend.available)
        func repeated(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let first = try Subject.notification("DID_RENEW", at: .utc(2024, 5, 2), number: 2)
                let again = try Subject.notification(
                    "DID_RENEW", at: .utc(2024, 5, 2), number: 2, signed: .utc(2024, 5, 3))
                #expect(first != again)
                for (body, isNew) in [(first, true), (first, false), (again, false)] {
                    let answer = try await server.notify(body)
                    #expect(answer.status == 200)
                    #expect(answer.isNew == isNew)
                }
                #expect(try await server.count("evidence") == 1)
            }
        }

        @Test("A notification waits for an account that claims the purchase", arguments: Backend.available)
        func unbound(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                _ = try await server.notify(Subject.notification("DID_RENEW", at: .utc(2024, 5, 2), number: 2))
                #expect(try await server.count("owners") == 0)
                let date = "2024-05-10T00:00:00Z"
                #expect(try await server.entitlements(of: Subject.alice, at: date) == [])
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                #expect(try await server.entitlements(of: Subject.alice, at: date) == ["com.example.monthly"])
            }
        }

        @Test("The account in appAccountToken owns the purchase, even if it sent nothing", arguments: Backend.available)
        func accountToken(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let renewal = try Subject.notification(
                    "DID_RENEW", at: .utc(2024, 5, 2), number: 2, token: Subject.alice)
                #expect(try await server.notify(renewal).isNew == true)
                let date = "2024-05-10T00:00:00Z"
                #expect(try await server.entitlements(of: Subject.alice, at: date) == ["com.example.monthly"])
                let late = try await server.submit(Subject.transaction().utf8, for: Subject.bob)
                #expect(late.code == "purchase.ownedByOtherAccount")
            }
        }

        @Test(
            "Stored evidence that a stricter policy rejects causes an error and isn't left out",
            arguments: Backend.available)
        func noLongerVerifies(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                _ = try await server.submit(Subject.receipt(Subject.pro("410000000000200")), for: Subject.alice)
                let refund = try Subject.transaction(at: .utc(2024, 6, 12))
                _ = try await server.submit(refund.utf8, for: Subject.alice)
                let verified = try ReceiptVerifier(policy: try Subject.policy())
                    .verify(transaction: refund, at: Subject.now)
                var policy = try Subject.policy()
                let signer = try #require(
                    Fingerprint(ofKeyIn: try TestAuthority.standard.jwsSignerCertificate))
                policy.distrustedKeys = [signer]
                let strict = PurchaseController(
                    verifier: ReceiptVerifier(policy: policy), purchases: server.controller.purchases,
                    now: { Subject.now })
                let alice = try #require(UUID(uuidString: Subject.alice))
                let rejected = RejectedPiece(
                    digest: verified.contentDigest.description, error: .distrusted(.signer, signer))
                await #expect(throws: rejected) { _ = try await strict.ledgers(of: alice, at: Subject.now) }
                #expect(
                    rejected.description.hasPrefix(
                        "chain.distrusted of the stored evidence \(verified.contentDigest): "))
                // Before the policy is changed, the check finds this piece among all that is stored.
                let purchases = server.controller.purchases
                #expect(try await purchases.rejected(by: ReceiptVerifier(policy: policy)) == [rejected])
                #expect(try await purchases.rejected(by: server.controller.verifier) == [])
            }
        }

        @Test("Only an expired volume purchase is left out", arguments: Backend.available)
        func volumePurchase(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                var receipt = TestReceipt(
                    environment: .volumePurchase, creationDate: .utc(2024, 5, 1),
                    purchases: [Subject.pro("410000000000200")])
                receipt.expirationDate = .utc(2024, 7, 10)
                _ = try await server.submit(TestAuthority.standard.sign(receipt), for: Subject.alice)
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                for (date, products) in [
                    ("2024-04-20T00:00:00Z", ["com.example.pro", "com.example.monthly"]),
                    ("2024-07-09T23:59:59Z", ["com.example.pro"]), ("2024-07-10T00:00:00Z", []),
                ] {
                    let found = try await server.entitlements(of: Subject.alice, at: date)
                    #expect(Set(found) == Set(products), "\(date)")
                }
                let pro = "/accounts/\(Subject.alice)/access?products=com.example.pro&at=2024-07-"
                #expect(try await server.get(pro + "09T23:59:59Z").state == "granted")
                #expect(try await server.get(pro + "10T00:00:00Z").text.contains(#""reason":"noPurchaseKnown""#))
            }
        }

        @Test("A test notification has no purchase and is acknowledged", arguments: Backend.available)
        func testNotification(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let test = TestNotification(.data(TestNotificationData(transaction: nil)), type: "TEST")
                let body = try TestAuthority.standard.notificationBody(test)
                let answer = try await server.notify(body)
                #expect(
                    answer
                        == Answer(
                            status: 200, text: #"{"isNew":true,"kind":"notification","originalTransactionIDs":[]}"#))
                // The response of Get Test Notification Status has the same payload.
                let attempts =
                    body.dropLast() + #","sendAttempts":[{"attemptDate":1714564800000,"sendAttemptResult":"SUCCESS"}]}"#
                #expect(try await server.notify(String(attempts)).isNew == false)
            }
        }

        @Test(
            "Access lasts until the grace period ends; in billing retry a recovery may be missing",
            arguments: Backend.available)
        func grace(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let story = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: Subject.monthly)
                ).failingToRenew(gracePeriod: .days(16))
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                for notification in story.notifications(at: .utc(2024, 5, 2)) {
                    #expect(
                        try await server.notify(TestAuthority.standard.notificationBody(notification)).isNew == true)
                }
                let entitlements = "/accounts/\(Subject.alice)/entitlements?at=2024-05"
                #expect(
                    try await server.get(entitlements + "-10T00:00:00Z").text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","#
                        + #""date":"2024-05-10T00:00:00Z","entitlements":[{"originalTransactionID":"410000000000100","#
                        + #""productID":"com.example.monthly","state":"inGracePeriod","until":"2024-05-17T00:00:00Z","#
                        + #""willAutoRenew":true}]}"#)
                #expect(try await server.get(entitlements + "-17T00:00:00Z").products == [])
                let after = try await server.access(of: Subject.alice, at: "2024-05-17T00:00:00Z")
                #expect(after.text.contains(#""missing":["billingRecovery"],"state":"undetermined""#))
            }
        }

        @Test("A database of another app or environment is rejected", arguments: Backend.available)
        func otherSubject(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                await #expect(
                    throws: OtherSubject(found: "com.example.app, production", expected: "com.example.app, sandbox")
                ) { try await PurchaseStore(server.store, subject: "com.example.app, sandbox") }
                _ = try await PurchaseStore(server.store, subject: "com.example.app, production")
            }
        }
    }
}

/// Collects values from several tasks.
final class Collected<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []

    @discardableResult
    func append(_ value: Value) -> Int {
        lock.withLock {
            values.append(value)
            return values.count
        }
    }

    var all: [Value] { lock.withLock { values } }
}

/// SplitMix64, which gives the same numbers in each run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
