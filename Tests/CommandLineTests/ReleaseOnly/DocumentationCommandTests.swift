import Foundation
import TestSupport
import Testing

/// Runs the commands of *Quick start* and *Troubleshooting* and compares their output on a terminal of 80 columns.
/// `.ci/check-consumer` runs the program of *Quick start*.
@Suite("Documentation's commands")
struct DocumentationCommandTests {
    private struct Step {
        let command: String
        let output: String
    }

    /// Returns each shell block with the text block after it.
    private func steps(_ page: String) throws -> [Step] {
        let text = try String(
            contentsOf: Fixtures.folder.deletingLastPathComponent().appendingPathComponent(
                "Documentation.docc/\(page)"),
            encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().compactMap { part in
            let blocks = part.components(separatedBy: "```")
            guard blocks.count > 2, blocks[1] == "\n\n", blocks[2].hasPrefix("text\n") else { return nil }
            return Step(
                command: blocks[0], output: blocks[2].dropFirst("text\n".count).trimmingCharacters(in: .newlines))
        }
    }

    @Test("A page, step by step", arguments: [("QuickStart", 6), ("Troubleshooting", 1)])
    func steps(_ page: String, _ count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        let steps = try steps("Articles/\(page).md").filter { $0.command.hasPrefix("swift run receipt ") }
        #expect(steps.count == count)
        for step in steps {
            let command = step.command.replacingOccurrences(
                of: "swift run receipt", with: "'\(Receipt.executable.path)'")
            #expect(command != step.command)
            let result = try Program.run(
                URL(fileURLWithPath: "/bin/sh"), ["-c", "cd '\(folder.path)'\n{ \(command)\n} 2>&1"],
                environment: ["COLUMNS": "80"])
            #expect(result.text.trimmingCharacters(in: .newlines) == step.output)
        }
    }

    @Test("The certificate of Xcode's JWS is extracted from its header, as *Verifying in an app* shows")
    func xcodeCertificate() throws {
        let root = Fixtures.folder.deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation.docc/Articles/VerifyingInAnApp.md"), encoding: .utf8)
        let command = try #require(
            page.components(separatedBy: "```sh\n").dropFirst().first?.components(separatedBy: "```").first)
        #expect(command.contains("< transaction.jws > XcodeJWS.cer"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        try FileManager.default.copyItem(
            at: Fixtures.folder.appendingPathComponent("jws/xcode.jws"),
            to: folder.appendingPathComponent("transaction.jws"))
        let result = try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "cd '\(folder.path)'\n\(command)"])
        #expect(result.status == 0)
        let certificate = try Data(contentsOf: folder.appendingPathComponent("XcodeJWS.cer"))
        #expect(try certificate == Data(contentsOf: Fixtures.folder.appendingPathComponent("jws-xcode.cer")))
    }
}
