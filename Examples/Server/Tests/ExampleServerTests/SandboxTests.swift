import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("Sandbox purchases, which cost nothing")
    struct SandboxTests {
        private static let sandbox = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 5, 5), transactionID: "2000000000000100"))
        private static let alice = Set([UUID(uuidString: Subject.alice)].compactMap(\.self))

        private static func transaction(token: String? = nil) throws -> String {
            var transaction = try #require(sandbox.transactions(at: .utc(2024, 5, 6), environment: .sandbox).last)
            transaction.appAccountToken = token
            return try TestAuthority.standard.sign(transaction)
        }

        @Test(
            "An account on the list may use a sandbox purchase, and the answer says that it is one",
            arguments: Backend.available)
        func listed(_ backend: Backend) async throws {
            try await TestServer.run(backend, sandboxAccounts: Self.alice) { server, apple, _ in
                let accepted = try await server.submit(Self.transaction().utf8, for: Subject.alice)
                #expect(accepted.status == 200)
                let granted = try await server.access(of: Subject.alice)
                #expect(
                    granted.text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","date":"2024-05-10T00:00:00Z","#
                        + #""entitlement":{"environment":"Sandbox","originalTransactionID":"2000000000000100","#
                        + #""productID":"com.example.monthly","state":"subscribed","until":"2024-06-05T00:00:00Z"},"#
                        + #""state":"granted"}"#)
                #expect(apple.asked.isEmpty)
            }
        }

        @Test("Another account may not use a sandbox purchase, and learns why", arguments: Backend.available)
        func unlisted(_ backend: Backend) async throws {
            try await TestServer.run(backend, sandboxAccounts: Self.alice) { server, _, _ in
                let before = try await server.count("owners")
                let rejected = try await server.submit(Self.transaction().utf8, for: Subject.bob)
                #expect(rejected.status == 403)
                #expect(rejected.code == "evidence.sandbox")
                #expect(try await server.count("evidence") == 1)
                #expect(try await server.count("owners") == before)
                // A forged one gets the same response as any forgery.
                let forged = try TestAuthority.untrusted.sign(TestTransaction(environment: .sandbox))
                #expect(try await server.submit(forged.utf8, for: Subject.bob).code == "evidence.rejected")

                // The notification is stored, like all, and gives Bob nothing.
                let notification = TestNotification(
                    .data(
                        TestNotificationData(
                            transaction: try #require(
                                Self.sandbox.transactions(at: .utc(2024, 5, 6), environment: .sandbox).last.map {
                                    var transaction = $0
                                    transaction.appAccountToken = Subject.bob
                                    return transaction
                                }))), type: "SUBSCRIBED")
                let stored = try await server.notify(TestAuthority.standard.notificationBody(notification))
                #expect(stored.status == 200)
                #expect(try await server.count("owners") == before + 1)
                let answer = try await server.access(of: Subject.bob)
                #expect(answer.text.contains(#""reason":"noPurchaseKnown","state":"denied""#))
                #expect(try await server.entitlements(of: Subject.bob, at: "2024-05-10T00:00:00Z") == [])
            }
        }

        @Test("Each environment's purchases have their own ledger", arguments: Backend.available)
        func both(_ backend: Backend) async throws {
            try await TestServer.run(backend, sandboxAccounts: Self.alice) { server, apple, clock in
                _ = try await server.submit(Self.transaction().utf8, for: Subject.alice)
                #expect(try await server.ledgers(of: Subject.alice).map(\.environment) == [.production, .sandbox])
                // The production month has expired, the sandbox month is active.
                let path = "/accounts/\(Subject.alice)/entitlements?at=2024"
                let april = try await server.get(path + "-04-10T00:00:00Z")
                #expect(april.products == ["com.example.monthly"])
                #expect(!april.text.contains("environment"))
                let may = try await server.get(path + "-05-10T00:00:00Z")
                #expect(may.products == ["com.example.monthly"])
                #expect(may.text.contains(#""environment":"Sandbox""#))

                // Later both subscriptions may have renewed. Each of Apple's two servers knows one of them.
                clock.advance(by: 40 * 86_400)
                #expect(try await server.access(of: Subject.alice).askApple == #""410000000000100""#)
                #expect(apple.asked == ["410000000000100"])
                let failing = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: Subject.monthly)
                ).lapsing(for: .days(90))
                _ = try await server.submit(
                    JSONEncoder().encode(SignedStatus.of(failing, at: clock.now)), for: Subject.alice)
                apple.answers([try .of(Self.sandbox.renewing(times: 1), at: clock.now, environment: .sandbox)])
                let granted = try await server.access(of: Subject.alice)
                #expect(granted.state == "granted")
                #expect(granted.text.contains(#""environment":"Sandbox""#))
                #expect(apple.asked == ["410000000000100", "2000000000000100 in Sandbox"])
            }
        }

        @Test(
            "An account that was removed from the list may no longer use sandbox purchases",
            arguments: Backend.available)
        func leaving(_ backend: Backend) async throws {
            try await TestServer.run(backend, sandboxAccounts: Self.alice) { server, _, clock in
                _ = try await server.submit(Self.transaction().utf8, for: Subject.alice)
                #expect(try await server.access(of: Subject.alice).state == "granted")
                let other = PurchaseController(
                    verifier: server.controller.verifier, purchases: server.controller.purchases, now: clock.time)
                let alice = try #require(Self.alice.first)
                #expect(try await other.ledgers(of: alice, at: clock.now).map(\.environment) == [.production])
                // A server for tests accepts sandbox purchases from every account.
                let tests = PurchaseController(
                    verifier: server.controller.verifier, purchases: server.controller.purchases, now: clock.time,
                    environment: .sandbox)
                #expect(try await tests.ledgers(of: alice, at: clock.now).map(\.environment) == [.sandbox])
            }
        }
    }
}
