import Foundation
import TestSupport
import Testing

// Darwin's file systems only allow names in UTF-8.
#if os(Linux)
    /// Archives of old systems have names in Latin-1 or MacRoman.
    @Suite("Names that aren't UTF-8")
    struct FileNameTests {
        private static let policy = "--bundle-id com.example.app --any-device"

        /// Runs shell lines in a folder with three files whose names look the same. `$1` is verified and `$2` rejected,
        /// and neither name is UTF-8. `$3` is the name with replacement characters, and contains no evidence.
        private func shell(_ script: String) throws -> Program.Result {
            let prelude = #"""
                receipt() { command=$1; shift; '\#(Receipt.executable.path)' $command \#(Self.policy) "$@"; }
                inspect() { '\#(Receipt.executable.path)' inspect "$@"; }
                mkdir folder && mv good bad none root.cer folder && cd folder || exit 99
                set -- "$(printf 'caf\351.der')" "$(printf 'caf\352.der')" "$(printf 'caf\357\277\275.der')"
                mv good "$1" && mv bad "$2" && mv none "$3" || exit 99
                root() { mv root.cer "$(printf 'root\377.cer')"; }

                """#
            return try Program.run(
                URL(fileURLWithPath: "/bin/sh"), ["-c", prelude + script],
                files: [
                    "good": InputTests.trial, "bad": try Fixtures.file("receipts/refused-signature-flipped.receipt"),
                    "none": Array("<html>".utf8), "root.cer": try Fixtures.file("root.cer"),
                ])
        }

        private func verdicts(_ result: Program.Result) throws -> [String] {
            try result.objects.map { "\($0["file"]?.string ?? "?") \($0.errorCode ?? $0.verdict ?? "?")" }
        }

        private static let (good, bad, none) = (
            "caf\u{FFFD}.der verified", "caf\u{FFFD}.der signature.invalid", "caf\u{FFFD}.der input.notReceipt"
        )

        @Test(
            "Each is read by its own name, in whatever order",
            arguments: [
                (#""$1" "$2" "$3""#, [good, bad, none]), (#""$3" "$2" "$1""#, [none, bad, good]),
                (#""$2" -- "$1""#, [bad, good]), (#""./$1""#, ["./" + good]),
            ])
        func byName(_ names: String, _ expected: [String]) throws {
            #expect(try verdicts(try shell("receipt verify --trust-root root.cer --format json \(names)")) == expected)
        }

        @Test("By name in inspect and ledger, and as text with replacement characters")
        func commands() throws {
            let inspected = try shell(#"inspect "$1" "$3" --format json"#)
            #expect(
                try inspected.objects.map { $0["file"] } == [.string("caf\u{FFFD}.der"), .string("caf\u{FFFD}.der")])
            #expect(try inspected.objects.first?["kind"] == .string("appReceipt"))
            #expect(try inspected.objects.map(\.errorCode) == [nil, "input.notReceipt"])
            let ledger = try shell(#"receipt ledger "$1" --trust-root root.cer"#)
            #expect(ledger.text.hasPrefix("✓ verified  caf\u{FFFD}.der\n"), "\(ledger.text)")
            let missing = try shell(#"receipt verify "$1x" --format json"#)
            #expect(missing.status == 66)
            #expect(try missing.object.errorCode == "file.unreadable")
        }

        @Test("In a folder, in the order of their bytes, and in one whose own name isn't UTF-8")
        func folder() throws {
            let result = try shell(
                #"""
                mkdir sub; mv "$1" "$2" "$3" sub; mv sub "$(printf 'fold\351r')"
                receipt verify --trust-root root.cer --format json .
                """#)
            let names = [Self.good, Self.bad, Self.none].map { "./fold\u{FFFD}r/\($0)" }
            #expect(try verdicts(result) == names + ["./root.cer der.tag"])
        }

        @Test(
            "In a list, whose own name isn't UTF-8 either",
            arguments: [
                #"printf '%s\n' "$1" "$2" "$3" | receipt verify --files-from - "#,
                #"printf '%s\0' "$1" "$2" "$3" | receipt verify --files-from - "#,
                #"printf '%s\n' "$1" "$2" "$3" > "$(printf 'list\200')"; receipt verify --files-from list* "#,
                #"printf '%s\n' "$1" "$2" "$3" > "$(printf 'list\200')"; receipt verify --files-from="$(printf 'list\200')" "#,
            ])
        func list(_ command: String) throws {
            let result = try shell(command + "--trust-root root.cer --format json")
            #expect(try verdicts(result) == [Self.good, Self.bad, Self.none])
        }

        @Test(
            "As an option's value, behind it or in it",
            arguments: [#"--trust-root "$(printf 'root\377.cer')""#, #"--trust-root="$(printf 'root\377.cer')""#])
        func options(_ option: String) throws {
            let result = try shell(#"root; receipt verify "$1" --format json "# + option)
            #expect(try verdicts(result) == [Self.good])
            let missing = try shell(#"receipt verify "$1" "# + option)
            #expect(missing.status == 66)
            #expect(missing.errors == "receipt: root\u{FFFD}.cer: No such file or directory\n")
        }

        @Test("As a file to write, which is distinguished from the others")
        func outputs() throws {
            let result = try shell(
                #"""
                receipt verify "$1" --trust-root root.cer --summary "$2" > said 2>&1; grep -c '"verified":1,' "$2"; grep -c html "$3"
                cp "$2" kept; receipt verify "$1" --trust-root root.cer --summary "./$1" 2>&1; cmp "$2" kept
                """#)
            #expect(result.lines.prefix(2) == ["1", "1"])
            #expect(
                result.lines.dropFirst(2).first
                    == "Error: --summary ./caf\u{FFFD}.der and the input caf\u{FFFD}.der are the same file; nothing was overwritten."
            )
        }
    }
#endif
