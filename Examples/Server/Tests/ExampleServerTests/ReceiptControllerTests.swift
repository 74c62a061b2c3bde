import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ReceiptKit
import ReceiptKitTesting
import Testing

@testable import ExampleServer

@Suite("POST /receipts")
struct ReceiptControllerTests {
    static let now = Date.utc(2024, 5, 2)

    /// Asks the server several times, each time with a token and a body.
    private func answers(to requests: [(token: String?, body: String)]) async throws -> [TestResponse] {
        let policy = try ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked,
            trust: try .roots([TestAuthority.standard.rootCertificate]))
        let router = Router(context: AccountContext.self)
        router.add(middleware: BearerAccounts { token in ["token-1": "alice", "token-2": "bob"][token] })
        ReceiptController(verifier: ReceiptVerifier(policy: policy), now: { Self.now }).addRoutes(to: router)
        return try await Application(router: router).test(.router) { client in
            var responses: [TestResponse] = []
            for request in requests {
                var headers: HTTPFields = [:]
                if let token = request.token { headers[.authorization] = "Bearer \(token)" }
                responses.append(
                    try await client.execute(
                        uri: "/receipts", method: .post, headers: headers, body: ByteBuffer(string: request.body)))
            }
            return responses
        }
    }

    private func base64(_ receipt: TestReceipt, defects: [Defect] = []) throws -> String {
        Data(try TestAuthority.standard.sign(receipt, defects: defects)).base64EncodedString()
    }

    private let receipt = TestReceipt(
        bundleIdentifier: "com.example.app",
        purchases: [
            .nonConsumable("com.example.pro", on: .utc(2024, 4, 1)),
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 7), transactionID: "410000000000777"),
        ])

    @Test("A genuine receipt gives what the account is entitled to, as often as it is sent")
    func genuine() async throws {
        let body = try base64(receipt)
        for response in try await answers(to: [("token-1", body), ("token-1", body)]) {
            #expect(response.status == .ok)
            let answer = try JSONDecoder().decode(Entitlements.self, from: Data(buffer: response.body))
            #expect(answer == Entitlements(products: ["com.example.pro", "com.example.monthly"]))
        }
    }

    @Test(
        "Whatever is wrong with it, the answer is the same",
        arguments: [Defect.developerCertificate, .contentFlipped, .malformedCancellationDate, .truncated])
    func refused(_ defect: Defect) async throws {
        let response = try await answers(to: [("token-1", try base64(receipt, defects: [defect]))])[0]
        #expect(response.status == .unprocessableContent)
        #expect(String(buffer: response.body) == #"{"error":{"message":"refused"}}"#)
    }

    @Test("The receipt of another app, of the sandbox, and text that is none, get that answer too")
    func refusedByPolicy() async throws {
        let bodies = [
            try base64(receipt.with { $0.bundleIdentifier = "com.example.other" }),
            try base64(receipt.with { $0.environment = .sandbox }), "", "eyJhbGciOiJFUzI1NiJ9.e30.",
        ]
        for response in try await answers(to: bodies.map { ("token-1", $0) }) {
            #expect(response.status == .unprocessableContent)
            #expect(String(buffer: response.body) == #"{"error":{"message":"refused"}}"#)
        }
    }

    @Test("A purchase belongs to the first account that sends it; a refused claim leaves nothing behind")
    func oneAccount() async throws {
        let other = TestReceipt(
            bundleIdentifier: "com.example.app",
            purchases: [
                .nonConsumable("com.example.dark", on: .utc(2024, 4, 2), transactionID: "410000000000888")
            ])
        let both = receipt.with { $0.purchases += other.purchases }
        let statuses = try await answers(to: [
            ("token-1", try base64(receipt)), ("token-2", try base64(receipt)), ("token-2", try base64(both)),
            ("token-1", try base64(other)),
        ]).map(\.status)
        #expect(statuses == [.ok, .conflict, .conflict, .ok])
    }

    @Test("A refund stays, though an older receipt comes later")
    func lateReceipt() async throws {
        let refunded = receipt.with {
            $0.creationDate = .utc(2024, 5, 1, 18)
            $0.purchases[0] = $0.purchases[0].refunded(on: .utc(2024, 5, 1))
        }
        let responses = try await answers(to: [("token-1", try base64(refunded)), ("token-1", try base64(receipt))])
        for response in responses {
            let answer = try JSONDecoder().decode(Entitlements.self, from: Data(buffer: response.body))
            #expect(answer == Entitlements(products: ["com.example.monthly"]))
        }
    }

    @Test("Nobody signed in, and too much sent")
    func notAsked() async throws {
        let body = try base64(receipt)
        let statuses = try await answers(to: [
            (nil, body), ("token-3", body), ("token-1", String(repeating: "A", count: 256 * 1024 + 1)),
        ]).map(\.status)
        #expect(statuses == [.unauthorized, .unauthorized, .contentTooLarge])
    }
}
