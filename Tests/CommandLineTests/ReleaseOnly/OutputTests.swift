import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Output")
struct OutputTests {
    private static let receipt = Fixtures.folder.appendingPathComponent("receipts/five-year-subscription.receipt").path
    private static let root = Fixtures.folder.appendingPathComponent("root.cer").path
    private static let verify =
        "verify '\(receipt)' --bundle-id com.example.app --any-device --trust-root '\(root)'"

    private static let ledger = verify.replacingOccurrences(of: "verify", with: "ledger")

    /// Runs a shell line in which `receipt` is the command.
    private func shell(_ line: String, _ environment: [String: String] = [:]) throws -> Program.Result {
        try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "receipt() { '\(Receipt.executable.path)' \"$@\"; }\n" + line],
            environment: environment)
    }

    @Test("ends quietly when the reader has seen enough", arguments: ["", "trap '' PIPE\n"])
    func closedPipe(_ before: String) throws {
        let result = try shell(before + "receipt inspect '\(Self.receipt)' '\(Self.receipt)' | head -n 1")
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test(
        "reports lost output: 74", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [verify, verify + " --format json", "inspect '\(receipt)'", ledger])
    func lost(_ arguments: String) throws {
        let result = try shell("receipt \(arguments) > /dev/full")
        #expect(result.status == 74)
        #expect(result.errors.contains("standard output"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    // Use script from util-linux to give the command a terminal. Its options differ on other systems.
    #if os(Linux)
        @Test(
            "has colour only on a terminal, unless it is disabled",
            .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
            arguments: [
                ([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
            ] as [([String: String], Bool)])
        func colour(_ environment: [String: String], _ isColoured: Bool) throws {
            let environment = ["NO_COLOR": "", "TERM": "xterm"].merging(environment) { $1 }
            for arguments in [Self.verify, Self.ledger, "inspect '\(Self.receipt)'"] {
                let command = "'\(Receipt.executable.path)' \(arguments)"
                let result = try Program.run(
                    URL(fileURLWithPath: "/usr/bin/script"), ["-qec", command, "/dev/null"], environment: environment)
                #expect(result.status == 0, "\(result.text)")
                #expect(result.output.contains(0x1B) == isColoured)
                let piped = try shell("receipt \(arguments) | cat", environment)
                #expect(!piped.output.contains(0x1B))
            }
        }
    #endif

    /// Strings in a receipt that could mislead a reader: a colour, a line of its own, and right-to-left text.
    private static let hostile = "\u{1B}[2J\r\n✓ verified\u{202E}\u{9B}31m\u{2028}\u{7F}"

    @Test("shows hostile text escaped, on its own line", arguments: ["verify", "inspect"])
    func hostileText(_ command: String) throws {
        // The library rejects control characters in what verify shows, but not line separators or text directions.
        let product = "pro\u{202E}gard\u{2028}✓ verified"
        let receipt = TestReceipt(purchases: [.nonConsumable(product, on: .utc(2024, 4, 1))]).with {
            if command == "inspect" { $0.otherAttributes = [.utf8(77, Self.hostile)] }
        }
        let files = ["x": try TestAuthority.standard.sign(receipt), "root.cer": try Fixtures.file("root.cer")]
        let policy = ["--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer"]
        let arguments = [command, "x"] + (command == "verify" ? policy : [])
        let text = try Receipt.run(arguments, files: files)
        #expect(text.status == 0)
        #expect(text.text.contains("pro\\u{202e}gard\\u{2028}"))
        #expect(!text.lines.dropFirst().contains { $0.hasPrefix("✓") })
        #expect(text.text.unicodeScalars.allSatisfy { Self.isHarmless($0) })
        let json = try Receipt.run(arguments + ["--format", "json"], files: files)
        #expect(json.text.split(whereSeparator: \.isNewline).count == 1)
        #expect(json.text.unicodeScalars.allSatisfy { Self.isHarmless($0) })
        #expect(try json.object["receipt"]?["purchases"]?.array?.first?["productID"] == .string(product))
        if command == "inspect" {
            #expect(text.text.contains("\\u{1b}[2J\\u{d}\\u{a}"))
            let attribute = try json.object["attributes"]?.array?.first { $0["type"] == .number(77) }
            #expect(attribute?["value"] == .string(Self.hostile))
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n"
        case .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    @Test("shows hostile names of files escaped")
    func hostileNames() throws {
        let result = try Receipt.run(["inspect", "no\u{1B}[31m\nsuch file"])
        #expect(result.status == 66)
        #expect(!result.output.contains(0x1B))
        #expect(result.text.contains("no\\u{1b}[31m\\u{a}such file"))
    }

    @Test(
        "shows hostile arguments escaped, whichever error has them",
        arguments: [
            ["verify", "x", "--format", hostile], ["verify", "x", "--format=\(hostile)"],
            ["inspect", "x", hostile, "--format", "x"],
            ["verify", "x", "--jobs", hostile], ["verify", "x", "--environment", hostile],
            ["verify", "x", "--device", hostile], ["verify", "x", "--device-verification-id", hostile],
            ["verify", "x", "--at", hostile], ["verify", "x", "--app-apple-id", hostile],
            ["verify", "x", "--any-bundle-id=\(hostile)"], ["verify", "x", "--\(hostile)"],
            ["verify", "x", "-\(hostile)"],
            ["verify", "x", "--any-bundle-id", "--any-device", "--trust-root", hostile],
            ["verify", "x", "--any-bundle-id", "--any-device", "--summary", "no/\(hostile)"],
            ["verify", "--files-from", hostile, "--any-bundle-id", "--any-device"],
            ["issue", "--kind", hostile], ["issue", "--defect", hostile], ["issue", "--purchase", hostile],
            ["issue", "--purchase", "{\"productType\":\"\(hostile)\"}"], ["issue", "--purchase", "{\"\(hostile)\":1}"],
            ["issue", "--claims", hostile], ["defects", "--kind", hostile], ["defects", hostile], ["explain", hostile],
            [hostile], ["--\(hostile)"], ["help", hostile], ["--generate-completion-script", hostile],
        ])
    func hostileArguments(_ arguments: [String]) throws {
        let result = try Receipt.run(arguments, files: ["x": [0]])
        #expect(result.status != 0 || arguments.first == "help")
        #expect(result.errors.unicodeScalars.allSatisfy { Self.isHarmless($0) }, "\(result.errors)")
        #expect(!result.errors.split(separator: "\n").contains { $0.hasPrefix("✓") }, "\(result.errors)")
        #expect(!result.output.contains(0x1B))
    }

    @Test(
        "in a temporary file is for no other user from its first instant on",
        arguments: [
            ("umask 0; cp root.cer old; chmod 600 old", "old", "-rw-------"),
            ("umask 0; cp root.cer old; chmod 640 old", "old", "-rw-------"),
            ("umask 077", "new", "-rw-------"), ("umask 027", "new", "-rw-r-----"),
        ])
    func temporaryFile(_ before: String, _ name: String, _ permissions: String) throws {
        // The signal ends the command when it writes the first byte, and leaves the file empty.
        let result = try shell(
            """
            cp '\(Self.root)' root.cer; \(before)
            (ulimit -f 0; receipt issue --bundle-id a --out \(name) --root-out other) 2>&1 | cat > /dev/null
            ls -l .receipt-*.tmp | cut -c 1-10
            """)
        #expect(result.lines == [permissions], "\(result.text)\(result.errors)")
    }

    @Test(
        "help and version are on standard output",
        arguments: ["--help", "--version", "verify --help", "ledger --help", "issue --help"])
    func help(_ arguments: String) throws {
        let result = try shell("receipt \(arguments)")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.lines.allSatisfy { $0.count <= 80 })
        if arguments == "--version" { #expect(result.text == "1.0.0\n") }
    }
}
