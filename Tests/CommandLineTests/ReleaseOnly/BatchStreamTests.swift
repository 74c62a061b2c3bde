import Foundation
import TestSupport
import Testing

/// Tests batches with slow, closed or unusual streams at either end.
@Suite("The streams of a batch")
struct BatchStreamTests {
    private static let root = Fixtures.folder.appendingPathComponent("root.cer").path
    private static let prelude = """
        set -u
        receipt() { '\(Receipt.executable.path)' "$@"; }
        batch() { receipt verify --batch --bundle-id com.example.app --any-device --trust-root '\(root)' "$@"; }

        """

    private func shell(_ script: String, files: [String: [UInt8]] = [:], _ environment: [String: String] = [:]) throws
        -> Program.Result
    {
        try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", Self.prelude + script], files: files, environment: environment)
    }

    @Test("A line is answered before the next one arrives, even on one processor", arguments: ["", "taskset -c 0 "])
    func conversation(_ before: String) throws {
        guard before.isEmpty || FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset") else { return }
        let result = try shell(
            """
            mkfifo in out
            \(before)'\(Receipt.executable.path)' verify --batch --bundle-id a --any-device < in > out &
            exec 3> in 4< out
            for line in one two three; do
                printf '{"id":"%s"}\\n' "$line" >&3
                IFS= read -r answer <&4
                printf '%s\\n' "$answer"
            done
            exec 3>&-
            wait $!
            """)
        #expect(result.status == 0)
        #expect(try result.objects.map { $0["id"]?.string } == ["one", "two", "three"])
    }

    @Test("A line may arrive in pieces")
    func pieces() throws {
        let result = try shell(#"{ printf '{"id'; sleep 0.1; printf '":7}'; sleep 0.1; printf '\n\n'; } | batch"#)
        #expect(try result.objects.map(\.errorCode) == ["line.missingReceipt", "line.empty"])
        #expect(try result.objects.first?["id"] == .number(7))
    }

    @Test("The time for a long line is proportional to its length, however small its pieces")
    func longLineInPieces() throws {
        func seconds(_ mebibytes: Int) throws -> Double {
            // The first character makes it look like HTML, so answering it takes no time.
            let line = [UInt8](repeating: UInt8(ascii: "<"), count: mebibytes << 20)
            let start = Date()
            let result = try shell("dd bs=1k < line 2> dd | batch --jobs 1", files: ["line": line])
            #expect(try result.objects.map(\.errorCode) == ["input.notReceipt"])
            return Date().timeIntervalSince(start)
        }
        // Measure in turns, because other tests run at the same time.
        var (short, long) = (Double.infinity, Double.infinity)
        for _ in 0..<5 {
            short = min(short, try seconds(2))
            long = min(long, try seconds(14))
        }
        // Copying at every read would make it thirty times slower.
        #expect(long < 14 * short, "\(long) s, and \(short) s for a seventh of it")
    }

    @Test("It ends quietly when the reader has seen enough", arguments: ["", "trap '' PIPE\n"])
    func closedPipe(_ before: String) throws {
        let result = try shell(before + "yes 2> /dev/null | batch --jobs 2 | head -n 2")
        #expect(result.status == 0)
        #expect(result.lines.count == 2)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test("Also while it waits for input that does not come")
    func closedPipeWhileWaiting() throws {
        let result = try shell(
            """
            trap '' PIPE
            mkfifo in
            { batch < in; echo "status $?" > status; } | true &
            exec 3> in
            sleep 0.2
            echo >&3
            for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s status ] && break; sleep 0.1; done
            cat status
            """)
        #expect(result.lines == ["status 74"])
    }

    @Test(
        "Lost answers are not a success: 74", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
    )
    func lost() throws {
        let result = try shell("yes | head -n 100000 | batch > /dev/full")
        #expect(result.status == 74)
        #expect(result.errors.contains("standard output"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test("Input that cannot be read does not count as its end: 66")
    func unreadable() throws {
        let result = try shell("batch < .")
        #expect(result.status == 66)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("standard input"))
    }

    // Use script from util-linux to give the command a terminal. Its options differ on other systems.
    #if os(Linux)
        private static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

        /// Returns what a terminal shows while answers are written to a file, and the number of answers.
        private func watched(_ redirection: String, _ environment: [String: String]) throws -> Program.Result {
            try shell(
                """
                cat > run <<'END'
                \(Self.prelude)
                \(redirection)
                END
                script -qec 'sh run' /dev/null < /dev/null
                [ -e answers ] && wc -l < answers
                """, files: ["lines": Array("\(InputTests.base64)\nAAAA\n\n".utf8)], environment)
        }

        @Test("Progress is shown on a terminal, with what is left of a file", .enabled(if: hasTerminal))
        func progress() throws {
            let result = try watched("batch < lines > answers", ["NO_COLOR": "1", "TERM": "xterm"])
            #expect(result.text.contains("1 verified, 0 refused, 2 unreadable, "))
            #expect(result.text.contains("/s, 0 s, 100 %, 0 s left"))
            let words = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("refused 0 unreadable 2 input.notReceipt 1 line 2 line.empty 1 line 3 3 in 0 s, "))
            #expect(!result.output.contains(0x1B))
            #expect(result.output.suffix(2) == Array("3\n".utf8)[...])
            let piped = try watched("cat lines | batch > answers", ["NO_COLOR": "", "TERM": "xterm"])
            #expect(piped.text.contains("/s"))
            #expect(!piped.text.contains("left"))
            #expect(piped.output.contains(0x1B))
        }

        @Test("No progress between answers, nor without a terminal", .enabled(if: hasTerminal))
        func noProgress() throws {
            for command in ["batch < lines", "batch < lines > answers 2> errors; cat errors"] {
                let text = try watched(command, ["TERM": "xterm"]).text
                #expect(!text.contains("left"))
                #expect(text.matches(of: #/[/]s/#).count == 1, "the summary alone")
            }
        }
    #endif
}
