import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests CSV output that needs no other reader. `Tests/tables` compares all of it with the JSON, as read by Python and
/// DuckDB.
@Suite("--format csv")
struct CSVTests {
    private static let policy = ["--any-bundle-id", "--any-device", "--trust-root", "root", "--trust-root", "jws-root"]

    private static func run(
        _ command: [String], files: [String: [UInt8]] = [:], input: [UInt8] = []
    ) throws -> (rows: [[String: String]], result: Program.Result) {
        var files = files
        (files["root"], files["jws-root"]) = (try Fixtures.file("root.cer"), try Fixtures.file("jws-root.cer"))
        let result = try Receipt.run(command + policy + ["--format", "csv"], files: files, input: input)
        let table = try table(result.text)
        let rows = table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(table.first ?? [], $0)) }
        #expect(table.allSatisfy { $0.count == table.first?.count })
        return (rows, result)
    }

    /// Parses RFC 4180 by scalars, because a CRLF is one `Character`, and a quotation mark with an accent is a
    /// different one.
    private static func table(_ text: String) throws -> [[String]] {
        var (rows, row, cell): ([[String]], [String], String) = ([], [], "")
        // Between quotation marks, every second part is quoted. An empty part outside them stands for a quotation mark.
        let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if place % 2 == 1 {
                cell.unicodeScalars += part
            } else if part.isEmpty, place > 0, place < parts.count - 1 {
                cell += "\""
            } else {
                for scalar in part where scalar != "\r" {
                    switch scalar {
                    case ",": (row, cell) = (row + [cell], "")
                    case "\n": (rows, row, cell) = (rows + [row + [cell]], [], "")
                    default: cell.unicodeScalars.append(scalar)
                    }
                }
            }
        }
        try #require(cell.isEmpty && row.isEmpty && parts.count % 2 == 1)
        return rows
    }

    @Test("A ledger has a row for each purchase, and one for each file that isn't verified")
    func ledger() throws {
        let files = [
            "a": try Fixtures.file("receipts/refund.receipt"), "b": try Fixtures.file("jws/renewal.jws"),
            "c": Array("<html>".utf8), "d": try Fixtures.file("receipts/refused-signature-flipped.receipt"),
        ]
        let (rows, result) = try Self.run(["ledger", "a", "b", "c", "d", "e"], files: files)
        #expect(result.status == 66)
        #expect(rows.map { $0["file"] } == ["a", "a", "a", "b", "c", "d", "e"])
        #expect(rows.map { $0["verdict"]?.first } == ["v", "v", "v", "v", "u", "r", "u"])
        let codes = ["", "", "", "", "input.notReceipt", "signature.invalid", "file.unreadable"]
        #expect(rows.map { $0["code"] } == codes)
        #expect(rows[0]["price"] == "" && rows[3]["price"] == "4.99" && rows[3]["currency"] == "USD")
        #expect(rows[2]["revocationDate"] == "2024-02-04T00:00:00Z" && rows[2]["revocationReason"] == "0")
        #expect(rows[3]["kind"] == "transaction" && rows[3]["environment"] == "Production")
        let merged = try Self.run(["ledger", "--merge", "a", "a"], files: files)
        #expect(merged.rows.map { $0["transactionID"] } == rows.prefix(3).map { $0["transactionID"] })
        #expect(merged.rows.allSatisfy { $0["file"] == "" && $0["bundleID"] == "com.example.app" })
        let broken = try Self.run(["ledger", "--merge", "a", "c"], files: files)
        #expect(broken.rows.map { $0["code"] } == ["input.notReceipt"])
    }

    @Test(
        "Names with commas, quotation marks and line breaks are cells, and none is a formula or moves a cursor",
        arguments: [
            ("a,b", "a,b"), ("\"a\"", "\"a\""), ("a\nb\r\nc", "a\nb\r\nc"), ("a\rb", "a\rb"), ("a\tb", "a\tb"),
            ("é名", "é名"), ("\"\u{301},", "\"\u{301},"),
            // A formula for a spreadsheet, which skips leading white space.
            ("=1+1", "'=1+1"), ("+a", "'+a"), ("-1", "'-1"), ("@a", "'@a"), ("\t=1+1", "'\t=1+1"),
            ("\r=1+1", "'\r=1+1"),
            ("\u{0}=1+1", "\u{FFFD}=1+1"), ("'=1+1", "'=1+1"), ("=\u{301}", "'=\u{301}"),
            // Characters that a terminal acts on: control characters of both sets, and those that change the text
            // direction.
            ("a\u{1B}[31m", "a\u{FFFD}[31m"), ("a\u{9B}31m", "a\u{FFFD}31m"),
            ("\u{0}\u{7}\u{8}\u{B}\u{C}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("\u{7F}\u{80}\u{85}\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}"),
            ("\u{202A}\u{202E}\u{2066}\u{2069}a", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}a"),
            // Characters in customers' names, which must be kept.
            ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"),
            ("co\u{AD}op", "co\u{AD}op"), ("a\u{2028}b\u{2029}c", "a\u{2028}b\u{2029}c"), ("\u{FEFF}a", "\u{FEFF}a"),
            ("\u{200F}א\u{200E}", "\u{200F}א\u{200E}"), ("\u{E000}\u{378}\u{E0001}", "\u{E000}\u{378}\u{E0001}"),
        ])
    func names(_ name: String, _ cell: String) throws {
        let object = #"{"id":\#(TestJSONObject.string(name)),"evidence":"x"}"#
        let (rows, result) = try Self.run(["verify", "--batch"], input: Array(object.utf8))
        #expect(rows.first?["id"]?.utf8.elementsEqual(cell.utf8) == true, "\(String(describing: rows.first?["id"]))")
        #expect(result.text.hasPrefix("line,id,verdict,code,class,kind,bundleID,environment,contentDigest,hint\r\n1,"))
    }

    @Test("Separators of other CSV readers are quoted", arguments: ["x;=1+1", "x\t=1+1", "x,=1+1", "x\r=1+1"])
    func separators(_ name: String) throws {
        let (rows, result) = try Self.run(["verify", name])
        #expect(rows.first?["file"] == name)
        #expect(result.text.contains("\r\n\"\(name)\",unreadable,"), "\(result.text)")
    }

    @Test("verify has the hints of the JSON in the last column, of files and of lines")
    func hints() throws {
        let files = [
            "a": try Fixtures.file("jws/renewal.jws"), "b": Array("<html>".utf8),
            "c": try Fixtures.file("receipts/refused-signature-flipped.receipt"),
            "d": try Fixtures.file("receipts/refused-detached.receipt"),
        ]
        let names = files.keys.sorted() + ["missing"]
        let roots = ["root": try Fixtures.file("root.cer"), "jws-root": try Fixtures.file("jws-root.cer")]
        let json = try Receipt.run(
            ["verify"] + names + Self.policy + ["--format", "json"], files: files.merging(roots) { $1 }
        ).objects
        let (rows, result) = try Self.run(["verify"] + names, files: files)
        #expect(result.text.hasPrefix("file,verdict,code,class,kind,bundleID,environment,contentDigest,hint\r\n"))
        #expect(rows.map { $0["code"] } == json.map { $0.errorCode ?? "" })
        #expect(rows.map { $0["class"] } == json.map { $0["error"]?["class"]?.string ?? "" })
        #expect(rows.map { $0["hint"] } == json.map { $0["error"]?["hint"]?.string ?? "" })
        #expect(rows.first?["hint"] == "" && rows.last?["hint"]?.isEmpty == false)

        let lines = Array("\n\"x\n{}\n[".utf8)
        let answers = try Receipt.run(["verify", "--batch"] + Self.policy, files: roots, input: lines).objects
        let lineRows = try Self.run(["verify", "--batch"], input: lines).rows
        #expect(lineRows.map { $0["hint"] } == answers.map { $0["error"]?["hint"]?.string ?? "" })
        #expect(lineRows.count == 4)
    }

    @Test("Numbers stay numbers, and an unreadable line is a row")
    func lines() throws {
        let jws = String(decoding: try Fixtures.file("jws/renewal.jws"), as: UTF8.self)
        let lines = [#"{"id":-7,"evidence":"\#(jws)"}"#, "", #"{"id":null,"evidence":"\#(jws)"}"#]
        let (rows, _) = try Self.run(["verify", "--batch"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(rows.map { $0["id"] } == ["-7", "", ""])
        #expect(rows.map { $0["code"] } == ["", "line.empty", ""])
        #expect(rows[0]["contentDigest"]?.count == 64)
        let behind = try Self.run(
            ["verify", "--batch", "--resume-from", "2"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(behind.result.lines.count == 1, "the header stands above what was written before")
    }

    @Test(
        "The most common columns come first, in one order",
        arguments: [
            (["ledger", "a"], "file"), (["ledger", "--batch"], "line"),
            (["ledger", "--batch", "--merge-by-key"], "key"),
        ])
    func order(_ arguments: [String], _ first: String) throws {
        let text = try Self.run(arguments, files: ["a": [0]], input: []).result.text
        #expect(
            text.hasPrefix(
                "\(first),contentDigest,bundleID,environment,productID,productType,transactionID,originalTransactionID,"
                    + "purchaseDate,expirationDate,revocationDate,revocationReason,purchasedQuantity,price,currency,"
                    + "offer.type,offer.id,offer.paymentMode,offer.period,ownershipType,subscriptionGroupID,"))
    }

    @Test("--unique has each purchase once, with all files combined, and a row for each file that isn't verified")
    func unique() throws {
        let story = TestStory(.autoRenewable("pro", on: .utc(2024, 1, 15), transactionID: "1")).renewing()
        func receipt(_ day: Int, isRefunded: Bool = false) throws -> [UInt8] {
            let story = isRefunded ? story.refunded(on: .utc(2024, 2, 20)) : story
            return try TestAuthority.standard.sign(story.receipt(at: .utc(2024, 2, day)))
        }
        let transaction = TestTransaction(.autoRenewable("pro", on: .utc(2024, 1, 15), transactionID: "1")).with {
            ($0.price, $0.currency, $0.appTransactionID) = (9_990, "USD", "77")
        }
        let files = [
            "1": try receipt(16), "2": try receipt(16), "3": try receipt(21, isRefunded: true),
            "4": Array(try TestAuthority.standard.sign(transaction).utf8), "5": Array("<html>".utf8),
            "6": try TestAuthority.standard.sign(TestReceipt(bundleIdentifier: "other")),
            "7": try Fixtures.file("jws/renewal.jws"),
        ]
        let names = files.keys.sorted()
        let (many, _) = try Self.run(["ledger"] + names, files: files)
        let (rows, result) = try Self.run(["ledger", "--unique"] + names, files: files)
        #expect(result.status == 66)
        #expect(many.map { $0["transactionID"] }.count(where: { $0 == "1" }) == 4)
        let pro = rows.filter { $0["productID"] == "pro" }
        #expect(pro.count == Set(many.filter { $0["productID"] == "pro" }.map { $0["transactionID"] }).count)
        #expect(pro.count(where: { $0["revocationDate"] != "" }) == 1)
        #expect(pro.first { $0["transactionID"] == "1" }?["price"] == "9.99")
        #expect(pro.map { $0["appTransactionIDs"] } == ["77", ""])
        #expect(rows.first?["file"] == "5" && rows.first?["code"] == "input.notReceipt")
        #expect(rows.dropFirst().allSatisfy { $0["file"] == "" && $0["verdict"] == "verified" })
        for more in [["--format", "json"], [], ["--format", "csv", "--merge"], ["--format", "csv", "--batch"]] {
            let misuse = try Receipt.run(
                ["ledger", "--unique"] + Self.policy + more + (more.last == "--batch" ? [] : ["1"]))
            #expect(misuse.status == 64)
            #expect(misuse.errors.hasPrefix("Error: --unique requires --format csv,"), "\(misuse.errors)")
        }
    }

    @Test("Lines have a row for each purchase of their ledger, and one where there is none")
    func ledgerLines() throws {
        let receipt = Data(try Fixtures.file("receipts/refund.receipt")).base64EncodedString()
        let lines = [
            receipt, #"{"id":"x","evidence":["\#(receipt)","\#(receipt)"]}"#, #"{"evidence":["\#(receipt)","x"]}"#, "x",
        ]
        let (rows, _) = try Self.run(["ledger", "--batch"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(rows.map { $0["line"] } == ["1", "1", "1", "2", "2", "2", "3", "4"])
        #expect(rows.map { $0["index"] } == ["", "", "", "", "", "", "1", ""])
        #expect(rows.map { $0["id"] } == ["", "", "", "x", "x", "x", "", ""])
        #expect(rows.map { $0["code"] }.suffix(2) == ["input.base64", "input.base64"])
        #expect(rows[0]["contentDigest"]?.count == 64 && rows[3]["contentDigest"] == "")
        #expect(rows[3]["bundleID"] == "com.example.app" && rows[3]["verdict"] == "verified")
    }

    @Test("Keys have a row for each purchase")
    func keys() throws {
        let receipt = Data(try Fixtures.file("receipts/refund.receipt")).base64EncodedString()
        let lines = [
            #"{"key":"a","receipt":"\#(receipt)"}"#, #"{"key":"b","receipt":"x","id":1}"#, #"{"id":"i","receipt":"x"}"#,
        ]
        let command = ["ledger", "--batch", "--merge-by-key"]
        let (rows, _) = try Self.run(command, input: Array(lines.joined(separator: "\n").utf8))
        #expect(rows.map { $0["key"] } == ["a", "a", "a", "", "b"])
        #expect(rows.map { $0["line"] } == ["", "", "", "3", "2"])
        #expect(rows.map { $0["id"] } == ["", "", "", "i", ""])
        let brief = try Self.run(command + ["--verdict-only"], input: Array(lines[0].utf8))
        #expect(brief.rows.map { $0["verdict"] } == ["verified"])
    }

    @Test(
        "Commands list the formats that they write, and no other",
        arguments: [
            ("inspect", "(values: text, json)"), ("ledger", "(values: text, json, csv)"),
            ("verify", "(values: text, json, csv, verify-receipt)"),
        ])
    func formats(_ command: String, _ values: String) throws {
        let help = try Receipt.run([command, "--help"]).text.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(help.contains(values))
        #expect(
            try Receipt.run([command, "x", "--format", "svg"] + (command == "inspect" ? [] : Self.policy)).status == 64)
    }
}
