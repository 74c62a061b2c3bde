import Foundation
import ReceiptKitTesting
import Testing

@Suite("POST /v1/ledger, and evidence beside a receipt")
struct LedgerRouteTests {
    private static let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 1, 15))).renewing(
        times: 2)

    private static func transactions() throws -> [String] {
        try story.transactions(at: .utc(2024, 4, 14)).map { try TestAuthority.standard.sign($0) }
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    @Test("Evidence of every form is one ledger, at the date that was asked about")
    func ledger() throws {
        let server = try Subject.server()
        let texts = try Self.transactions() + [try Subject.base64(Self.story.receipt(at: .utc(2024, 1, 16)))]
        let bodies = [
            Self.list(texts), Self.list(texts.reversed()),
            "[{\"signedTransactions\":\(Self.list(texts.dropLast()))},\"\(texts[3])\",{\"data\":[]}]",
        ]
        var answers: Set<String> = []
        for evidence in bodies {
            let answer = try server.answer(
                "POST", "/v1/ledger", body: #"{"asOf":"2024-03-20T00:00:00Z","evidence":\#(evidence),"more":1}"#)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.verdict == "verified")
            answers.insert(answer.text)
        }
        #expect(answers.count == 1)
        let ledger = try #require(
            try server.answer("POST", "/v1/ledger", body: #"{"asOf":"2024-03-20","evidence":\#(bodies[0])}"#)
                .json?["ledger"] as? [String: Any])
        #expect(ledger["asOf"] as? String == "2024-03-20T00:00:00Z")
        #expect((ledger["purchases"] as? [Any])?.count == 3)
        #expect((ledger["entitlements"] as? [[String: Any]])?.first?["state"] as? String == "subscribed")
        #expect(((ledger["subscriptions"] as? [[String: Any]])?.first?["status"] as? [String: Any]) != nil)
        #expect(ledger["appTransactionIDs"] is [Any])
        #expect(ledger["appAccountTokens"] is [Any])
        // Two years on it has lapsed.
        let now = try server.answer("POST", "/v1/ledger", body: #"{"evidence":\#(bodies[0])}"#)
        #expect(((now.json?["ledger"] as? [String: Any])?["entitlements"] as? [Any])?.isEmpty == true)
    }

    @Test("What is rejected is named by its place")
    func refused() throws {
        let server = try Subject.server(["--environment", "production", "--environment", "sandbox"])
        let good = try Subject.base64()
        let sandbox = try Subject.base64(Subject.receipt.with { $0.environment = .sandbox })
        let forged = try Subject.base64(defects: [.named("content-flipped")])
        let many = Self.list(Array(repeating: "", count: 10_001))
        let bodies: [(String, code: String, index: Int?)] = [
            (#"{"evidence":["\#(good)","\#(forged)"]}"#, "signature.invalid", 1),
            (#"{"evidence":["\#(good)","\#(good)","\#(sandbox)"]}"#, "ledger.environment", 2),
            (#"{"evidence":["\#(good)",5]}"#, "payload.malformed", 1),
            (#"{"evidence":["<html>"]}"#, "input.notReceipt", 0),
            (#"{"evidence":[]}"#, "evidence.empty", nil), (#"{"evidence":[{"data":[]}]}"#, "evidence.empty", nil),
            (#"{"evidence":\#(many)}"#, "limit.evidence", nil),
            (#"{"evidence":"\#(good)"}"#, "payload.malformed", nil), (#"{"evidence":{}}"#, "payload.malformed", nil),
            ("{}", "payload.missing", nil), (#"{"evidence":null}"#, "payload.missing", nil),
            (#"{"evidence":["\#(good)"],"asOf":"soon"}"#, "payload.malformed", nil),
            (#"{"evidence":["\#(good)"],"asOf":1700000000}"#, "payload.malformed", nil),
            (#"{"evidence":["\#(good)"],"evidence":[]}"#, "json.repeatedMember", nil),
            ("", "json.syntax", nil), ("[]", "json.syntax", nil), (good, "json.syntax", nil),
            ("<html>", "json.syntax", nil),
        ]
        for (body, code, index) in bodies {
            let answer = try server.answer("POST", "/v1/ledger", body: body)
            #expect(answer.status == 422, "\(body.prefix(40))")
            #expect(answer.code == code, "\(body.prefix(40))")
            #expect(answer.json?["index"] as? Int == index, "\(body.prefix(40))")
            #expect(["refused", "unreadable"].contains(answer.verdict), "\(body.prefix(40))")
            #expect(answer.json?["ledger"] == nil)
        }
        #expect(try server.answer("GET", "/v1/ledger").headers["allow"] == "POST")
        #expect(
            try server.answer("GET", "/metrics").text.contains(
                #"{route="/v1/ledger",status="422",verdict="refused",code="ledger.environment"} 1"#))
    }

    @Test("A stored receipt with what was learned since answers as the last one does")
    func verifyReceipt() throws {
        let server = try Subject.server()
        let (first, last) = (Self.story.receipt(at: .utc(2024, 1, 16)), Self.story.receipt(at: .utc(2024, 4, 14)))
        func rows(_ body: String) throws -> [[String: String]] {
            try #require(try server.answer(body: body).json?["latest_receipt_info"] as? [[String: String]])
        }
        let evidence = Self.list(try Self.transactions())
        let known = try rows(try Subject.body(first, #","evidence":\#(evidence)"#))
        #expect(known.map { $0["transaction_id"] } == (try rows(try Subject.body(last))).map { $0["transaction_id"] })
        #expect(known.count == 3)
        #expect(try rows(try Subject.body(first)).count == 1)
        let forged = Self.list([try Subject.base64(defects: [.named("content-flipped")])])
        #expect(
            try server.answer(body: try Subject.body(first, #","evidence":\#(forged)"#)).text == #"{"status":21003}"#)
        #expect(try server.answer(body: try Subject.body(first, #","evidence":"""#)).text == #"{"status":21002}"#)
    }

    @Test("While a secret is replaced, both lines of the file are accepted")
    func secrets() throws {
        let server = try Subject.server(
            ["--shared-secret-file", "secrets"], files: ["secrets": Array("old\r\n\n new \n".utf8)])
        for (secret, status) in [("old", 0), ("new", 0), ("old\\r\\n", 21004), ("", 21004), ("newer", 21004)] {
            let body = try Subject.body(Subject.subscription, #","password":"\#(secret)""#)
            #expect(try server.answer(body: body).number == status, "\(secret)")
        }
    }

    @Test("X-Request-ID comes back, and stands in the log")
    func requestID() throws {
        let server = try Subject.server()
        let good = "Ab9._-" + String(repeating: "x", count: 58)
        let answer = try server.answer("POST", "/v1/verify", ["X-Request-ID: \(good)"], body: "<html>")
        #expect(answer.headers["x-request-id"] == good)
        #expect(server.log.contains("requestID=\(good)"))
        var made: Set<String> = []
        for id in [good + "y", "", "a b", "a=b", "é", "\"", "a\tb"] {
            let answer = try server.answer("POST", "/verifyReceipt", ["X-Request-ID: \(id)"], body: "x")
            let given = try #require(answer.headers["x-request-id"])
            #expect(given != id && given.wholeMatch(of: /[0-9a-f]{16}/) != nil, "\(id)")
            #expect(server.log.contains("requestID=\(given)"))
            made.insert(given)
        }
        #expect(made.count == 7)
        // One of 16 numbers begins with a zero.
        let connection = try Connection(server.port)
        for _ in 0..<200 {
            try connection.send(Subject.request("GET", "/health"))
            #expect(try connection.answer().headers["x-request-id"]?.utf8.count == 16)
        }
        #expect(try server.answer("GET", "/health").headers["x-request-id"] != nil)
        #expect(try server.answer("GET", "/none").headers["x-request-id"] != nil)
    }
}
