import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@testable import ExampleServer

private struct NetworkDown: Error {}

extension ExampleServerTests {
    @Suite("Requests to Apple that fail")
    struct UnansweredTests {
        private static let bobs = "410000000000300"

        /// Gives Bob his own subscription, which expired like Alice's.
        private static func addBob(to server: TestServer) async throws {
            let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: bobs))
            let jws = try TestAuthority.standard.sign(try #require(story.transactions(at: .utc(2024, 4, 2)).last))
            _ = try await server.submit(jws.utf8, for: Subject.bob)
        }

        @Test(
            "After a failed request the answer is undetermined, the failure is reported, and the request is repeated after a minute",
            arguments: Backend.available)
        func network(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                apple.fails(NetworkDown())
                let failed = try await server.access(of: Subject.alice)
                #expect(
                    failed.text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","askApple":["410000000000100"],"#
                        + #""date":"2024-05-10T00:00:00Z","failed":["410000000000100"],"missing":["renewal"],"#
                        + #""state":"undetermined"}"#)
                let logged = server.log.all.filter { $0.message == "Apple didn't answer" }
                #expect(logged.map(\.error) == ["NetworkDown()"])
                #expect(logged.first?.requestID == failed.requestID)

                clock.advance(by: 59)
                let waiting = try await server.access(of: Subject.alice)
                #expect(waiting.state == "undetermined")
                #expect(waiting.failed == nil)
                #expect(apple.asked.count == 1)

                // Other customers don't have to wait.
                try await Self.addBob(to: server)
                #expect(try await server.access(of: Subject.bob).failed == #""410000000000300""#)

                clock.advance(by: 1)
                apple.answers([try SignedStatus.of(Subject.story, at: clock.now)])
                #expect(try await server.access(of: Subject.alice).state == "granted")
                #expect(apple.asked == [Subject.monthly, Self.bobs, Subject.monthly])
            }
        }

        @Test(
            "If Apple doesn't know the transaction, the server asks again in an hour; if Apple says to retry, in a minute"
        )
        func notFound() async throws {
            for (error, wait): (AppleError, TimeInterval) in [
                (AppleError(status: 404), 3_600),
                (AppleError(status: 404, code: 4_040_010), 3_600),
                (AppleError(status: 404, code: 4_040_005), 3_600),
                (AppleError(status: 400, code: 4_000_006), 3_600),
                (AppleError(status: 404, code: 4_040_002), 60),
                (AppleError(status: 404, code: 4_040_004), 60),
                (AppleError(status: 404, code: 4_040_006), 60),
                (AppleError(status: 401), 60),
            ] {
                try await TestServer.run(.sqlite) { server, apple, clock in
                    apple.fails(error)
                    let answer = try await server.access(of: Subject.alice)
                    #expect(answer.state == "undetermined")
                    #expect(answer.failed == #""410000000000100""#)
                    clock.advance(by: wait - 1)
                    #expect(try await server.access(of: Subject.alice).failed == nil, "\(error)")
                    #expect(apple.asked.count == 1, "\(error)")
                    // The error concerns one customer.
                    try await Self.addBob(to: server)
                    _ = try await server.access(of: Subject.bob)
                    #expect(apple.asked.count == 2, "\(error)")
                    clock.advance(by: 1)
                    _ = try await server.access(of: Subject.alice)
                    #expect(apple.asked.count == 3, "\(error)")
                }
            }
        }

        @Test(
            "If Apple's server is busy, the server asks about no customer until the given time, at most for an hour")
        func busy() async throws {
            let now = Int(Date.utc(2024, 5, 10).timeIntervalSince1970)
            let headers: [(String?, TimeInterval)] = [
                (nil, 60), ("soon", 60), ("", 60), ("-5", 60),
                ("\(now + 120)000", 120), ("120", 120), ("Fri, 10 May 2024 00:02:00 GMT", 120),
                ("\(now + 86_400)000", 3_600), ("86400", 3_600), ("Sat, 10 May 2025 00:00:00 GMT", 3_600),
                ("18446744073709551615", 3_600),
                ("\(now - 86_400)000", 1), ("0", 1), ("Thu, 09 May 2024 00:00:00 GMT", 1),
            ]
            var errors: [(AppleError, TimeInterval)] = [
                (AppleError(status: 500, code: 5_000_001), 60), (AppleError(status: 503, retryAfter: "300"), 300),
            ]
            for (header, wait) in headers {
                errors.append((AppleError(status: 429, code: 4_290_000, retryAfter: header), wait))
            }
            for (error, wait) in errors {
                try await TestServer.run(.sqlite) { server, apple, clock in
                    try await Self.addBob(to: server)
                    apple.fails(error)
                    #expect(try await server.access(of: Subject.alice).failed == #""410000000000100""#)
                    clock.advance(by: wait - 1)
                    let answer = try await server.access(of: Subject.bob)
                    #expect(answer.state == "undetermined")
                    #expect(answer.askApple == #""410000000000300""#)
                    #expect(answer.failed == nil)
                    #expect(apple.asked == [Subject.monthly], "\(error)")

                    clock.advance(by: 1)
                    apple.answers([try SignedStatus.of(Subject.story, at: clock.now)])
                    #expect(try await server.access(of: Subject.bob).state == "undetermined")
                    #expect(apple.asked == [Subject.monthly, Self.bobs], "\(error)")
                    clock.advance(by: 60)
                    #expect(try await server.access(of: Subject.alice).state == "granted")
                }
            }
        }

        @Test("A shorter pause doesn't end a longer one", arguments: Backend.available)
        func pauses(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, _, clock in
                let purchases = server.controller.purchases
                func isAsked(_ purchase: String, _ environment: StoreEnvironment = .production) async throws -> Bool {
                    try await purchases.startAsking(about: purchase, in: environment, at: clock.now)
                }
                try await purchases.pause(.production, until: clock.now + 300)
                try await purchases.pause(.production, until: clock.now + 60)
                clock.advance(by: 299)
                #expect(try await !isAsked("1"))
                // The sandbox has a separate server at Apple.
                #expect(try await isAsked("1", .sandbox))
                clock.advance(by: 1)
                #expect(try await isAsked("2"))
                #expect(try await !isAsked("2"))
            }
        }
    }
}
