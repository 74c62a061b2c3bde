import Foundation
import TestSupport
import Testing

@Suite("Unknown options")
struct UnknownOptionTests {
    static let rows: [(arguments: [String], message: String)] = [
        (["verify", "--bundel-id", "x", "f"], "Unknown option '--bundel-id'. Did you mean '--bundle-id'?"),
        (["verify", "f", "--bundel-id=x"], "Unknown option '--bundel-id'. Did you mean '--bundle-id'?"),
        (["verify", "f", "-bundle-id", "x"], "Unknown option '-bundle-id'. Did you mean '--bundle-id'?"),
        (["verify", "f", "--bundle", "x"], "Unknown option '--bundle'. Did you mean '--bundle-id'?"),
        (
            ["verify", "--any-bundle-id", "--any-device", "--jobz", "2", "f"],
            "Unknown option '--jobz'. Did you mean '--jobs'?"
        ),
        (["verify", "f", "--colour"], "Unknown option '--colour'."),
        (["ledger", "--asof", "2024-01-01", "f"], "Unknown option '--asof'. Did you mean '--as-of'?"),
        (["inspect", "--fromat", "json"], "Unknown option '--fromat'. Did you mean '--format'?"),
        (["issue", "--defekt", "x"], "Unknown option '--defekt'. Did you mean '--defect'?"),
        (["defects", "--kid", "transaction"], "Unknown option '--kid'. Did you mean '--kind'?"),
        (["defects", "-k"], "Unknown option '-k'."),
        // Known options that are missing or invalid are reported as such.
        (["verify", "f"], "Say which app it must be for with --bundle-id, or --any-bundle-id."),
        (["issue", "--out", "x"], "Missing expected argument '--root-out <cert>'"),
        (["verify", "f", "--any-bundle-id", "--any-device", "--jobs", "-1"], "Missing value for '--jobs <n>'"),
        (["inspect", "--", "--fromat"], ""),
    ]

    @Test("are reported before missing options, with a suggestion and the command's usage: 64", arguments: rows)
    func unknown(_ row: (arguments: [String], message: String)) throws {
        let result = try Receipt.run(row.arguments)
        if row.message.isEmpty { return #expect(result.status == 66) }
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == "Error: " + row.message)
        let command = row.arguments[0]
        #expect(lines.dropFirst().first?.hasPrefix("Usage: receipt \(command)") == true, "\(result.errors)")
        #expect(lines.last == "  See 'receipt \(command) --help' for more information.")
    }

    @Test("of no command are the root's")
    func root() throws {
        let result = try Receipt.run(["--foo"])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: Unknown option '--foo'\nUsage: receipt <subcommand>"))
    }
}
