import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// The lines of one key become one ledger, or none.
@Suite("receipt ledger --batch --merge-by-key")
struct KeyedBatchTests {
    private static func run(_ lines: [String], _ more: [String] = []) throws -> Program.Result {
        try Receipt.run(
            [
                "ledger", "--batch", "--merge-by-key", "--bundle-id", "com.example.app", "--any-device", "--trust-root",
                "root.cer", "--trust-root", "jws-root.cer", "--environment", "production", "--environment", "sandbox",
                "--at", "2026-01-01",
            ] + more,
            files: ["root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer")],
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private static let month = TestPurchase.autoRenewable(
        "com.example.monthly", on: .utc(2025, 3, 1), for: .months(1), transactionID: "410000000000002")

    /// Returns a JWS of the period, and a receipt that contains it.
    private static func evidence() throws -> (jws: String, receipt: String) {
        let receipt = TestReceipt(
            bundleIdentifier: "com.example.app", creationDate: .utc(2025, 3, 2), purchases: [month])
        var transaction = TestTransaction(month)
        transaction.signedDate = .utc(2025, 3, 3)
        return (
            try TestAuthority.standard.sign(transaction),
            Data(try TestAuthority.standard.sign(receipt)).base64EncodedString()
        )
    }

    private static func fixture(_ name: String) throws -> String {
        Data(try Fixtures.file("receipts/\(name).receipt")).base64EncodedString()
    }

    @Test("With --sort-keys lines may come in any order, and answers have that of the keys")
    func sorts() throws {
        let (jws, receipt) = try Self.evidence()
        let lines = [
            #"{"key":"b","evidence":"\#(jws)"}"#, #"{"key":"a\n","evidence":"\#(jws)"}"#,
            #"{"key":"a","receipt":"\#(receipt)"}"#,
            #"{"receipt":"\#(receipt)"}"#, #"{"key":"b","receipt":"\#(receipt)"}"#, #"{"key":"a b","receipt":"x"}"#,
        ]
        let answers = try Self.run(lines, ["--sort-keys"]).objects
        #expect(answers.map { $0["key"]?.string } == [nil, "a", "a\n", "a b", "b"])
        #expect(answers.map(\.errorCode) == ["line.missingKey", nil, nil, "input.base64", nil])
        #expect(answers[3]["line"] == .number(6))
        let sorted = [3, 2, 1, 5, 0, 4].map { lines[$0] }
        #expect(try Self.run(sorted).objects.map { $0["ledger"] } == answers.map { $0["ledger"] })
    }

    @Test(
        "One answer per key, in the order of the keys: the same as of ledger --merge",
        arguments: ["1", "8"])
    func keys(_ jobs: String) throws {
        let (jws, receipt) = try Self.evidence()
        let trial = try Self.fixture("trial")
        let answers = try Self.run(
            [
                #"{"key":"a","receipt":"\#(receipt)"}"#, #"{"evidence":"\#(jws)","key":"a"}"#,
                #"{"key":"a b","evidence":"\#(trial)","id":7}"#, #"{"key":"a b","evidence":"\#(trial)"}"#,
                #"{"key":"\u00e9","evidence":"\#(jws)"}"#,
            ], ["--jobs", jobs]
        ).objects
        #expect(answers.map { $0["key"]?.string } == ["a", "a b", "é"])
        #expect(answers.map(\.verdict) == ["verified", "verified", "verified"])
        #expect(answers[0]["ledger"]?["purchases"]?.array?.count == 1)
        #expect(answers[0]["ledger"]?["asOf"] == .string("2026-01-01T00:00:00Z"))
        #expect(answers[0]["line"] == nil)

        let merged = try Receipt.run(
            [
                "ledger", "--merge", "--format", "json", "--bundle-id", "com.example.app", "--any-device",
                "--trust-root",
                "root.cer", "--trust-root", "jws-root.cer", "--at", "2026-01-01", "one", "two",
            ],
            files: [
                "root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer"),
                "one": Array(receipt.utf8), "two": Array(jws.utf8),
            ]
        ).object
        #expect(answers[0]["ledger"] == merged["ledger"])
    }

    @Test("All are asked about one date, and --verdict-only gives only the verdict")
    func options() throws {
        let jws = try Self.evidence().jws
        let line = #"{"key":"a","evidence":"\#(jws)"}"#
        let running = try Self.run([line], ["--as-of", "2025-03-05"]).object
        #expect(running["ledger"]?["asOf"] == .string("2025-03-05T00:00:00Z"))
        #expect(running["ledger"]?["entitlements"]?.array?.count == 1)
        #expect(try Self.run([line], ["--verdict-only"]).text == #"{"key":"a","verdict":"verified"}"# + "\n")
        #expect(
            try Self.run([line], ["--verdict-only", "--bundle-id", "com.example.other"]).text
                == #"{"key":"a","verdict":"verified","bundleID":"com.example.app"}"# + "\n")
    }

    @Test("With --skip-rejected a key's ledger leaves out what fails, and lists it")
    func skips() throws {
        let (jws, receipt) = try Self.evidence()
        let forged = try Self.fixture("refused-content-flipped")
        let lines = [
            #"{"key":"a","evidence":"\#(forged)"}"#, #"{"key":"a","receipt":"\#(receipt)"}"#,
            #"{"key":"a","evidence":["<html>","\#(jws)",7,"\#(forged)"]}"#, #"{"key":"a"}"#,
            #"{"key":"b","evidence":"\#(jws)"}"#, #"{"key":"b","evidence":["\#(forged)","<html>"]}"#,
        ]
        let answers = try Self.run(lines, ["--skip-rejected"]).objects
        #expect(answers.map(\.verdict) == ["verified", "verified"])
        func skipped(_ text: String) -> JSON? { JSON.read(Array(text.utf8)) }
        let first: String = """
            [{"line":1,"verdict":"refused","code":"signature.invalid","class":"damaged"},\
            {"line":3,"index":0,"verdict":"unreadable","code":"input.notReceipt","class":"notEvidence"},\
            {"line":3,"index":2,"verdict":"unreadable","code":"json.shape","class":"damaged"},\
            {"line":3,"index":3,"verdict":"refused","code":"signature.invalid","class":"damaged"},\
            {"line":4,"verdict":"unreadable","code":"line.missingReceipt"}]
            """
        #expect(answers[0]["skipped"] == skipped(first))
        let second: String = """
            [{"line":6,"index":0,"verdict":"refused","code":"signature.invalid","class":"damaged"},\
            {"line":6,"index":1,"verdict":"unreadable","code":"input.notReceipt","class":"notEvidence"}]
            """
        #expect(answers[1]["skipped"] == skipped(second))
        let plain = try Self.run([lines[1], #"{"key":"a","evidence":"\#(jws)"}"#, lines[4]]).objects
        #expect(answers.map { $0["ledger"] } == plain.map { $0["ledger"] })
        #expect(plain.allSatisfy { $0["skipped"] == nil })
        #expect(try Self.run(lines).objects.map(\.errorCode) == ["signature.invalid", "signature.invalid"])
        let summary = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: summary) }
        let counted = try Self.run(lines, ["--skip-rejected", "--summary", summary.path])
        #expect(counted.errors.contains("2 verified, 7 skipped, "))
        #expect(try JSON.read(Array(Data(contentsOf: summary)))?["skippedPieces"] == .number(7))
        let brief = try Self.run([lines[1], lines[3]], ["--skip-rejected", "--verdict-only"]).text
        let skippedLine = #"{"line":2,"verdict":"unreadable","code":"line.missingReceipt"}"#
        #expect(brief == "{\"key\":\"a\",\"verdict\":\"verified\",\"skipped\":[\(skippedLine)]}\n")
        let rows = try Self.run(lines, ["--skip-rejected", "--format", "csv"]).text.split(separator: "\r\n")
        #expect(rows.count == 10)
        #expect(rows.count { $0.hasPrefix("a,") && $0.contains("signature.invalid") } == 2)
    }

    @Test("If everything is skipped, evidence doesn't belong, or a key is repeated, the answer is still an error")
    func skipsNothing() throws {
        let jws = try Self.evidence().jws
        let (forged, sandbox) = (try Self.fixture("refused-content-flipped"), try Self.fixture("sandbox"))
        let lines = [
            #"{"key":"a","evidence":["<html>","\#(forged)"]}"#, #"{"key":"a","evidence":[]}"#,
            #"{"key":"b","evidence":"\#(jws)"}"#, #"{"key":"b","evidence":"\#(sandbox)"}"#,
            #"{"key":"a","evidence":"\#(jws)"}"#, #"{"key":"a","evidence":"\#(jws)"}"#,
        ]
        let answers = try Self.run(lines, ["--skip-rejected", "--product", "x"]).objects
        #expect(answers.map(\.errorCode) == ["input.notReceipt", "ledger.environment", "line.keyOrder"])
        #expect(answers.map { $0["line"] } == [.number(1), .number(4), .number(5)])
        #expect(answers.map { $0["index"] } == [.number(0), nil, nil])
        #expect(answers.allSatisfy { $0["skipped"] == nil && $0["ledger"] == nil })
    }

    @Test(
        "A key with empty lists has no evidence: access to the products asked about is denied; without them it is an error"
    )
    func noEvidence() throws {
        let jws = try Self.evidence().jws
        let page = #"{"revision":"r","hasMore":false,"signedTransactions":[]}"#
        let lines = [
            #"{"key":"a","evidence":[]}"#, #"{"key":"a","evidence":[]}"#, #"{"key":"b","evidence":[]}"#,
            #"{"key":"b","evidence":"\#(jws)"}"#, #"{"key":"c","evidence":[]}"#, #"{"key":"c","evidence":\#(page)}"#,
        ]
        let asked = try Self.run(lines, ["--product", "x"]).objects
        #expect(asked.map(\.errorCode) == [nil, nil, "evidence.empty"])
        #expect(asked[0]["ledger"]?["access"]?["x"]?["reason"] == .string("noPurchaseKnown"))
        #expect(asked[0]["environment"] == nil && asked[0]["bundleID"] == nil)
        #expect(asked[1]["ledger"]?["purchases"]?.array?.count == 1)
        #expect(try Self.run(lines).objects.map(\.errorCode) == ["evidence.empty", nil, "evidence.empty"])
        let rows = try Self.run([lines[0]], ["--format", "csv"]).text.split(separator: "\r\n")
        #expect(rows.count == 2 && rows[1].contains("evidence.empty"))
        let brief = ["--product", "x", "--verdict-only", "--bundle-id", "com.example.other"]
        #expect(try Self.run([lines[0]], brief).lines == [#"{"key":"a","verdict":"verified"}"#])
    }

    @Test("One of Apple's empty pages adds nothing to verified evidence; alone it is rejected")
    func emptyPages() throws {
        let (jws, receipt) = try Self.evidence()
        let page = #"{"revision":"r","hasMore":false,"signedTransactions":[]}"#
        let line = { (key: String) in #"{"key":"\#(key)","evidence":\#(page)}"# }
        let result = try Self.run(
            [
                line("a"), #"{"key":"a","receipt":"\#(receipt)"}"#, line("a"), line("b"), line("b"),
                #"{"key":"c","evidence":"\#(jws)"}"#, #"{"key":"c","evidence":{"errorCode":4290000}}"#,
            ], ["--verdict-only"])
        let answers = try result.objects
        #expect(answers.map(\.verdict) == ["verified", "refused", "refused"])
        #expect(answers.map(\.errorCode) == [nil, "evidence.empty", "evidence.empty"])
        #expect(answers.map { $0["line"] } == [nil, .number(4), .number(7)])

        func merged(_ names: [String]) throws -> Program.Result {
            try Receipt.run(
                [
                    "ledger", "--merge", "--format", "json", "--bundle-id", "com.example.app", "--any-device",
                    "--trust-root", "root.cer", "--at", "2026-01-01",
                ] + names,
                files: [
                    "root.cer": try Fixtures.file("root.cer"), "receipt": Array(receipt.utf8), "page": Array(page.utf8),
                    "other": Array(#"{"data":[]}"#.utf8), "none": Array("{}".utf8),
                ])
        }
        let alone = try merged(["receipt"])
        for names in [["receipt", "page"], ["page", "receipt", "other"]] {
            let result = try merged(names)
            #expect(result.status == 0)
            #expect(try result.object["ledger"] == alone.object["ledger"])
        }
        for names in [["page"], ["other", "page"], ["receipt", "none"]] {
            let result = try merged(names)
            #expect(result.status == 1)
            #expect(try result.object.errorCode == "evidence.empty")
            #expect(try result.object["file"] == .string(names[0] == "receipt" ? "none" : names[0]))
        }
    }

    @Test("A line that is rejected, unreadable or for another app is identified, and decides only for its own key")
    func refused() throws {
        let (jws, receipt) = try Self.evidence()
        let good = { (key: String) in #"{"key":"\#(key)","receipt":"\#(receipt)"}"# }
        let lines = [
            good("a"), #"{"key":"a","receipt":"\#(try Self.fixture("refused-content-flipped"))"}"#, good("a"),
            good("b"), #"{"key":"b","receipt":"\#(try Self.fixture("sandbox"))"}"#,
            good("c"), #"{"key":"c"}"#, #"{"key":"c","receipt":7}"#,
            good("d"), #"{"key":"d","evidence":"\#(jws)","#, good("e"),
        ]
        let result = try Self.run(lines)
        #expect(result.status == 0)
        let answers = try result.objects
        #expect(answers.map { $0["key"]?.string } == ["a", "b", "c", "d", "e"])
        #expect(answers.map(\.verdict) == ["refused", "refused", "unreadable", "unreadable", "verified"])
        #expect(answers.map { $0["line"] } == [.number(2), .number(5), .number(7), .number(10), nil])
        #expect(
            answers.map(\.errorCode)
                == ["signature.invalid", "ledger.environment", "line.missingReceipt", "line.invalidJSON", nil])
        #expect(answers.dropLast().allSatisfy { $0["ledger"] == nil })
        #expect(try Self.run(lines, ["--strict"]).status == 1)
        #expect(try Self.run([good("a")], ["--strict"]).status == 0)
    }

    @Test("A line without a key is answered by itself")
    func withoutKey() throws {
        let receipt = try Self.evidence().receipt
        let good = #"{"key":"a","receipt":"\#(receipt)"}"#
        let answers = try Self.run([
            good, receipt, #"{"key":7,"receipt":"\#(receipt)"}"#, #"{"receipt":"\#(receipt)","id":"x"}"#, "", good,
        ]).objects
        #expect(answers.map { $0["line"] } == [.number(2), .number(3), .number(4), .number(5), nil])
        #expect(
            answers.dropLast().map(\.errorCode) == [
                "line.missingKey", "line.missingKey", "line.missingKey", "line.empty",
            ])
        #expect(answers[2]["id"] == .string("x"))
        #expect(answers.last?["key"] == .string("a"))
        #expect(answers.last?.verdict == "verified")
    }

    @Test("A key that is repeated or out of order has no ledger", arguments: ["1", "8"])
    func order(_ jobs: String) throws {
        let receipt = try Self.evidence().receipt
        let keys = ["b", "b", "a", "c", "b", "c", "ca", "é", "z"]
        let answers = try Self.run(keys.map { #"{"key":"\#($0)","receipt":"\#(receipt)"}"# }, ["--jobs", jobs]).objects
        #expect(answers.map { $0["key"]?.string } == ["b", "a", "c", "b", "c", "ca", "é", "z"])
        #expect(
            answers.map(\.errorCode)
                == [nil, "line.keyOrder", nil, "line.keyOrder", "line.keyOrder", nil, nil, "line.keyOrder"])
        #expect(answers.map { $0["line"] }[1] == .number(3))
    }

    @Test(
        "Contradicting options are a usage error",
        arguments: [
            ["ledger", "--batch", "--merge-by-key", "--resume-from", "1"], ["ledger", "--merge-by-key", "a"],
            ["ledger"],
            ["ledger", "--batch", "--merge-by-key", "a"],
            ["ledger", "--batch", "--merge-by-key", "--merge"],
            ["ledger", "--batch", "--merge-by-key", "--svg", "a.svg"],
            ["ledger", "--batch", "--merge-by-key", "--format", "text"], ["ledger", "a", "--jobs", "2"],
        ])
    func usage(_ arguments: [String]) throws {
        let result = try Receipt.run(arguments + ["--bundle-id", "com.example.app", "--any-device"])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }
}
