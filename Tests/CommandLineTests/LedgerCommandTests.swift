import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt ledger")
struct LedgerCommandTests {
    private func run(_ fixture: String, _ more: [String] = []) throws -> Program.Result {
        let files = ["x": try Fixtures.file("receipts/\(fixture).receipt"), "root.cer": try Fixtures.file("root.cer")]
        return try Receipt.run(
            ["ledger", "x", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer"] + more,
            files: files)
    }

    @Test("adds the ledger to what verify says: oldest first, subscriptions, entitlements at the date")
    func json() throws {
        let result = try run("trial", ["--format", "json", "--as-of", "2024-02-10"])
        #expect(result.status == 0)
        let object = try result.object
        #expect(object.verdict == "verified")
        let ledger = try #require(object["ledger"])
        let ids = ["410001000000101", "410001000000102", "410001000000103"]
        #expect(ledger["purchases"]?.array?.map { $0["transactionID"]?.string } == ids)
        let subscription = try #require(ledger["subscriptions"]?.array?.first)
        #expect(subscription["originalTransactionID"] == .string(ids[0]))
        #expect(subscription["periods"]?.array?.map { $0["kind"]?.string } == ["trial", "regular", "regular"])
        let entitlements = try #require(ledger["entitlements"]?.array)
        #expect(entitlements.map { $0["transactionID"]?.string } == [ids[1]])
        let purchase = try #require(
            object["receipt"]?["purchases"]?.array?.first { $0["transactionID"] == .string(ids[1]) })
        #expect(entitlements.map { $0["productID"] } == [purchase["productID"]])
        #expect(ledger["asOf"] == .string("2024-02-10T00:00:00Z"))
        #expect(subscription["status"]?["state"] == .string("subscribed"))
        #expect(subscription["status"]?["until"] == purchase["expirationDate"])
        #expect(subscription["status"]?["knownAsOf"] == object["receipt"]?["creationDate"])
    }

    @Test("asks about the time of verification unless told otherwise")
    func asOf() throws {
        let early = try run("trial", ["--format", "json", "--at", "2024-05-01T13:00:00Z"])
        #expect(try early.object["ledger"]?["entitlements"] == .array([]))
        let owned = try run("non-consumable", ["--format", "json"])
        #expect(try owned.object["ledger"]?["entitlements"]?.array?.isEmpty == false)
    }

    @Test("shows nothing of a receipt that is rejected", arguments: ["text", "json"])
    func refused(_ format: String) throws {
        let result = try run("refused-content-flipped", ["--format", format, "--svg", "picture.svg"])
        #expect(result.status == 1)
        #expect(result.text.contains("signature.invalid"))
        #expect(!result.text.contains("com.example."))
        if format == "json" { #expect(try result.object["ledger"] == nil) }
    }

    @Test("--merge builds one ledger from all files, or names the one that is rejected or doesn't belong")
    func merge() throws {
        let names = ["trial", "refund", "sandbox", "refused-content-flipped"]
        var files = ["root.cer": try Fixtures.file("root.cer")]
        for name in names { files[name] = try Fixtures.file("receipts/\(name).receipt") }
        func run(_ names: [String]) throws -> Program.Result {
            try Receipt.run(
                ["ledger", "--merge", "--format", "json", "--bundle-id", "com.example.app", "--any-device"]
                    + ["--trust-root", "root.cer", "--environment", "production", "--environment", "sandbox"] + names,
                files: files)
        }
        let both = try run(["trial", "refund"])
        #expect(both.status == 0)
        #expect(try both.object.verdict == "verified")
        #expect(try both.object["ledger"]?["purchases"]?.array?.isEmpty == false)
        #expect(try both.object["files"]?.array?.count == 2)
        for name in ["sandbox", "refused-content-flipped"] {
            let result = try run(["trial", name, "refund"])
            #expect(result.status == 1)
            #expect(try result.object.verdict == "refused")
            #expect(try result.object["file"] == .string(name))
            #expect(try result.object["ledger"] == nil)
        }
    }

    @Test("--merge names the app and the environment of all files")
    func identity() throws {
        var files = ["root.cer": try Fixtures.file("root.cer")]
        for name in ["trial", "refund", "sandbox"] { files[name] = try Fixtures.file("receipts/\(name).receipt") }
        for (names, environment, count) in [
            (["trial", "refund"], "Production", "2 files, one ledger"),
            (["sandbox", "sandbox"], "Sandbox", "2 files, one ledger"), (["trial"], "Production", "1 file"),
        ] {
            let text = try Receipt.run(
                ["ledger", "--merge", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer"]
                    + ["--environment", environment.lowercased()] + names, files: files
            ).lines
            #expect(
                text.prefix(3) == [
                    "✓ verified  \(count)", "  app         com.example.app", "  environment \(environment)",
                ])
        }
    }

    @Test("Two appTransactionIDs may be two customers: the text says so, and every row of the table has both")
    func customers() throws {
        func run(_ ids: [String], _ more: [String]) throws -> String {
            let jwsList = try ids.map { id in
                try TestAuthority.standard.sign(
                    TestTransaction(.exampleSubscription).with {
                        ($0.appTransactionID, $0.transactionID, $0.webOrderLineItemID) = (id, id, id)
                    })
            }
            let list = jwsList.map { "\"\($0)\"" }.joined(separator: ",")
            return try Receipt.run(
                ["ledger", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "jws-root.cer"] + more
                    + ["history.json"],
                files: [
                    "jws-root.cer": try Fixtures.file("jws-root.cer"),
                    "history.json": Array("{\"signedTransactions\":[\(list)]}".utf8),
                ]
            ).text
        }
        let note = "This may be the evidence of 2 customers: it has 2 appTransactionIDs (1, 2), and a customer"
        for merge in [[], ["--merge"]] {
            #expect(try run(["2", "1", "2"], merge).contains("\n  customers?  \(note) of an app has one.\n"))
            #expect(try !run(["1", "1"], merge).contains("customers"))
            let rows = try run(["2", "1"], merge + ["--format", "csv"]).split(separator: "\r\n")
            #expect(rows.count == 3)
            #expect(rows.first?.hasSuffix(",appTransactionIDs") == true)
            #expect(rows.dropFirst().allSatisfy { $0.hasSuffix(",1 2") })
            #expect(try run(["1"], merge + ["--format", "csv"]).hasSuffix(",1\r\n"))
        }
        // Listing every identifier for each of many would make the output grow quadratically.
        let many = (10..<25).map(String.init)
        #expect(
            try run(many, []).contains(
                "of 15 customers: it has 15 appTransactionIDs (10, 11, 12, 13, 14, 15, 16, 17, 18, 19, …),"))
        let rows = try run(many, ["--format", "csv"]).split(separator: "\r\n")
        #expect(rows.dropFirst().allSatisfy { $0.hasSuffix(",10 11 12 13 14 15 16 17 18 19 …") })
    }

    @Test(
        "A JSON body whose JWS do not belong together is rejected with the ledger's code", arguments: ["text", "json"])
    func mismatch(_ format: String) throws {
        let jwsList = try ["com.example.app", "com.example.other"].map { app in
            try TestAuthority.standard.sign(TestTransaction().with { $0.bundleIdentifier = app })
        }
        func run(_ jwsList: [String]) throws -> Program.Result {
            let list = jwsList.map { "\"\($0)\"" }.joined(separator: ",")
            return try Receipt.run(
                [
                    "ledger", "history.json", "--any-bundle-id", "--any-device", "--trust-root", "jws-root.cer",
                    "--format",
                    format, "--at", "2026-01-01", "--svg", "timeline.svg",
                ],
                files: [
                    "jws-root.cer": try Fixtures.file("jws-root.cer"),
                    "history.json": Array("{\"signedTransactions\":[\(list)]}".utf8),
                ])
        }
        #expect(try run([jwsList[0], jwsList[0]]).status == 0)
        let result = try run(jwsList)
        #expect(result.status == 1)
        #expect(result.text.contains("ledger.bundleIdentifier"))
        #expect(result.text.contains("refused"))
        if format == "json" {
            #expect(try result.object.verdict == "refused")
            #expect(try result.object.errorCode == "ledger.bundleIdentifier")
            #expect(try result.object["file"] == .string("history.json"))
        }
        #expect(!result.text.contains("verified"))
    }

    static let pictures: [(fixture: String, glyphs: String, words: [String])] = [
        ("trial", "░█", ["trial", "paid"]), ("introductory", "▒█", ["introductory"]), ("refund", "x", ["revoked"]),
        ("promotional-offer", "▓", ["offer"]), ("five-year-subscription", "█", ["paid"]),
    ]

    @Test("draws one timeline for each subscription, readable without colour, within 80 columns", arguments: pictures)
    func text(_ row: (fixture: String, glyphs: String, words: [String])) throws {
        let result = try run(row.fixture, ["--as-of", "2024-02-02"])
        #expect(result.status == 0)
        #expect(result.text.contains("Purchases, oldest first"))
        #expect(result.text.contains("Access as of 2024-02-02T00:00:00Z"))
        #expect(result.text.contains("as of 2024-02-02"))
        for glyph in row.glyphs { #expect(result.text.contains(glyph), "\(glyph)\n\(result.text)") }
        for word in row.words { #expect(result.text.contains(word)) }
        #expect(!result.output.contains(0x1B))
        #expect(result.lines.allSatisfy { $0.count <= 80 }, "\(result.lines.filter { $0.count > 80 })")
    }

    @Test("marks where periods begin if there is room, and shows no gaps among periods that are too narrow for it")
    func periods() throws {
        let months = try run("five-year-subscription", ["--as-of", "2024-02-02"]).lines
        #expect(months.contains("  " + String(repeating: "█", count: 76)))
        let renewals = try run("trial", ["--as-of", "2024-02-02"]).lines
        #expect(renewals.contains { $0.hasPrefix("  ░") && $0.contains("█▐█") }, "\(renewals)")
    }

    @Test("draws the timelines as a picture that is well-formed XML", arguments: ["trial", "no-purchases", "refund"])
    func picture(_ fixture: String) throws {
        let files = ["x": try Fixtures.file("receipts/\(fixture).receipt"), "root.cer": try Fixtures.file("root.cer")]
        let script = """
            '\(Receipt.executable.path)' ledger x --bundle-id com.example.app --any-device --trust-root root.cer \
            --as-of 2024-02-02 --svg picture.svg > said && cat picture.svg
            """
        let result = try Program.run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], files: files)
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("<svg "))
        #expect(Tags.areBalanced(result.text))
        if fixture == "trial" { #expect(result.text.contains("class=\"trial\"")) }
    }

    @Test(
        "does not guess: 64",
        arguments: [
            ["--svg", "a", "y"], ["--as-of", "soon"], ["--batch"],
        ])
    func misuse(_ more: [String]) throws { #expect(try run("trial", more).status == 64) }

    @Test(
        "Real receipts have as many rows in their ledger", .enabled(if: Corpus.isAvailable),
        arguments: Corpus.entries.filter(\.expected.chainsToAppleRoot).sample(3))
    func corpus(_ entry: Corpus.Entry) throws {
        let result = try Receipt.run(
            [
                "ledger", "x", "--bundle-id", entry.expected.bundleID, "--any-device", "--environment", "sandbox",
                "--format", "json",
            ],
            files: ["x": entry.bytes])
        #expect(result.status == 0)
        #expect(try result.object["ledger"]?["purchases"]?.array?.count == entry.expected.inApp.count)
    }
}

/// Reads enough XML to check that every opened element is closed.
enum Tags {
    static func areBalanced(_ text: String) -> Bool {
        var open: [Substring] = []
        for part in text.split(separator: "<", omittingEmptySubsequences: true) {
            guard let tag = part.split(separator: ">", omittingEmptySubsequences: false).first else { return false }
            let name = tag.split(whereSeparator: { $0 == " " || $0 == "/" }).first ?? ""
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return false }
            } else if !tag.hasSuffix("/") {
                open.append(name)
            }
        }
        return open.isEmpty
    }
}
