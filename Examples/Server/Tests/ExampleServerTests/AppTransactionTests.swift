import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("Evidence without purchases")
    struct AppTransactionTests {
        private static let other = "704000000000000002"

        /// The app transaction of a customer who has had the app since version 17.
        private static func app(_ id: String? = nil) throws -> String {
            try TestAuthority.standard.sign(
                TestAppTransaction().with { if let id { $0.appTransactionID = id } })
        }

        private static func knowsFirstVersion(_ account: String, _ server: TestServer) async throws -> Bool {
            let ledgers = try await server.ledgers(of: account)
            return ledgers.first?.firstAcquired(before: "18").isBefore == true
        }

        @Test(
            "An app transaction is merged with the account's evidence, and is one account's",
            arguments: Backend.available)
        func own(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let app = try Self.app(Self.other)
                let stored = try await server.submit(app.utf8, for: Subject.alice)
                #expect(
                    stored
                        == Answer(
                            status: 200, text: #"{"isNew":true,"kind":"appTransaction","originalTransactionIDs":[]}"#))
                #expect(try await Self.knowsFirstVersion(Subject.alice, server))
                #expect(try await server.submit(app.utf8, for: Subject.alice).isNew == false)
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                #expect(try await server.ledgers(of: Subject.alice).map { $0.count } == [1])
                #expect(try await Self.knowsFirstVersion(Subject.alice, server))

                let conflict = try await server.submit(app.utf8, for: Subject.bob)
                #expect(conflict.status == 409)
                #expect(conflict.text.contains("Another account has appTransaction:\(Self.other), and"))
                #expect(try await server.ledgers(of: Subject.bob).isEmpty)
                #expect(try await server.transfer("appTransaction:\(Self.other)", to: Subject.bob).status == 200)
                #expect(try await server.submit(app.utf8, for: Subject.bob).isNew == false)
                #expect(try await Self.knowsFirstVersion(Subject.bob, server))
                #expect(try await Self.knowsFirstVersion(Subject.alice, server) == false)
            }
        }

        @Test(
            "The app transaction that an account's purchases name is its own, and moves with them",
            arguments: Backend.available)
        func named(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let app = try Self.app()
                let renewal = try Subject.notification(
                    "DID_RENEW", at: .utc(2024, 5, 2), number: 2, token: Subject.alice)
                _ = try await server.notify(renewal)
                #expect(try await server.submit(app.utf8, for: Subject.bob).status == 409)
                #expect(try await server.submit(app.utf8, for: Subject.alice).isNew == true)
                #expect(try await Self.knowsFirstVersion(Subject.alice, server))
                // Another purchase by the same Apple Account, made for another of your accounts, belongs to that
                // account.
                let second = TestTransaction(
                    .nonConsumable("com.example.pro", on: .utc(2024, 4, 1), transactionID: "410000000000500"))
                let jws = try TestAuthority.standard.sign(second)
                #expect(try await server.submit(jws.utf8, for: Subject.bob).isNew == true)
                let date = "2024-05-10T00:00:00Z"
                #expect(try await server.entitlements(of: Subject.bob, at: date) == ["com.example.pro"])
                #expect(try await server.entitlements(of: Subject.alice, at: date) == ["com.example.monthly"])
                #expect(try await Self.knowsFirstVersion(Subject.bob, server) == false)

                let carol = UUID().uuidString
                let moved = try await server.transfer(Subject.monthly, to: carol)
                #expect(
                    moved.text == #"{"moved":["\#(Subject.monthly)","appTransaction:704000000000000001"]}"#)
                #expect(try await Self.knowsFirstVersion(carol, server))
                #expect(try await server.ledgers(of: Subject.alice).isEmpty)
                #expect(try await server.entitlements(of: Subject.bob, at: date) == ["com.example.pro"])
                // The app transaction has gone already.
                #expect(
                    try await server.transfer("410000000000500", to: carol).text == #"{"moved":["410000000000500"]}"#)
            }
        }

        @Test(
            "A notification with an app transaction is found by the account that has it", arguments: Backend.available)
        func notification(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let notification = TestNotification(
                    .appData(TestNotificationAppData(appTransaction: TestAppTransaction())), type: "RESCIND_CONSENT")
                let body = try TestAuthority.standard.notificationBody(notification)
                #expect(try await server.notify(body).isNew == true)
                #expect(try await Self.knowsFirstVersion(Subject.alice, server) == false)
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                #expect(try await Self.knowsFirstVersion(Subject.alice, server))
                #expect(try await Self.knowsFirstVersion(Subject.bob, server) == false)
            }
        }

        @Test("A receipt without purchases, or an old app transaction, is one account's", arguments: Backend.available)
        func unnamed(_ backend: Backend) async throws {
            let old = try TestAuthority.standard.sign(
                TestAppTransaction().with { $0.appTransactionID = nil })
            let pieces = try [Subject.receipt(), Array(old.utf8)]
            for evidence in pieces {
                try await TestServer.run(backend) { server in
                    let first = try await server.submit(evidence, for: Subject.alice)
                    #expect(first.isNew == true)
                    #expect(try await server.submit(evidence, for: Subject.alice).isNew == false)
                    #expect(try await server.ledgers(of: Subject.alice).map { $0.sources.count } == [1])
                    #expect(try await server.submit(evidence, for: Subject.bob).code == "purchase.ownedByOtherAccount")
                    #expect(try await server.ledgers(of: Subject.bob).isEmpty)
                }
            }
        }

        @Test("A list can't hide another account's app transaction among purchases", arguments: Backend.available)
        func hidden(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                _ = try await server.submit(Self.app(Self.other).utf8, for: Subject.alice)
                let notifications = [
                    TestNotification(.data(TestNotificationData(transaction: TestTransaction())), type: "SUBSCRIBED"),
                    TestNotification(
                        .appData(
                            TestNotificationAppData(
                                appTransaction: TestAppTransaction().with { $0.appTransactionID = Self.other })),
                        type: "RESCIND_CONSENT"),
                ]
                let bodies = try notifications.map { try TestAuthority.standard.notificationBody($0) }
                let history = #"{"notificationHistory":[\#(bodies.joined(separator: ","))]}"#
                let answer = try await server.submit(history.utf8, for: Subject.bob)
                #expect(answer.code == "purchase.ownedByOtherAccount")
                #expect(try await server.count("owners") == 1)
            }
        }
    }
}
