import Foundation
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("Status 4 in Apple's response, which Apple doesn't sign")
    struct GraceTests {
        /// A renewal that failed. No signed date shows a grace period.
        private static let failing = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: Subject.monthly)
        ).failingToRenew()

        private static func answerInGrace(_ apple: Apple, at date: Date) throws {
            apple.answers([try SignedStatus.of(failing, at: date)], inGrace: [Subject.monthly])
        }

        @Test(
            "The unsigned status gives access for an hour, and isn't stored as evidence", arguments: Backend.available)
        func hour(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                try Self.answerInGrace(apple, at: clock.now)
                let granted = try await server.access(of: Subject.alice)
                #expect(
                    granted.text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","basis":"unsignedStatus","#
                        + #""date":"2024-05-10T00:00:00Z","entitlement":{"originalTransactionID":"410000000000100","#
                        + #""productID":"com.example.monthly","state":"inGracePeriod","#
                        + #""until":"2024-05-10T01:00:00Z"},"state":"granted"}"#)
                clock.advance(by: 3_599)
                #expect(try await server.access(of: Subject.alice).basis == "unsignedStatus")
                #expect(apple.asked.count == 1)
                // Each JWS is evidence. The status next to them isn't.
                #expect(try await server.count("evidence") == 2)
                let date = "2024-05-10T00:30:00Z"
                #expect(try await server.access(of: Subject.alice, at: date).state == "undetermined")
                #expect(try await server.entitlements(of: Subject.alice, at: date) == [])

                clock.advance(by: 1)
                try Self.answerInGrace(apple, at: clock.now)
                let again = try await server.access(of: Subject.alice)
                #expect(again.basis == "unsignedStatus")
                #expect(again.text.contains(#""until":"2024-05-10T02:00:00Z""#))
                #expect(apple.asked.count == 2)
            }
        }

        @Test(
            "The unsigned status doesn't apply after an hour, whatever Apple answers then", arguments: Backend.available
        )
        func later(_ backend: Backend) async throws {
            struct NetworkDown: Error {}
            let failing = Self.failing
            let answers: [(String, String, @Sendable (Apple, Date) throws -> Void)] = [
                ("retry", "denied", { apple, date in apple.answers([try .of(failing, at: date)]) }),
                // Evidence that Apple signed an hour ago is still current.
                ("nothing", "denied", { apple, _ in apple.answers([]) }),
                ("network", "undetermined", { apple, _ in apple.fails(NetworkDown()) }),
                ("unknown", "undetermined", { apple, _ in apple.fails(AppleError(status: 404)) }),
                ("busy", "undetermined", { apple, _ in apple.fails(AppleError(status: 429)) }),
                ("renewed", "granted", { apple, date in apple.answers([try .of(Subject.story, at: date)]) }),
            ]
            for (name, state, answer) in answers {
                try await TestServer.run(backend) { server, apple, clock in
                    try Self.answerInGrace(apple, at: clock.now)
                    #expect(try await server.access(of: Subject.alice).basis == "unsignedStatus")
                    clock.advance(by: 3_600)
                    try answer(apple, clock.now)
                    let later = try await server.access(of: Subject.alice)
                    #expect(later.state == state, "\(name)")
                    #expect(later.basis == nil, "\(name)")
                    #expect(apple.asked.count == 2, "\(name)")
                }
            }
        }

        @Test(
            "The unsigned status doesn't apply later than 28 days after the period's end", arguments: Backend.available)
        func days(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                // The period ended on 1 May.
                clock.advance(by: 19 * 86_400 - 1_800)
                try Self.answerInGrace(apple, at: clock.now)
                let granted = try await server.access(of: Subject.alice)
                #expect(granted.basis == "unsignedStatus")
                #expect(granted.text.contains(#""until":"2024-05-29T00:00:00Z""#))
                clock.advance(by: 1_799)
                #expect(try await server.access(of: Subject.alice).basis == "unsignedStatus")
                clock.advance(by: 1)
                let denied = try await server.access(of: Subject.alice)
                #expect(denied.text.contains(#""reason":"expired","state":"denied""#))

                clock.advance(by: 3_600)
                try Self.answerInGrace(apple, at: clock.now)
                #expect(try await server.access(of: Subject.alice).state == "denied")
                #expect(apple.asked.count == 2)
            }
        }

        @Test("Later signed evidence takes precedence: a renewal, and a refund", arguments: Backend.available)
        func signedLater(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                try Self.answerInGrace(apple, at: clock.now)
                #expect(try await server.access(of: Subject.alice).basis == "unsignedStatus")
                let renewal = try Subject.notification("DID_RENEW", at: .utc(2024, 5, 10), number: 2)
                _ = try await server.notify(renewal)
                let renewed = try await server.access(of: Subject.alice)
                #expect(renewed.state == "granted")
                #expect(renewed.basis == nil)
            }
            try await TestServer.run(backend) { server, apple, clock in
                try Self.answerInGrace(apple, at: clock.now)
                _ = try await server.access(of: Subject.alice)
                let refunded = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: Subject.monthly)
                ).refunded(on: .utc(2024, 4, 20))
                let jws = try TestAuthority.standard.sign(try #require(refunded.transactions(at: clock.now).last))
                _ = try await server.submit(jws.utf8, for: Subject.alice)
                let answer = try await server.access(of: Subject.alice)
                #expect(answer.basis == nil)
                #expect(answer.state != "granted")
            }
        }

        @Test("The unsigned status applies only to the product of the last period", arguments: Backend.available)
        func otherProduct(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                let downgraded = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 3, 1), transactionID: Subject.monthly)
                ).changing(to: "com.example.basic").failingToRenew()
                for transaction in downgraded.transactions(at: .utc(2024, 4, 2)) {
                    _ = try await server.submit(TestAuthority.standard.sign(transaction).utf8, for: Subject.alice)
                }
                apple.answers([try .of(downgraded, at: clock.now)], inGrace: [Subject.monthly])
                let basic = try await server.get("/accounts/\(Subject.alice)/access?products=com.example.basic")
                #expect(basic.basis == "unsignedStatus")
                #expect(try await server.access(of: Subject.alice).state == "denied")
            }
        }

        @Test("A client can't send the unsigned status", arguments: Backend.available)
        func client(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                let signed = try SignedStatus.of(Self.failing, at: clock.now)
                let body =
                    #"{"data":[{"lastTransactions":[{"originalTransactionId":"\#(Subject.monthly)","status":4,"#
                    + #""signedTransactionInfo":"\#(signed.signedTransactionInfo)","#
                    + #""signedRenewalInfo":"\#(signed.signedRenewalInfo)"}]}]}"#
                #expect(try await server.submit(body.utf8, for: Subject.alice).isNew == true)
                #expect(try await server.access(of: Subject.alice).state == "denied")
                #expect(apple.asked.isEmpty)
            }
        }

        @Test("The unsigned status is read from Apple's response, by original transaction")
        func response() throws {
            func item(_ purchase: String, _ status: Int) -> String {
                #"{"originalTransactionId":"\#(purchase)","status":\#(status),"signedTransactionInfo":"t\#(purchase)","#
                    + #""signedRenewalInfo":"r\#(purchase)"}"#
            }
            let groups = [[item("1", 4), item("2", 1)], [item("3", 3)], [item("4", 4), item("5", 9)]]
            let data = groups.map {
                #"{"subscriptionGroupIdentifier":"7","lastTransactions":[\#($0.joined(separator: ","))]}"#
            }
            let body = #"{"environment":"Production","data":[\#(data.joined(separator: ","))]}"#
            let statuses = try JSONDecoder().decode(AppleStatuses.self, from: Data(body.utf8))
            #expect(statuses.inGrace == ["1", "4"])
            #expect(statuses.signed.map(\.signedTransactionInfo) == ["t1", "t2", "t3", "t4", "t5"])
            #expect(statuses.signed.map(\.signedRenewalInfo) == ["r1", "r2", "r3", "r4", "r5"])
            let empty = try JSONDecoder().decode(AppleStatuses.self, from: Data(#"{"data":[]}"#.utf8))
            #expect(empty == AppleStatuses(signed: []))
        }
    }
}
