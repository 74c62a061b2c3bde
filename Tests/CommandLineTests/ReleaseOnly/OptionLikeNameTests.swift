import Foundation
import TestSupport
import Testing

/// Anyone who can put a file into a folder chooses its name, and a shell's `*` turns it into an argument.
@Suite("Names of files that look like options")
struct OptionLikeNameTests {
    private static let policy = ["--bundle-id", "com.example.app", "--any-device"]

    private static func message(_ name: String) -> String {
        "Error: '\(name)' looks like an option and is also the name of a file here. "
            + "For the file write ./\(name), for all files ./*.\n"
    }

    static let rows: [(name: String, arguments: [String])] = [
        ("--trust-root=root.cer", ["verify", "x", "--trust-root=root.cer"] + policy),
        ("--trust-root", ["verify", "--trust-root", "root.cer", "x"] + policy),
        ("--any-device", ["verify", "x"] + policy),
        ("--any-device", ["ledger", "x"] + policy),
        ("--format=json", ["inspect", "--format=json", "x"]),
        ("-x", ["inspect", "-x"]),
        ("-x", ["inspect", "--", "-x"]),
        ("--", ["inspect", "--", "x"]),
        ("--x", ["issue", "--out", "--x", "--root-out", "y", "--bundle-id", "a"]),
        ("--bundle-id=a", ["issue", "--out", "y", "--root-out", "z", "--bundle-id=a"]),
        ("--help", ["--help"]), ("--help", ["verify", "--help"]), ("--version", ["--version"]),
    ]

    @Test("are rejected before any argument is parsed: 64", arguments: rows)
    func refused(_ row: (name: String, arguments: [String])) throws {
        let root = try Fixtures.file("root.cer")
        let result = try Receipt.run(
            row.arguments, files: [row.name: root, "root.cer": root, "x": InputTests.trial])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix(Self.message(row.name)), "\(result.errors)")
    }

    @Test("are files behind ./, and other options stay options")
    func accepted() throws {
        let root = try Fixtures.file("root.cer")
        let files = ["--trust-root=root.cer": root, "root.cer": root, "-x": InputTests.trial, "x": InputTests.trial]
        let good = try Receipt.run(["verify", "./-x", "x", "--trust-root", "root.cer"] + Self.policy, files: files)
        #expect(good.status == 0, "\(good.errors)")
        let option = try Receipt.run(
            ["verify", "x", "--trust-root=./--trust-root=root.cer"] + Self.policy, files: files)
        #expect(option.status == 0, "\(option.errors)")
    }

    @Test("do not include a lone -, which is standard input")
    func standardInput() throws {
        let root = try Fixtures.file("root.cer")
        let result = try Receipt.run(
            ["verify", "-", "--trust-root", "root.cer"] + Self.policy, files: ["-": [0], "root.cer": root],
            input: InputTests.trial)
        #expect(result.status == 0, "\(result.text)")
    }

    /// Runs the command in a folder with a receipt of the test kit. To a verifier that trusts Apple, the receipt is a
    /// forgery.
    private func shell(_ script: String) throws -> Program.Result {
        try Program.run(
            URL(fileURLWithPath: "/bin/sh"),
            [
                "-c",
                """
                receipt() { '\(Receipt.executable.path)' "$@"; }
                mkdir folder && mv x root.cer folder && cd folder || exit 99
                \(script)
                """,
            ], files: ["x": InputTests.trial, "root.cer": try Fixtures.file("root.cer")])
    }

    @Test(
        "never become options through a shell's *",
        arguments: [
            "mv root.cer ./--trust-root=root.cer",
            "cp root.cer ./--trust-root=root.cer",
            // Dangling links, folders, and names that are not valid text.
            "ln -s nowhere ./--trust-root=root.cer",
            "mkdir ./--trust-root=root.cer",
            "mkdir ./--trust-root=folder; mv root.cer ./--trust-root=folder; set -- */*",
            #"mv root.cer "$(printf -- './--trust-root=\377.cer')"; cp ./--trust-root* "$(printf -- '\357\277\275.cer')""#,
        ])
    func pattern(_ script: String) throws {
        let result = try shell(
            "set --; \(script); receipt verify --bundle-id com.example.app --any-device \"$@\" *")
        #expect(result.status == 64, "\(result.text)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("looks like an option and is also the name of a file here."), "\(result.errors)")
    }

    @Test("are read with ./*")
    func safePattern() throws {
        let result = try shell(
            "mv root.cer ./--trust-root=root.cer; receipt verify --bundle-id com.example.app --any-device --format json ./*"
        )
        #expect(result.status == 1)
        #expect(try result.objects.map { $0["file"]?.string } == ["./--trust-root=root.cer", "./x"])
        #expect(try result.objects.map(\.errorCode) == ["der.tag", "chain.untrustedRoot"])
    }

    @Test("and ./* are in every help", arguments: ["", "verify", "ledger", "inspect", "issue"])
    func help(_ command: String) throws {
        let result = try Receipt.run(command.isEmpty ? ["--help"] : [command, "--help"])
        #expect(result.status == 0)
        #expect(result.text.contains("./*"), "\(result.text)")
    }
}
