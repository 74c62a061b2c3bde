import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@testable import ExampleServer

/// Responds to *Get All Subscription Statuses*, and records the requests.
final class Apple: @unchecked Sendable {
    private let lock = NSLock()
    private var answer = Result<AppleStatuses, any Error>.success(AppleStatuses(signed: []))
    private var questions: [String] = []

    var asked: [String] { lock.withLock { questions } }

    func answers(_ signed: [SignedStatus], inGrace: Set<String> = []) {
        lock.withLock { answer = .success(AppleStatuses(signed: signed, inGrace: inGrace)) }
    }

    func fails(_ error: any Error) { lock.withLock { answer = .failure(error) } }

    @Sendable func statuses(_ purchase: String, _ environment: StoreEnvironment) throws -> AppleStatuses {
        try lock.withLock {
            questions.append(environment == .production ? purchase : "\(purchase) in \(environment.rawValue)")
            return try answer.get()
        }
    }
}

final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var date = Date.utc(2024, 5, 10)

    var now: Date { time() }

    @Sendable func time() -> Date { lock.withLock { date } }

    func advance(by seconds: TimeInterval) { lock.withLock { date += seconds } }
}

extension TestServer {
    /// Runs a server with a clock that the test sets, and the Apple that it asks. Alice's month ended nine days ago.
    static func run(
        _ backend: Backend, sandboxAccounts: Set<UUID> = [],
        _ body: @escaping @Sendable (TestServer, Apple, Clock) async throws -> Void
    ) async throws {
        let (apple, clock) = (Apple(), Clock())
        try await run(backend, now: clock.time, sandboxAccounts: sandboxAccounts, statuses: apple.statuses) { server in
            _ = try await server.submit(Subject.transaction().utf8, for: Subject.alice)
            try await body(server, apple, clock)
        }
    }
}

extension SignedStatus {
    /// Returns the evidence that Apple signs for a story at a date.
    static func of(
        _ story: TestStory, at date: Date, by authority: TestAuthority = .standard,
        environment: TestEnvironment = .production
    ) throws -> SignedStatus {
        let body = try authority.subscriptionBody(
            try #require(story.transactions(at: date, environment: environment).last),
            try #require(story.renewalInfo(at: date, environment: environment)))
        return try JSONDecoder().decode(SignedStatus.self, from: Data(body.utf8))
    }
}

extension ExampleServerTests {
    @Suite("Access, and what Apple is asked")
    struct AccessTests {
        @Test("If a renewal may be missing, the server asks Apple and stores the answer", arguments: Backend.available)
        func renewal(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                apple.answers([try SignedStatus.of(Subject.story, at: .utc(2024, 5, 9))])
                let granted = try await server.access(of: Subject.alice)
                #expect(
                    granted.text
                        == #"{"account":"3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B","date":"2024-05-10T00:00:00Z","#
                        + #""entitlement":{"originalTransactionID":"410000000000100","productID":"com.example.monthly","#
                        + #""state":"subscribed","until":"2024-06-01T00:00:00Z","willAutoRenew":true},"state":"granted"}"#
                )
                clock.advance(by: 86_400)
                #expect(try await server.access(of: Subject.alice).state == "granted")
                #expect(apple.asked == [Subject.monthly])
                #expect(try await server.count("evidence") == 2)
            }
        }

        @Test("The server asks Apple at most once an hour, even if there is nothing new", arguments: Backend.available)
        func hour(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                for count in [1, 1, 2] {
                    let answer = try await server.access(of: Subject.alice)
                    #expect(answer.state == "undetermined")
                    #expect(answer.askApple == #""410000000000100""#)
                    #expect(answer.text.contains(#""missing":["renewal"]"#))
                    #expect(apple.asked.count == count)
                    clock.advance(by: 1_800)
                }
            }
        }

        @Test("Apple's answer about a failed renewal applies for an hour", arguments: Backend.available)
        func retry(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                let failing = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: Subject.monthly)
                ).failingToRenew()
                for count in [1, 1, 2] {
                    apple.answers([try SignedStatus.of(failing, at: clock.now)])
                    let answer = try await server.access(of: Subject.alice)
                    #expect(answer.text.contains(#""reason":"expired","state":"denied""#))
                    #expect(apple.asked.count == count)
                    clock.advance(by: 3_000)
                }
            }
        }

        @Test("Neither a status of another account nor a forged one gives access", arguments: Backend.available)
        func others(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, clock in
                let other = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 5, 1), transactionID: "410000000000300"))
                let bobs = try SignedStatus.of(other, at: .utc(2024, 5, 9))
                _ = try await server.submit(JSONEncoder().encode(bobs), for: Subject.bob)
                apple.answers([bobs, try SignedStatus.of(Subject.story, at: .utc(2024, 5, 9), by: .untrusted)])
                #expect(try await server.access(of: Subject.alice).state == "undetermined")
                #expect(try await server.access(of: Subject.bob).state == "granted")
                #expect(server.log.all.compactMap(\.code) == ["chain.untrustedRoot"])
            }
        }

        @Test(
            "For a date in the request the server doesn't ask Apple, and denies access without evidence",
            arguments: Backend.available)
        func dates(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, _ in
                let later = try await server.access(of: Subject.alice, at: "2024-05-10T00:00:00Z")
                #expect(later.state == "undetermined")
                #expect(try await server.access(of: Subject.alice, at: "2024-04-10T00:00:00Z").state == "granted")
                let unknown = try await server.access(of: Subject.bob)
                #expect(unknown.text.contains(#""reason":"noPurchaseKnown","state":"denied""#))
                #expect(apple.asked.isEmpty)
                for query in ["", "?products=", "?at=2024-05-10T00:00:00Z"] {
                    let answer = try await server.get("/accounts/\(Subject.alice)/access\(query)")
                    #expect(answer.status == 400)
                    #expect(answer.code == "products.missing")
                }
            }
        }

        @Test("Evidence that rules out a renewal denies access", arguments: Backend.available)
        func ruledOut(_ backend: Backend) async throws {
            try await TestServer.run(backend) { server, apple, _ in
                let lapsed = TestStory(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: Subject.monthly)
                ).lapsing(for: .days(60))
                let status = try SignedStatus.of(lapsed, at: .utc(2024, 5, 9))
                _ = try await server.submit(JSONEncoder().encode(status), for: Subject.alice)
                #expect(try await server.access(of: Subject.alice).state == "denied")
                #expect(apple.asked.isEmpty)
            }
        }
    }
}
