import Foundation
import TestSupport
import Testing

@Suite("receipt ledger --merge --skip-rejected")
struct SkipRejectedTests {
    private static let names = ["refused-content-flipped", "trial", "page", "refund", "missing"]

    private func run(_ names: [String], _ more: [String] = []) throws -> Program.Result {
        var files = ["root.cer": try Fixtures.file("root.cer"), "page": Array("<html>".utf8)]
        for name in ["trial", "refund", "refused-content-flipped", "sandbox"] {
            files[name] = try Fixtures.file("receipts/\(name).receipt")
        }
        return try Receipt.run(
            ["ledger", "--merge", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer"]
                + ["--at", "2026-01-01"] + more + names, files: files)
    }

    @Test("The ledger is built from the other files, and standard error lists those left out")
    func text() throws {
        let result = try run(Self.names, ["--skip-rejected"])
        #expect(result.status == 0)
        let first = "2 files, one ledger"
        let alone = try run(["trial", "refund"]).text
        #expect(result.text == alone.replacing(first, with: first + ", without 3 files"))
        #expect(
            result.errors == """
                receipt: skipped refused-content-flipped: signature.invalid
                receipt: skipped page: input.notReceipt
                receipt: skipped missing: file.unreadable

                """)
        #expect(try run(["trial", "refund"], ["--skip-rejected"]).errors.isEmpty)
    }

    @Test("Without the option the text names it, if there are other files")
    func suggestion() throws {
        let note = "\n  note        To make a ledger of the other files: --skip-rejected.\n"
        #expect(try run(Self.names).text.contains(note))
        for (names, more) in [(["page"], []), (["page", "missing"], ["--skip-rejected"])] {
            #expect(try !run(names, more).text.contains("note"))
        }
    }

    @Test("In JSON a member has the verdict on each skipped file")
    func json() throws {
        let format = ["--format", "json"]
        let result = try run(Self.names, ["--skip-rejected"] + format)
        #expect(result.status == 0 && result.errors.isEmpty)
        let object = try result.object
        #expect(object["files"] == .array([.string("trial"), .string("refund")]))
        let alone = try ["refused-content-flipped", "page", "missing"].map { try run([$0], format).object }
        #expect(object["skipped"] == .array(alone))
        let rest = try run(["trial", "refund"], format).object
        #expect(rest["skipped"] == nil)
        #expect(object["ledger"] == rest["ledger"] && object["bundleID"] == rest["bundleID"])
    }

    @Test("A table has a row for each")
    func csv() throws {
        let format = ["--format", "csv"]
        let result = try run(Self.names, ["--skip-rejected"] + format)
        #expect(result.status == 0 && result.errors.isEmpty)
        let rest = try run(["trial", "refund"], format)
        #expect(result.text.hasPrefix(rest.text))
        let rows = result.text.dropFirst(rest.text.count).split(separator: "\r\n").map { $0.prefix { $0 != "," } }
        #expect(rows == ["refused-content-flipped", "page", "missing"])
    }

    @Test("If no file is verified, the answer is the first one's error; files of two environments aren't skipped")
    func nothingLeft() throws {
        for names in [["refused-content-flipped", "page"], ["page", "refused-content-flipped"]] {
            let (all, plain) = (try run(names, ["--skip-rejected"]), try run(names))
            #expect(all.status == plain.status && all.text == plain.text && all.errors == plain.errors)
        }
        let both = try run(
            ["trial", "sandbox"], ["--skip-rejected", "--environment", "production", "--environment", "sandbox"])
        #expect(both.status == 1)
        #expect(both.text.contains("ledger.environment"))
        let alone = try Receipt.run(["ledger", "x", "--any-bundle-id", "--any-device", "--skip-rejected"])
        #expect(alone.status == 64)
        #expect(alone.errors.hasPrefix("Error: --skip-rejected requires --merge or --merge-by-key.\n"))
    }
}
