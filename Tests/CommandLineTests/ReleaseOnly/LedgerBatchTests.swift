import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Each line becomes a ledger, from one piece of evidence or from a list.
@Suite("receipt ledger --batch")
struct LedgerBatchTests {
    private static let options = [
        "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer", "--trust-root", "jws-root.cer",
        "--environment", "production", "--environment", "sandbox", "--at", "2026-01-01",
    ]

    private static func run(_ lines: [String], _ more: [String] = []) throws -> Program.Result {
        try Receipt.run(
            ["ledger", "--batch"] + options + more,
            files: ["root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer")],
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private static let month = TestPurchase.autoRenewable(
        "com.example.monthly", on: .utc(2025, 3, 1), for: .months(1), transactionID: "410000000000002")
    private static let emptyPage = #"{"revision":"r","hasMore":false,"signedTransactions":[]}"#

    private static func jws() throws -> String {
        var transaction = TestTransaction(month)
        transaction.signedDate = .utc(2025, 3, 3)
        return try TestAuthority.standard.sign(transaction)
    }

    private static func receipt(_ name: String = "trial") throws -> String {
        Data(try Fixtures.file("receipts/\(name).receipt")).base64EncodedString()
    }

    @Test("A list gives the same answer as ledger --merge, and so does a single piece", arguments: ["1", "8"])
    func lists(_ jobs: String) throws {
        let (jws, receipt) = (try Self.jws(), try Self.receipt())
        let body = #"{"signedTransactionInfo":"\#(jws)"}"#
        let result = try Self.run(
            [
                #"{"id":"a","evidence":["\#(jws)","\#(receipt)"]}"#, #"{"id":2,"evidence":[\#(body),"\#(receipt)"]}"#,
                #"{"evidence":["\#(jws)"]}"#, jws, #"{"receipt":"\#(receipt)"}"#,
                #"{"evidence":[\#(Self.emptyPage),"\#(jws)",{"data":[]}]}"#,
            ], ["--jobs", jobs])
        #expect(result.status == 0)
        let answers = try result.objects
        #expect(answers.map { $0["line"] } == (1...6).map { JSON.number(Double($0)) })
        #expect(answers.map { $0["id"] } == [.string("a"), .number(2), nil, nil, nil, nil])
        #expect(answers.allSatisfy { $0.verdict == "verified" && $0["index"] == nil })
        #expect(answers[0]["ledger"] == answers[1]["ledger"])
        #expect(answers[2]["ledger"] == answers[3]["ledger"])
        #expect(answers[2]["ledger"] == answers[5]["ledger"])

        let merged = try Receipt.run(
            ["ledger", "--merge", "--format", "json"] + Self.options + ["one", "two"],
            files: [
                "root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer"),
                "one": Array(jws.utf8), "two": Array(receipt.utf8),
            ]
        ).object
        #expect(answers[0]["ledger"] == merged["ledger"])
        #expect(answers[0]["ledger"]?["asOf"] == .string("2026-01-01T00:00:00Z"))
    }

    @Test("A piece that fails verification or doesn't belong is identified by its index")
    func refused() throws {
        let (jws, receipt) = (try Self.jws(), try Self.receipt())
        let many = Array(repeating: "\"\"", count: 10_001).joined(separator: ",")
        let other = try TestAuthority.standard.sign(TestTransaction(Self.month, environment: .sandbox))
        let mixed = #"{"signedTransactions":["\#(jws)","\#(other)"]}"#
        let lines: [(evidence: String, verdict: String, code: String, index: Double?)] = [
            (#"["\#(jws)","\#(try Self.receipt("refused-content-flipped"))"]"#, "refused", "signature.invalid", 1),
            (#"["\#(receipt)","\#(jws)","\#(try Self.receipt("sandbox"))"]"#, "refused", "ledger.environment", 2),
            (#"["\#(try Self.receipt("sandbox"))","\#(jws)","\#(receipt)"]"#, "refused", "ledger.environment", 1),
            (#"[\#(Self.emptyPage),"\#(receipt)",\#(Self.emptyPage),\#(mixed)]"#, "refused", "ledger.environment", 3),
            (#"[\#(mixed),"\#(receipt)"]"#, "refused", "ledger.environment", 0),
            (#"["\#(jws)",7]"#, "unreadable", "json.shape", 1),
            (#"["\#(jws)",["\#(jws)"]]"#, "unreadable", "json.shape", 1),
            (#"[null]"#, "unreadable", "json.shape", 0),
            (#"["\#(jws)",""]"#, "unreadable", "input.empty", 1),
            (#"["\#(jws)",{}]"#, "refused", "evidence.empty", 1),
            (#"["\#(jws)",{"evidence":[{"evidence":[{"evidence":"\#(jws)"}]}]}]"#, "refused", "evidence.empty", 1),
            (#"[]"#, "refused", "evidence.empty", nil),
            (#"[\#(Self.emptyPage),{"data":[]}]"#, "refused", "evidence.empty", nil),
            (#"[\#(many)]"#, "refused", "limit.evidence", nil),
        ]
        let result = try Self.run(lines.map { #"{"evidence":\#($0.evidence)}"# } + [jws])
        #expect(result.status == 0)
        let answers = try result.objects
        #expect(answers.count == lines.count + 1)
        for (answer, line) in zip(answers, lines) {
            #expect(answer.verdict == line.verdict, "\(line.evidence.prefix(40))")
            #expect(answer.errorCode == line.code, "\(line.evidence.prefix(40))")
            #expect(answer["index"] == line.index.map(JSON.number), "\(line.evidence.prefix(40))")
            #expect(answer["ledger"] == nil)
        }
        #expect(answers.last?.verdict == "verified")
        #expect(try Self.run([#"{"evidence":[]}"#], ["--strict"]).status == 1)
    }

    @Test(
        "An empty list means no evidence: access to the products asked about is denied; without them it is an error"
    )
    func noEvidence() throws {
        let lines = [#"{"id":1,"evidence":[]}"#, #"{"id":2,"evidence":null}"#, #"{"id":3}"#]
        let options = [
            "--product", "pro=com.example.monthly,com.example.yearly", "--product", "x", "--transaction", "1",
            "--intro-offer-products", "com.example.monthly", "--first-acquired-before", "2.0",
        ]
        let result = try Self.run(lines, options)
        let denied = #"{"state":"denied","reason":"noPurchaseKnown"}"#
        let expected: String = """
            {"line":1,"id":1,"verdict":"verified","ledger":{"asOf":"2026-01-01T00:00:00Z","purchases":[],"subscriptions":[],\
            "entitlements":[],"access":{"pro":\(denied),"x":\(denied)},\
            "introductoryOfferEligibility":{"answer":"undetermined","reason":"incompleteHistory"},\
            "transactions":{"1":null},"latest":{},\
            "firstAcquired":{"originalAppVersions":[],"answer":"undetermined","reason":"absent"},\
            "appTransactionIDs":[],"appAccountTokens":[]}}
            """
        #expect(result.lines.first == expected)
        let codes: [String?] = [nil, "line.evidenceNotText", "line.missingReceipt"]
        #expect(try result.objects.map(\.errorCode) == codes)
        #expect(try Self.run([lines[0]], options + ["--strict"]).status == 0)
        let brief = try Self.run([lines[0]], ["--product", "x", "--verdict-only"]).text
        #expect(brief == #"{"line":1,"id":1,"verdict":"verified"}"# + "\n")
        // An empty page may be one of several pages.
        let page = #"{"evidence":[\#(Self.emptyPage)]}"#
        #expect(try Self.run([page], options).object.errorCode == "evidence.empty")
        #expect(try Self.run([lines[0]], ["--format", "csv"]).text.contains("evidence.empty"))
    }

    @Test("A list that is too long is answered with the line's id, and decides for its key")
    func tooLong() throws {
        let many = "[" + Array(repeating: "0", count: 10_001).joined(separator: ",") + "]"
        let line = #"{"evidence":\#(many),"id":7,"key":"a"}"#
        let answer = try Self.run([line]).object
        #expect(answer.verdict == "refused")
        #expect(answer.errorCode == "limit.evidence")
        #expect(answer["id"] == .number(7))
        let answers = try Self.run([#"{"key":"a","evidence":"\#(try Self.jws())"}"#, line], ["--merge-by-key"]).objects
        #expect(answers.map(\.errorCode) == ["limit.evidence"])
        #expect(answers.map { $0["line"] } == [.number(2)])
    }

    @Test("A list adds all its pieces to its key")
    func keyed() throws {
        let (jws, receipt) = (try Self.jws(), try Self.receipt())
        let bad = try Self.receipt("refused-content-flipped")
        let answers = try Self.run(
            [
                #"{"key":"a","evidence":["\#(jws)","\#(receipt)"]}"#,
                #"{"key":"b","evidence":"\#(jws)"}"#, #"{"key":"b","evidence":["\#(receipt)"]}"#,
                #"{"key":"c","evidence":"\#(jws)"}"#, #"{"key":"c","evidence":["\#(receipt)","\#(bad)"]}"#,
                #"{"key":"d","evidence":["\#(jws)","\#(try Self.receipt("sandbox"))"]}"#,
                #"{"key":"e","evidence":[\#(Self.emptyPage)]}"#, #"{"key":"e","evidence":"\#(jws)"}"#,
                #"{"evidence":["\#(jws)"]}"#,
            ], ["--merge-by-key"]
        ).objects
        #expect(answers.map { $0["key"]?.string } == ["a", "b", "c", "d", nil, "e"])
        #expect(
            answers.map(\.errorCode)
                == [nil, nil, "signature.invalid", "ledger.environment", "line.missingKey", nil])
        #expect(answers.map { $0["line"] } == [nil, nil, .number(5), .number(6), .number(9), nil])
        #expect(answers.map { $0["index"] } == [nil, nil, .number(1), .number(1), nil, nil])
        #expect(answers[0]["ledger"] == answers[1]["ledger"])
    }

    @Test("All are asked about one date, and --verdict-only gives only the verdict")
    func options() throws {
        let line = #"{"evidence":["\#(try Self.jws())"]}"#
        let running = try Self.run([line], ["--as-of", "2025-03-05"]).object
        #expect(running["ledger"]?["asOf"] == .string("2025-03-05T00:00:00Z"))
        #expect(running["ledger"]?["entitlements"]?.array?.count == 1)
        #expect(try Self.run([line], ["--verdict-only"]).text == #"{"line":1,"verdict":"verified"}"# + "\n")
        #expect(
            try Self.run([line], ["--verdict-only", "--bundle-id", "com.example.other"]).text
                == #"{"line":1,"verdict":"verified","bundleID":"com.example.app"}"# + "\n")
        let second = try Self.run([line, line], ["--resume-from", "1"])
        #expect(try second.objects.map { $0["line"] } == [.number(2)])
    }

    @Test("verify --batch takes a list too, as one of Apple's lists")
    func verify() throws {
        let (receipt, page) = (try Self.receipt(), Self.emptyPage)
        let answers = try Receipt.batch(
            lines: [
                #"{"id":1,"evidence":["\#(receipt)",\#(page)]}"#,
                #"{"id":2,"evidence":["\#(receipt)","\#(receipt.dropLast(4))"]}"#,
                #"{"id":3,"evidence":[]}"#,
                #"{"id":4,"evidence":["%PDF-1.7"]}"#,
            ]
        ).objects
        #expect(answers.map { $0["kind"]?.string } == ["list", nil, nil, nil])
        #expect(answers[0]["evidence"]?.array?.count == 1)
        #expect(answers.map(\.errorCode) == [nil, "der.truncated", "evidence.empty", "input.notReceipt"])
        #expect(answers[1]["error"]?["message"]?.string?.hasSuffix("(in evidence[1])") == true)
        #expect(answers[3]["error"]?["message"]?.string?.hasSuffix("a PDF (in evidence[0]).") == true)
        #expect(answers.map { $0["id"] } == [.number(1), .number(2), .number(3), .number(4)])
    }
}
