import Foundation
import TestSupport
import Testing

/// The page *Your first receipt*: what it shows is what its commands print on a terminal of 80 columns.
@Suite("Documentation's commands")
struct DocumentationCommandTests {
    private struct Step {
        let command: String
        let output: String
    }

    /// Each shell block with the text block that follows.
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

    @Test("The first receipt, step by step")
    func firstReceipt() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        let steps = try steps("Articles/YourFirstReceipt.md")
        #expect(steps.count == 10)
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
}
