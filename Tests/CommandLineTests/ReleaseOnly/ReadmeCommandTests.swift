import Foundation
import TestSupport
import Testing

@Suite("README's commands")
struct ReadmeCommandTests {
    @Test("The first two print what the README shows: a receipt's verdict and a JWS's", arguments: [1, 2])
    func commands(_ number: Int) throws {
        let root = Fixtures.folder.deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        func block(_ language: String) throws -> String {
            let behind = try #require(readme.components(separatedBy: "```\(language)\n").dropFirst(number).first)
            return try #require(behind.components(separatedBy: "\n```").first)
        }
        let command = try #require(try block("sh").split(separator: "\n").first)
        #expect(command.hasPrefix("swift run receipt "))
        let line = command.replacingOccurrences(of: "swift run receipt", with: "'\(Receipt.executable.path)'")
        let result = try Program.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "cd '\(root.path)' && \(line)"])
        #expect(result.status == 0)
        let shown = try block("text")
        #expect(result.text.trimmingCharacters(in: .newlines) == shown)
    }
}
