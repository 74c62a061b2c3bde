import Foundation
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("One original transaction belongs to one account")
    struct OwnerTests {
        @Test("A second account gets 409, and none of its evidence is stored", arguments: Backend.available)
        func conflict(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let receipt = try Subject.receipt(Subject.pro("410000000000200"))
                _ = try await server.submit(receipt, for: Subject.alice)
                let conflict = Answer(
                    status: 409,
                    text: #"{"error":{"code":"purchase.ownedByOtherAccount","message":"Another account has "#
                        + #"410000000000200, and only one can have it."}}"#)
                #expect(try await server.submit(receipt, for: Subject.bob) == conflict)
                let more = try Subject.receipt(Subject.pro("410000000000200"), Subject.pro("410000000000199"))
                #expect(try await server.submit(more, for: Subject.bob) == conflict)
                #expect(try await server.count("owners") == 1)
                #expect(try await server.count("evidence") == 1)
                #expect(try await server.submit(more, for: Subject.alice).isNew == true)
            }
        }

        @Test(
            "A purchase whose appAccountToken names another account is that account's, and can be moved",
            arguments: Backend.available)
        func namesOther(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let transaction = try Subject.transaction(token: Subject.alice)
                let conflict = try await server.submit(transaction.utf8, for: Subject.bob)
                #expect(conflict.status == 409)
                #expect(conflict.code == "purchase.ownedByOtherAccount")
                #expect(try await server.count("evidence") == 0)
                #expect(try await server.submit(transaction.utf8, for: Subject.alice).isNew == true)
            }
            try await TestServer.run(backend) { server in
                let transaction = try Subject.transaction(token: Subject.alice)
                #expect(try await server.submit(transaction.utf8, for: Subject.bob).status == 409)
                #expect(try await server.transfer(Subject.monthly, to: Subject.bob).status == 200)
                #expect(try await server.submit(transaction.utf8, for: Subject.bob).isNew == true)
                #expect(try await server.submit(transaction.utf8, for: Subject.alice).status == 409)
            }
        }

        @Test("If one purchase of many can't be bound, none is", arguments: Backend.available)
        func rollback(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let ids = (0..<9).map { "41000000000020\($0)" }
                for owned in [ids[0], ids[4], ids[8]] {
                    _ = try await server.submit(Subject.receipt(Subject.pro(owned)), for: Subject.alice)
                    let all = try TestAuthority.standard.sign(TestReceipt(purchases: ids.map(Subject.pro)))
                    let answer = try await server.submit(all, for: Subject.bob)
                    #expect(answer.code == "purchase.ownedByOtherAccount")
                    #expect(try await server.entitlements(of: Subject.bob, at: "2024-04-10T00:00:00Z") == [])
                }
                #expect(try await server.count("owners") == 3)
                #expect(try await server.count("evidence") == 3)

                struct Failure: Error {}
                await #expect(throws: Failure.self) {
                    try await server.store.write { sql in
                        try sql.rows("DELETE FROM owners", [])
                        throw Failure()
                    }
                }
                #expect(try await server.count("owners") == 3)
            }
        }

        @Test(
            "A subscription that continues another belongs to its account, whoever learns of it first",
            arguments: Backend.available)
        func continuation(_ backend: Backend) async throws {
            let bundle = "410000000000400"
            let month = TestStory(.autoRenewable("com.example.bundle", on: .utc(2024, 5, 20), transactionID: bundle))
            let transaction = try #require(month.transactions(at: .utc(2024, 5, 21)).last).with {
                $0.changes.set("previousOriginalTransactionId", "\"\(Subject.monthly)\"")
                $0.appAccountToken = Subject.bob
            }
            let jws = try TestAuthority.standard.sign(transaction)
            let notification = try TestAuthority.standard.notificationBody(
                TestNotification(.data(TestNotificationData(transaction: transaction)), type: "SUBSCRIBED"))
            let later = "2024-05-25T00:00:00Z"
            for isNotified in [true, false] {
                try await TestServer.run(backend) { server in
                    _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                    if isNotified { #expect(try await server.notify(notification).isNew == true) }
                    let answer = try await server.submit(jws.utf8, for: Subject.bob)
                    #expect(answer.code == "purchase.ownedByOtherAccount")
                    #expect(try await server.submit(jws.utf8, for: Subject.alice).isNew == true)
                    #expect(try await server.entitlements(of: Subject.alice, at: later) == ["com.example.bundle"])
                    // A transfer moves both.
                    let moved = try await server.transfer(bundle, to: Subject.bob)
                    #expect(moved.text.contains(#""\#(Subject.monthly)","\#(bundle)""#))
                    #expect(try await server.entitlements(of: Subject.bob, at: later) == ["com.example.bundle"])
                }
            }
            // A renewal that doesn't name the previous subscription still belongs to the account.
            try await TestServer.run(backend) { server in
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                _ = try await server.notify(notification)
                let renewal = try #require(month.renewing(times: 1).notifications().last)
                #expect(try await server.notify(TestAuthority.standard.notificationBody(renewal)).isNew == true)
                let found = try await server.entitlements(of: Subject.alice, at: "2024-06-25T00:00:00Z")
                #expect(found == ["com.example.bundle"])
            }
        }

        @Test(
            "A receipt with two accounts' purchases is rejected for both, until a transfer moves all to one account",
            arguments: Backend.available)
        func twoOwners(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let (first, second) = ("410000000000201", "410000000000202")
                _ = try await server.submit(Subject.receipt(Subject.pro(first)), for: Subject.alice)
                _ = try await server.submit(Subject.receipt(Subject.pro(second)), for: Subject.bob)
                let both = try Subject.receipt(Subject.pro(first), Subject.pro(second))
                for account in [Subject.alice, Subject.bob] {
                    let answer = try await server.submit(both, for: account)
                    #expect(answer.status == 409)
                    #expect(answer.code == "purchase.ownedByOtherAccount")
                }
                #expect(try await server.count("owners") == 2)
                #expect(try await server.count("evidence") == 2)
                #expect(try await server.transfer(second, to: Subject.alice).status == 200)
                #expect(try await server.submit(both, for: Subject.alice).isNew == true)
                #expect(try await server.submit(both, for: Subject.bob).status == 409)
            }
        }

        @Test("If several accounts claim a purchase at the same time, one gets it", arguments: Backend.available)
        func race(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let transaction = try Subject.transaction()
                let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<20 {
                        group.addTask {
                            try await server.submit(transaction.utf8, for: UUID().uuidString).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.sorted() == [200] + Array(repeating: 409, count: 19))
                // The purchase, and the app transaction that it names.
                #expect(try await server.count("owners") == 2)
            }
        }

        @Test("A transfer moves all purchases that share a receipt", arguments: Backend.available)
        func transfer(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let (first, second, third) = ("410000000000201", "410000000000202", "410000000000203")
                _ = try await server.submit(
                    Subject.receipt(Subject.pro(first), Subject.pro(second)), for: Subject.alice)
                _ = try await server.submit(
                    Subject.receipt(Subject.pro(second), Subject.pro(third)), for: Subject.alice)
                _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
                #expect(
                    try await server.transfer(first, to: Subject.bob)
                        == Answer(
                            status: 200,
                            text: #"{"moved":["\#(first)","\#(second)","\#(third)"]}"#))
                let date = "2024-04-10T00:00:00Z"
                #expect(try await server.entitlements(of: Subject.alice, at: date) == ["com.example.monthly"])
                #expect(try await server.entitlements(of: Subject.bob, at: date).count == 3)

                #expect(try await server.transfer("410000000000999", to: Subject.bob).code == "purchase.unknown")
                #expect(try await server.transfer("", to: Subject.bob).status == 404)
                #expect(try await server.transfer("\\u0000", to: Subject.bob).status == 404)
            }
        }

        @Test("After a transfer, new evidence belongs to the new owner", arguments: Backend.available)
        func afterTransfer(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server in
                let transaction = try Subject.transaction(token: Subject.alice)
                _ = try await server.submit(transaction.utf8, for: Subject.alice)
                #expect(try await server.transfer(Subject.monthly, to: Subject.bob).status == 200)
                let renewal = try Subject.notification(
                    "DID_RENEW", at: .utc(2024, 5, 2), number: 2, token: Subject.alice)
                #expect(try await server.notify(renewal).isNew == true)
                let date = "2024-05-10T00:00:00Z"
                #expect(try await server.entitlements(of: Subject.bob, at: date) == ["com.example.monthly"])
                #expect(try await server.entitlements(of: Subject.alice, at: date) == [])
                #expect(try await server.submit(transaction.utf8, for: Subject.bob).isNew == false)
                let again = try await server.submit(transaction.utf8, for: Subject.alice)
                #expect(again.code == "purchase.ownedByOtherAccount")
            }
        }
    }
}
