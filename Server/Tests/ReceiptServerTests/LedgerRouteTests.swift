import Foundation
import ReceiptKitTesting
import Testing

@Suite("POST /v1/ledger, and evidence in addition to a receipt")
struct LedgerRouteTests {
    private static let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 1, 15))).renewing(
        times: 2)

    private static func transactions() throws -> [String] {
        try story.transactions(at: .utc(2024, 4, 14)).map { try TestAuthority.standard.sign($0) }
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    @Test("Evidence of every form becomes one ledger, as of the date in the request")
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
                "POST", "/v1/ledger", body: #"{"asOf":"2024-03-20T00:00:00Z","evidence":\#(evidence)}"#)
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
        // Two years later the subscription has expired.
        let now = try server.answer("POST", "/v1/ledger", body: #"{"evidence":\#(bodies[0])}"#)
        #expect(((now.json?["ledger"] as? [String: Any])?["entitlements"] as? [Any])?.isEmpty == true)
    }

    @Test("The answer names the app and the environment")
    func identity() throws {
        let server = try Subject.server(["--environment", "production", "--environment", "sandbox"])
        let answers = try [TestEnvironment.production, .sandbox].map { environment in
            let transaction = TestTransaction(.exampleSubscription).with { $0.environment = environment }
            return try server.answer(
                "POST", "/v1/ledger",
                body: #"{"evidence":["\#(TestAuthority.standard.sign(transaction))"],"asOf":"2024-06-01"}"#
            ).text
        }
        let heads = ["Production", "Sandbox"].map {
            #"{"verdict":"verified","environment":"\#($0)","bundleID":"com.example.app","ledger":{"#
        }
        #expect(zip(answers, heads).allSatisfy { $0.hasPrefix($1) }, "\(answers)")
        #expect(answers[0].dropFirst(heads[0].count) == answers[1].dropFirst(heads[1].count))
    }

    @Test("A rejected piece is identified by its index")
    func refused() throws {
        let server = try Subject.server(["--environment", "production", "--environment", "sandbox"])
        let good = try Subject.base64()
        let sandbox = try Subject.base64(Subject.receipt.with { $0.environment = .sandbox })
        let forged = try Subject.base64(defects: [.named("content-flipped")])
        let many = Self.list(Array(repeating: "", count: 10_001))
        let bodies: [(String, code: String, index: Int?)] = [
            (#"{"evidence":["\#(good)","\#(forged)"]}"#, "signature.invalid", 1),
            (#"{"evidence":["\#(good)","\#(good)","\#(sandbox)"]}"#, "ledger.environment", 2),
            (#"{"evidence":["\#(good)",5]}"#, "json.shape", 1),
            (#"{"evidence":["<html>"]}"#, "input.notReceipt", 0),
            (#"{"evidence":[]}"#, "evidence.empty", nil), (#"{"evidence":[{"data":[]}]}"#, "evidence.empty", nil),
            (#"{"evidence":\#(many)}"#, "limit.evidence", nil),
            (#"{"evidence":"\#(good)"}"#, "json.shape", nil), (#"{"evidence":{}}"#, "json.shape", nil),
            ("{}", "json.shape", nil), (#"{"evidence":null}"#, "json.shape", nil),
            (#"{"evidence":["\#(good)"],"evidence":[]}"#, "json.repeatedMember", nil),
            ("", "json.syntax", nil), ("[]", "json.shape", nil), (good, "json.syntax", nil),
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

    @Test("A request with an unknown member or an invalid date in addition to evidence gets 400")
    func members() throws {
        let server = try Subject.server(["--page"])
        let good = try Subject.base64()
        let (list, text) = (#""evidence":["\#(good)"]"#, #""evidence":"\#(good)""#)
        let unknown = "request.unknownMember"
        let known =
            "(known: evidence, asOf, products, staleAfter, nonRenewing, introductoryOfferProducts, transaction, "
            + "firstAcquiredBefore)"
        let time =
            "a time such as 2026-01-31T12:00:00Z or a day such as 2026-01-31 (2008 to 4001) in member asOf, at byte"
        let requests: [(path: String, body: String, code: String, message: String)] = [
            ("/v1/ledger", "{\(list),\"asof\":\"2024-03-20\"}", unknown, #"Unknown member "asof" \#(known)"#),
            ("/v1/ledger", "{\"asOf \":1,\(list)}", unknown, #"Unknown member "asOf " \#(known) at byte 1"#),
            ("/v1/ledger", "{\(list),\"\\u001b[31m\":1}", unknown, #"Unknown member "\x1b[31m" \#(known)"#),
            ("/v1/ledger", "{\(text),\"a\":1}", unknown, #"Unknown member "a" \#(known)"#),
            ("/v1/timeline", "{\(list),\"a\":1}", unknown, #"Unknown member "a" \#(known)"#),
            ("/v1/verify", "{\(text),\"asOf\":null}", unknown, #"Unknown member "asOf" (known: evidence)"#),
            (
                "/v1/verify", " {\"signedPayload\":\"x\",\(text)}", unknown,
                #"Unknown member "signedPayload" (known: evidence)"#
            ),
            ("/v1/verify", "\u{FEFF}{\(text),\"a\":1}", unknown, #"Unknown member "a" (known: evidence)"#),
            ("/v1/inspect", "{\(text),\"id\":1}", unknown, #"Unknown member "id" (known: evidence)"#),
            ("/v1/ledger", "{\"asOf\":\"soon\",\(list)}", "request.invalidMember", "Expected \(time) 8"),
            ("/v1/ledger", "{\"asOf\" : 1700000000,\(list)}", "request.invalidMember", "Expected \(time) 10"),
            ("/v1/ledger", "{\"asOf\":\"\",\(list)}", "request.invalidMember", "Expected \(time) 8"),
            ("/v1/ledger", "{\"asOf\":{},\(list)}", "request.invalidMember", "Expected \(time) 8"),
        ]
        for (path, body, code, message) in requests {
            let answer = try server.answer("POST", path, body: body)
            #expect(answer.status == 400, "\(body.suffix(30)) \(answer.text)")
            #expect(answer.verdict == "unreadable")
            #expect(answer.code == code)
            let error = try #require(answer.json?["error"] as? [String: String])
            #expect(error["message"]?.hasPrefix(message) == true, "\(answer.text)")
            #expect(error["hint"]?.contains("test") == false, "\(answer.text)")
        }
        let counted = try server.counter(
            "receipt_server_requests_total", where: #""/v1/verify",status="400",verdict="unreadable""#)
        #expect(counted == "3")
        // Apple's JSON bodies may have members that the server doesn't read, even next to evidence that is null.
        let jws = try TestAuthority.standard.sign(TestTransaction())
        for body in [
            #"{"signedTransactionInfo":"\#(jws)","revision":1}"#,
            #"{"evidence":null,"signedTransactionInfo":"\#(jws)"}"#,
        ] { #expect(try server.answer("POST", "/v1/verify", body: body).verdict == "verified") }
        #expect(try server.answer("POST", "/v1/ledger", body: "{\(list),\"asOf\":null}").verdict == "verified")
    }

    @Test("A stored receipt with later evidence gives the same response as the latest receipt")
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

    @Test("X-Request-ID is in the response and in the log")
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
