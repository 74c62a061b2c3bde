import Foundation
import ReceiptKitTesting
import Testing

@testable import ExampleServer

extension ExampleServerTests {
    @Suite("Rejected requests")
    struct RejectionTests {
        private static let rejection = Answer(
            status: 422, text: #"{"error":{"code":"evidence.rejected","message":"The evidence is rejected."}}"#)

        @Test(
            "JWS-26 evidence that fails verification: one response for all, the code only in the log, and nothing stored"
        )
        func failsVerification() async throws {
            let genuine = TestTransaction(.exampleSubscription)
            let pro = Subject.pro("410000000000200")
            let authority = TestAuthority.standard
            let bodies: [(code: String, body: [UInt8])] = try [
                ("chain.notReceiptSigner", Subject.receipt(pro, defects: [.named("developer-certificate")])),
                ("der.truncated", Subject.receipt(pro, defects: [.named("truncated")])),
                ("signature.invalid", Array(authority.sign(genuine, defects: [.named("signature-flipped")]).utf8)),
                (
                    "bundleIdentifier.mismatch",
                    Array(authority.sign(TestTransaction(bundleIdentifier: "com.example.other")).utf8)
                ),
                ("environment.mismatch", Array(authority.sign(TestTransaction(environment: .xcode)).utf8)),
                ("renewalInfo.unbound", Array(authority.sign(TestRenewalInfo(of: genuine)).utf8)),
                ("chain.untrustedRoot", Array(TestAuthority.untrusted.sign(genuine).utf8)),
                ("evidence.empty", Array(#"{"signedTransactions":[]}"#.utf8)),
                ("input.empty", []),
            ]
            try await TestServer.run(.sqlite) { server in
                for (code, body) in bodies {
                    let answer = try await server.submit(body, for: Subject.alice)
                    #expect(answer == Self.rejection)
                    #expect(server.loggedCode(answer) == code)
                }
                #expect(try await server.count("evidence") == 0)
                #expect(try await server.count("owners") == 0)
            }
        }

        @Test("The route for notifications accepts no other evidence, and no other app's notifications")
        func notNotification() async throws {
            let receipt = Data(try Subject.receipt()).base64EncodedString()
            let transaction = try Subject.transaction()
            var otherApp = TestNotificationData(transaction: nil)
            otherApp.bundleIdentifier = "com.example.other"
            let bodies: [(code: String, body: String)] = try [
                ("payload.kind", transaction),
                ("json.syntax", ""),
                ("evidence.empty", "{}"),
                ("payload.kind", #"{"signedTransactionInfo":"\#(transaction)"}"#),
                ("payload.kind", #"{"signedPayload":"\#(transaction)"}"#),
                // Notifications of version 1 aren't signed.
                ("payload.kind", #"{"notification_type":"REFUND","unified_receipt":{"latest_receipt":"\#(receipt)"}}"#),
                ("chain.untrustedRoot", TestAuthority.untrusted.notificationBody(TestNotification())),
                (
                    "bundleIdentifier.mismatch",
                    TestAuthority.standard.notificationBody(TestNotification(.data(otherApp)))
                ),
            ]
            try await TestServer.run(.sqlite) { server in
                for (code, body) in bodies {
                    let answer = try await server.notify(body)
                    #expect(answer == Self.rejection)
                    #expect(server.loggedCode(answer) == code, "\(body.prefix(40))")
                }
                #expect(try await server.count("evidence") == 0)
                #expect(try await server.count("owners") == 0)
            }
        }

        @Test("A signed identifier with a zero byte is rejected, since it would end the text for C")
        func zero() async throws {
            var transaction = TestTransaction(.exampleSubscription)
            transaction.originalTransactionID = "410000900000001\0"
            let jws = try TestAuthority.standard.sign(transaction)
            try await TestServer.run(.sqlite) { server in
                let answer = try await server.submit(jws.utf8, for: Subject.alice)
                #expect(answer == Self.rejection)
                #expect(server.loggedCode(answer) == "purchase.identifier")
                #expect(try await server.count("evidence") == 0)
            }
        }

        @Test("A refunded customer's transaction is genuine and gives access to nothing")
        func refunded() async throws {
            try await TestServer.run(.sqlite) { server in
                let jws = try Subject.transaction(at: .utc(2024, 6, 12))
                #expect(try await server.submit(jws.utf8, for: Subject.alice).isNew == true)
                #expect(try await server.entitlements(of: Subject.alice, at: "2024-06-12T00:00:00Z") == [])
            }
        }

        @Test("Every response has the unique identifier of its request")
        func requestIdentifiers() async throws {
            try await TestServer.run(.sqlite) { server in
                let path = "/accounts/\(Subject.alice)/entitlements"
                let answers = try await [server.get(path), server.get(path), server.get("/nowhere"), server.notify("")]
                #expect(answers.map(\.status) == [200, 200, 404, 422])
                #expect(Set(answers.compactMap(\.requestID)).count == 4)
            }
        }

        @Test("Malformed requests")
        func malformed() async throws {
            try await TestServer.run(.sqlite) { server in
                let jws = try Subject.transaction()
                #expect(try await server.submit(jws.utf8, for: "alice").code == "account.malformed")
                #expect(try await server.get("/accounts/1/entitlements").code == "account.malformed")
                for date in [
                    "", "now", "2024-06-31T00:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01 00:00:00Z",
                    "2024-05-01T00:00:00%2B00:00", "99999999999999999999", "-024-05-01T00:00:00Z", "%00", "%ff%fe",
                ] {
                    let answer = try await server.get("/accounts/\(Subject.alice)/entitlements?at=\(date)")
                    #expect(answer.code == "date.malformed", "\(date)")
                }
                for body in ["", "[]", "{}", #"{"purchase":1,"account":"\#(Subject.bob)"}"#, "\u{0}"] {
                    #expect(try await server.post("/transfers", body.utf8).status == 400, "\(body)")
                }
                let large = [UInt8](repeating: UInt8(ascii: "A"), count: 256 * 1024 + 1)
                for path in ["/accounts/\(Subject.alice)/evidence", "/notifications", "/transfers"] {
                    #expect(try await server.post(path, large).status == 413, "\(path)")
                }
                #expect(try await server.post("/accounts", jws.utf8).status == 404)
                #expect(try await server.get("/notifications").status != 200)
            }
        }

        @Test("Damaged bytes are rejected without further errors")
        func spoiled() async throws {
            try await TestServer.run(.sqlite) { server in
                var random = SeededGenerator(state: 17)
                for original in [
                    try Subject.receipt(Subject.pro("410000000000200")), Array(try Subject.transaction().utf8),
                    Array(try Subject.notification("DID_RENEW", at: .utc(2024, 5, 2), number: 1).utf8),
                ] {
                    for _ in 0..<40 {
                        var body = original
                        let place = Int.random(in: 0..<body.count, using: &random)
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0: body[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                        case 1: body.removeSubrange(place...)
                        default: body.insert(UInt8.random(in: 0...255, using: &random), at: place)
                        }
                        for path in ["/accounts/\(Subject.alice)/evidence", "/notifications"] {
                            // The changed byte may be outside the signed part.
                            let status = try await server.post(path, body).status
                            #expect([200, 422].contains(status))
                        }
                    }
                }
            }
        }
    }
}
