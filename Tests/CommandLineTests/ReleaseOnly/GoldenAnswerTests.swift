import Foundation
import TestSupport
import Testing

/// Compares the output of the command line and its batch with `Fixtures/answers`, byte for byte. If
/// RECEIPTKIT_WRITE_ANSWERS is set, first writes the command line's output there.
@Suite("Golden answers", .serialized)
struct GoldenAnswerTests {
    private static let isWriting = ProcessInfo.processInfo.environment["RECEIPTKIT_WRITE_ANSWERS"] == "1"

    @Test("From the command line", arguments: GoldenAnswer.verdicts)
    func file(_ golden: GoldenAnswer) throws {
        let lines = try Self.run(["verify", "input", "--format", "json"], golden).lines
        try Self.compare(lines, golden) { try golden.text(behind: #""file":"input""#) }
    }

    /// Exclude an empty line, which has its own error code.
    @Test("From a batch", arguments: GoldenAnswer.verdicts.filter { $0.name != "unreadable-empty" })
    func batch(_ golden: GoldenAnswer) throws {
        let result = try Self.run(["verify", "--batch"], golden, input: Self.line(golden))
        #expect(result.lines == [try golden.text(behind: #""line":1"#)])
    }

    @Test("A ledger, of a file, of several files, of a line and of a key", arguments: GoldenAnswer.all("ledger"))
    func ledger(_ golden: GoldenAnswer) throws {
        let lines = try Self.run(["ledger", "input", "--format", "json"], golden).lines
        try Self.compare(lines, golden) { try golden.text(behind: #""file":"input""#) }
        let ledger = try #require(try golden.text.range(of: #","ledger":{"#)).lowerBound
        let rest = try golden.text[ledger...]
        let verified = #""verdict":"verified","environment":"Production","bundleID":"com.example.app""# + rest
        let merged = try Self.run(["ledger", "--merge", "input", "input", "--format", "json"], golden)
        #expect(merged.lines == [#"{"files":["input","input"],"# + verified])
        let evidence = try Self.json(golden)
        let line = Array(#"{"evidence":[\#(evidence),\#(evidence)]}"#.utf8)
        #expect(try Self.run(["ledger", "--batch"], golden, input: line).lines == [#"{"line":1,"# + verified])
        let keyed = Array(#"{"key":"a","evidence":\#(evidence)}"#.utf8)
        let batch = ["ledger", "--batch", "--merge-by-key"]
        #expect(try Self.run(batch, golden, input: keyed).lines == [#"{"key":"a","# + verified])
    }

    @Test("Inspections", arguments: GoldenAnswer.all("inspect"))
    func inspect(_ golden: GoldenAnswer) throws {
        let files = ["input": try golden.contents]
        let lines = try Receipt.run(["inspect", "input", "--format", "json"], files: files).lines
        try Self.compare(lines, golden) { try golden.text(behind: #""file":"input""#) }
    }

    @Test("Every answer has its line")
    func complete() throws {
        let folder = Fixtures.folder.appendingPathComponent("answers").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(files) == Set(GoldenAnswer.all.map { "\($0.name).json" }))
    }

    private static func run(
        _ command: [String], _ golden: GoldenAnswer, input: [UInt8] = []
    ) throws -> Program.Result {
        var files = ["input": try golden.contents]
        for certificate in GoldenAnswer.roots + ["transaction-receipt-issuer.cer"] {
            files[certificate] = try Fixtures.file(certificate)
        }
        return try Receipt.run(
            command + ["--bundle-id", golden.bundleIdentifier, "--any-device", "--at", GoldenAnswer.time]
                + GoldenAnswer.roots.flatMap { ["--trust-root", $0] } + golden.options, files: files, input: input)
    }

    /// Returns the input as a line of a batch.
    private static func line(_ golden: GoldenAnswer) throws -> [UInt8] {
        let contents = try golden.contents
        let isText = !golden.input.hasSuffix(".receipt") && !golden.input.hasSuffix(".plist")
        let line =
            isText ? contents.filter { $0 != UInt8(ascii: "\n") } : Array(Data(contents).base64EncodedString().utf8)
        return line + [UInt8(ascii: "\n")]
    }

    /// Returns the input as a JSON value.
    private static func json(_ golden: GoldenAnswer) throws -> String {
        let line = String(decoding: try line(golden).dropLast(), as: UTF8.self)
        return line.hasPrefix("{") ? line : "\"\(line)\""
    }

    private static func compare(_ lines: [String], _ golden: GoldenAnswer, _ expected: () throws -> String) throws {
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        if isWriting {
            let answer = "{" + line.dropFirst(#"{"file":"input","#.count) + "\n"
            try answer.write(to: golden.file, atomically: true, encoding: .utf8)
        }
        #expect(line == (try expected()))
    }
}
