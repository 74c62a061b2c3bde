import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
    static let commands = ["", "verify", "ledger", "inspect", "compare", "issue", "defects", "explain"]

    private static func help(_ command: String, columns: String = "80") throws -> Program.Result {
        try Receipt.run(
            (command.isEmpty ? [] : [command]) + ["--help"], environment: ["COLUMNS": columns, "NO_COLOR": "1"])
    }

    /// Returns the lines after the last title.
    private static func examples(_ command: String) throws -> [String] {
        let lines = try help(command).lines
        let title = try #require(lines.lastIndex { $0.hasSuffix(":") && $0.first?.isLetter == true })
        #expect(lines[title] == "EXAMPLES:")
        return Array(lines[(title + 1)...])
    }

    @Test("ends with two to four examples, and each of them works", arguments: commands)
    func examples(_ command: String) throws {
        let lines = try Self.examples(command)
        #expect(lines.allSatisfy { $0.hasPrefix("  ") })
        // Join lines that end with a backslash.
        let examples = lines.joined(separator: "\n").replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n")
        #expect((2...4).contains(examples.count))
        let receipt = try Fixtures.file("receipts/trial.receipt")
        let base64 = Data(receipt).base64EncodedString()
        let files: [String: [UInt8]] = [
            "app.receipt": receipt, "transaction.jws": try Fixtures.file("jws/renewal.jws"),
            "lines.txt": Array("\(base64)\n\(base64)\n".utf8),
            "keys.txt": Array(#"{"key":"a","receipt":"\#(base64)"}"#.utf8),
            "root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer"),
        ]
        for example in examples {
            // The only difference to evidence that Apple signed is the roots.
            let script = """
                set -e
                receipt() {
                    case $1 in verify|ledger) set -- "$@" --trust-root root.cer --trust-root jws-root.cer ;; esac
                    '\(Receipt.executable.path)' "$@"
                }
                mkdir receipts; cp app.receipt receipts
                receipt verify app.receipt --any-bundle-id --any-device --format verify-receipt > ours.json
                cp ours.json apples.json
                \(example)
                """
            let result = try Program.run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], files: files)
            #expect(result.status == 0, "\(example): \(result.text)\(result.errors)")
            #expect(!result.lines.contains { $0.hasPrefix("✗") }, "\(example): \(result.text)")
            // Responses that agree have no differences to print.
            #expect(!result.text.isEmpty || example.contains(" > ") || command == "compare", "\(example)")
        }
    }

    @Test("fits into 80 columns and into 200, and is broken only at spaces", arguments: commands)
    func width(_ command: String) throws {
        let (narrow, wide) = (try Self.help(command), try Self.help(command, columns: "200"))
        #expect(narrow.lines.allSatisfy { $0.count <= 80 }, "\(narrow.lines.filter { $0.count > 80 })")
        #expect(wide.lines.allSatisfy { $0.count <= 200 })
        #expect(narrow.text.split(whereSeparator: \.isWhitespace) == wide.text.split(whereSeparator: \.isWhitespace))
        let examples = try Self.examples(command)
        #expect(wide.lines.suffix(examples.count) == examples[...])
    }

    @Test("of issue is one screen, and the names of defects are in defects")
    func issue() throws {
        let lines = try Self.help("issue").text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 70)
        #expect(!lines.contains { $0.contains("content-flipped") })
        #expect(try Receipt.run(["defects"]).text.contains("content-flipped"))
    }

    @Test("names every kind of evidence that the verifier takes")
    func evidence() throws {
        let help = try Self.help("", columns: "200").text
        let members = [
            "signedPayload", "notificationHistory", "signedTransactionInfo", "signedRenewalInfo",
            "signedAppTransactionInfo", "signedTransactions", "lastTransactions", "receipt-data", "latest_receipt",
            "version 1 notification", "iOS 6", "\"evidence\"",
        ]
        for member in members { #expect(help.contains(member), "\(member)") }
    }

    @Test("is the same after the command and before it", arguments: commands.dropFirst())
    func order(_ command: String) throws {
        let result = try Receipt.run(["help", command], environment: ["COLUMNS": "80"])
        #expect(result.status == 0)
        #expect(result.text == (try Self.help(command).text))
    }

    @Test("Completions know what an option may be", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) throws {
        let result = try Receipt.run(["--generate-completion-script", shell])
        #expect(result.status == 0)
        let words =
            Defect.all.map(\.name) + JWSDefect.all.map(\.name)
            + TransactionReceiptDefect.all.map(\.name)
            + [
                "local-testing", "verify-receipt", "compare", "subscriptionStatuses", "transactionReceipt",
            ]
        let known = Set(result.text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        #expect(words.filter { !known.contains($0) } == [])
        #expect(try Self.help("").text.contains("--generate-completion-script \(shell)") == (shell == "bash"))
    }
}
