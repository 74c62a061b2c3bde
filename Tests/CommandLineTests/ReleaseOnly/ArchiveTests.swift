import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests folders, lists of files, and interrupted batches.
@Suite("Archives")
struct ArchiveTests {
    private static let good = InputTests.base64

    /// Runs shell lines in a folder with a receipt, a file that isn't one, and the root. `verify` and `batch` get the
    /// options they need.
    private func shell(_ script: String) throws -> Program.Result {
        let options = "--bundle-id com.example.app --any-device --trust-root root.cer --at 2026-01-01"
        let prelude = """
            verify() { '\(Receipt.executable.path)' verify \(options) "$@"; }
            ledger() { '\(Receipt.executable.path)' ledger \(options) "$@"; }
            inspect() { '\(Receipt.executable.path)' inspect "$@"; }

            """
        return try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", prelude + script],
            files: [
                "good": InputTests.trial, "bad": [1, 2, 3], "root.cer": try Fixtures.file("root.cer"),
                "lines": Array("\(Self.good)\nAAAA\n\n\(Self.good)\n".utf8),
            ])
    }

    /// Returns the verdicts by file name.
    private func verdicts(_ result: Program.Result) throws -> [String] {
        try result.objects.map { "\($0["file"]?.string ?? "?") \($0.errorCode ?? $0.verdict ?? "?")" }
    }

    private static let folder = """
        mkdir -p a/sub a/.hidden a/empty
        cp good a/2; cp bad a/10; cp good a/sub/x; cp bad a/.hidden/y; cp bad a/.z
        ln -s .. a/sub/up; ln -s ../2 a/sub/link; ln -s nowhere a/sub/broken; mkfifo a/sub/pipe; ln -s pipe a/sub/piped

        """

    @Test("A folder stands for all files in it and its subfolders, ordered by name")
    func folder() throws {
        let result = try shell(Self.folder + "verify a --format json")
        #expect(
            try verdicts(result) == [
                "a/10 input.notReceipt", "a/2 verified", "a/sub/broken file.unreadable", "a/sub/link verified",
                "a/sub/x verified",
            ])
        #expect(result.status == 66)
        let summary = "receipt: 3 verified, 2 unreadable (file.unreadable 1, input.notReceipt 1), "
        #expect(result.errors.hasPrefix(summary), "\(result.errors)")
        let others = try shell(
            Self.folder + "rm -r a/10 a/sub/broken; inspect a/ --format json; ledger a --format json")
        #expect(
            try others.objects.map { $0["file"]?.string }
                == ["a/2", "a/sub/link", "a/sub/x", "a/2", "a/sub/link", "a/sub/x"])
    }

    @Test("A folder without files isn't an error, and is reported")
    func emptyFolder() throws {
        let result = try shell("mkdir a; verify a")
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("receipt: 0 verified, "))
    }

    @Test("A list names files and folders, from a file or from standard input")
    func list() throws {
        let list = #"printf 'good\n\na\nmissing\nbad' "#
        let expected = [
            "good verified", "a/10 input.notReceipt", "a/2 verified", "a/sub/link verified", "a/sub/x verified",
            "missing file.unreadable", "bad input.notReceipt",
        ]
        let script = Self.folder + "rm a/sub/broken; "
        for jobs in ["1", "2"] {
            let piped = try shell(script + list + "| verify --files-from - --format json --jobs \(jobs)")
            #expect(try verdicts(piped) == expected)
            let named = try shell(script + list + "> list; verify bad --files-from list --format json --jobs \(jobs)")
            #expect(try verdicts(named) == ["bad input.notReceipt"] + expected)
        }
        for command in ["verify", "inspect", "ledger"] {
            let result = try shell("\(command) --files-from nowhere")
            #expect(result.status == 66)
            #expect(result.errors == "receipt: nowhere: No such file or directory\n")
            #expect(try shell("\(command)").status == 64)
            #expect(try shell("echo good | \(command) - --files-from -").status == 64)
        }
    }

    @Test("A list of lines may come from Windows, and one of find -print0 has names with line breaks")
    func otherLists() throws {
        #expect(
            try verdicts(try shell(#"printf 'good\r\n\r\nbad\r\n' | verify --files-from - --format json"#))
                == ["good verified", "bad input.notReceipt"])
        let script = #"""
            mkdir a; cp good "$(printf 'a/1\n2')"; cp bad a/3
            find a -type f -print0 | sort -z | verify --files-from - --format json
            """#
        #expect(try verdicts(try shell(script)) == ["a/1\n2 verified", "a/3 input.notReceipt"])
        #expect(try verdicts(try shell(#"printf 'good\0\0bad' | verify --files-from - --format json"#)).count == 2)
    }

    @Test("More files than fit on a screen end with a summary")
    func manyNames() throws {
        #expect(try shell("verify \(String(repeating: "good ", count: 10))").errors.isEmpty)
        #expect(
            try shell("verify \(String(repeating: "good ", count: 11))").errors.hasPrefix("receipt: 11 verified, "))
    }

    @Test(
        "The summary as JSON",
        arguments: [
            "verify --batch --summary s < lines", "verify good bad missing good --summary s",
            "verify good bad missing good --summary s --format verify-receipt",
        ])
    func summary(_ command: String) throws {
        let object = try shell(command + " > answers; cat s").object
        #expect(object["answers"] == .number(4))
        #expect(object["verified"] == .number(2))
        #expect(object["refused"] == .number(0))
        #expect(object["unreadable"] == .number(2))
        let unreadable = command.contains("--batch") ? "line.empty" : "file.unreadable"
        #expect(object["codes"] == .object(["input.notReceipt": .number(1), unreadable: .number(1)]))
        #expect(object["seconds"] != nil && object["perSecond"] != nil)
    }

    @Test("A summary that cannot be written: 73, before any work")
    func unwritableSummary() throws {
        for command in ["verify --batch --summary no/where < lines", "verify good --summary no/where"] {
            let result = try shell(command)
            #expect(result.status == 73)
            #expect(result.output.isEmpty)
        }
        #expect(try shell("verify good --summary -").status == 64)
    }

    @Test("A batch instead of a receipt is recognized", arguments: ["base64", "JWS", "objects"])
    func hint(_ kind: String) throws {
        let line =
            switch kind {
            case "base64": Self.good
            case "JWS": "eyJhbGciOiJFUzI1NiJ9.eyJh.AAAA"
            default: #"{"id":1,"receipt":"\#(Self.good)"}"#
            }
        let hint = "Its first line is evidence by itself. If every line is: receipt verify --batch < FILE."
        func text(_ contents: String) throws -> String {
            let result = try Receipt.run(
                ["verify", "x", "--bundle-id", "a", "--any-device"], files: ["x": Array(contents.utf8)])
            return result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        #expect(try text("\(line)\n\(line)\n").contains(hint))
        // Contents that are also valid as a file are verified as a file.
        #expect(try text("\(line)\n").contains(hint) == (kind == "objects"))
        let fourth = hint.replacing("Its first line", with: "Line 4")
        #expect(try text("{}\n\nAAAA\n\(line)\n").contains(fourth))
        let files = ["x": Array("\(line)\n\(line)\n".utf8)]
        let inspected = try Receipt.run(["inspect", "x"], files: files)
        #expect(inspected.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(hint))
        let answered = try Receipt.run(
            ["verify", "x", "--bundle-id", "a", "--any-device", "--format", "verify-receipt"], files: files)
        #expect(answered.errors == "receipt: x: \(hint)\n")
    }

    @Test("Base64 with line breaks is no batch")
    func wrapped() throws {
        let cut = String(InputTests.wrapped(Self.good, 64, "\n").dropLast(8))
        let result = try Receipt.verify(["x": Array(cut.utf8)], ["x", "--format", "text"])
        #expect(!result.text.contains("--batch"))
    }

    @Test("A batch can be resumed after any line with the same result")
    func resumed() throws {
        let lines = [Self.good, "", "AAAA", String(repeating: "A", count: 20_000_000), "{}", Self.good].joined(
            separator: "\n")
        for input in [lines, lines + "\n"].sample(1) {
            let whole = try Receipt.batch(Array(input.utf8))
            #expect(whole.lines.count == 6)
            for answered in (0...6).sample(3) {
                let rest = try Receipt.batch(Array(input.utf8), ["--resume-from", "\(answered)"])
                #expect(rest.status == 0)
                #expect(rest.lines == Array(whole.lines.dropFirst(answered)), "after \(answered)")
            }
            let beyond = try Receipt.batch(Array(input.utf8), ["--resume-from", "7"])
            #expect(beyond.status == 66)
            #expect(beyond.output.isEmpty)
            #expect(
                beyond.errors
                    == "receipt: standard input: The input has 6 lines, but 7 were answered before\n")
        }
    }

    @Test("A brief verdict names the app if the command doesn't")
    func app() throws {
        func line(_ more: [String]) throws -> String? {
            try Receipt.batch(lines: [Self.good], ["--verdict-only"] + more).lines.first
        }
        #expect(try line([]) == #"{"line":1,"verdict":"verified"}"#)
        #expect(
            try line(["--bundle-id", "com.example.other"])
                == #"{"line":1,"verdict":"verified","bundleID":"com.example.app"}"#)
    }
}
