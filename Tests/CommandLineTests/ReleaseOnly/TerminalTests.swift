import Foundation
import TestSupport
import Testing

// Use script from util-linux to give the command a terminal. Its options differ on other systems.
#if os(Linux)
    /// Tests the contents of a terminal of 80 columns and 24 lines while answers are written to a file, and afterwards.
    @Suite("A terminal", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    struct TerminalTests {
        /// Verifies fixtures repeatedly, until there are this many files.
        private static func run(files count: Int, columns: Int, rows: Int) throws -> Program.Result {
            let fixtures = Fixtures.folder.path
            return try Program.run(
                URL(fileURLWithPath: "/bin/sh"),
                [
                    "-c",
                    """
                    mkdir empty all; : > empty/none; printf '%%PDF' > empty/a.pdf
                    number=0
                    while [ $number -lt \(count) ]; do
                        for file in '\(fixtures)'/receipts/* '\(fixtures)'/jws/* "$PWD"/empty/*; do
                            [ $number -lt \(count) ] || break
                            number=$((number + 1))
                            ln -s "$file" "all/$number a name that is longer than there is room for"
                        done
                    done
                    cat > run <<'END'
                    stty cols \(columns) rows \(rows)
                    '\(Receipt.executable.path)' verify all missing --any-bundle-id --any-device --format csv --summary summary \\
                        --trust-root '\(fixtures)/root.cer' --trust-root '\(fixtures)/jws-root.cer' > answers
                    END
                    script -qec 'sh run' /dev/null < /dev/null
                    wc -l < answers; cat summary
                    """,
                ], environment: ["NO_COLOR": "1", "COLUMNS": "", "TERM": "xterm"])
        }

        @Test("For a few files the progress line is removed and no counts are printed")
        func few() throws {
            let command = "'\(Receipt.executable.path)' verify a b --any-bundle-id --any-device > answers"
            let result = try Program.run(
                URL(fileURLWithPath: "/usr/bin/script"), ["-qec", command, "/dev/null"], files: ["a": [1], "b": [2]],
                environment: ["TERM": "xterm"])
            #expect(result.text.contains(" unreadable, "))
            let last = try #require(result.text.split(separator: "\r").last)
            #expect(result.text.hasSuffix("\r") && last.allSatisfy { $0 == " " }, "\(result.text)")
        }

        @Test(
            "5,000 files with 50 codes scroll nothing, and the table at the end fits", arguments: [(80, 24), (60, 12)])
        func summary(_ columns: Int, _ rows: Int) throws {
            let count = repetitions(5_000, sample: 300)
            let text = try Self.run(files: count, columns: columns, rows: rows).text
            let parts = text.components(separatedBy: "\r\n")
            let json = try #require(parts.last?.split(separator: "\n").last)
            let summary = try JSONDecoder().decode(JSON.self, from: Data(json.utf8))
            guard case .object(let codes)? = summary["codes"] else { throw CocoaError(.coderInvalidValue) }
            #expect(codes.count >= 50)
            #expect(parts.last?.hasPrefix("\(count + 2)\n") == true, "a row for each file, and the header")

            #expect(parts.count - 1 < rows)
            let shown = parts.dropLast().flatMap { $0.split(separator: "\r") }
            #expect(shown.allSatisfy { $0.count < columns }, "\(shown.filter { $0.count >= columns })")
            let progress = shown.filter { $0.contains(" verified, ") }
            guard case .number(let seconds)? = summary["seconds"] else { throw CocoaError(.coderInvalidValue) }
            #expect(Double(progress.count) <= 4 * seconds + 1)
            #expect(progress.allSatisfy { !$0.contains(".") }, "codes stand in the table alone")

            let table = shown.filter { !$0.contains(" verified, ") && !$0.allSatisfy { $0 == " " } }
            #expect(table.count == rows - 1)
            #expect(table.first?.hasPrefix("verified ") == true)
            #expect(table.contains { $0.hasPrefix("refused ") } && table.contains { $0.hasPrefix("unreadable ") })
            #expect(table.contains { $0.hasPrefix("  environment.mismatch ") && $0.hasSuffix("is room for") })
            let left = codes.count - table.count { $0.hasPrefix("  ") && $0.contains(".") }
            #expect(table.contains("  and \(left) more codes, which --summary FILE writes"))
            let grouped = "\(count + 1)".count > 3 ? "\((count + 1) / 1_000),00\((count + 1) % 1_000)" : "\(count + 1)"
            #expect(table.last?.hasPrefix("\(grouped) in ") == true)
        }
    }
#endif
