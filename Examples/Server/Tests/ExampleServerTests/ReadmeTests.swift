import Foundation
import Testing

extension ExampleServerTests {
    @Suite("The README")
    struct ReadmeTests {
        private struct Block {
            let language: String
            let code: String
        }

        private func blocks() throws -> [Block] {
            let text = try String(contentsOfFile: ServerProcess.folder + "/README.md", encoding: .utf8)
            let parts = ("\n" + text).components(separatedBy: "\n```")
            return stride(from: 1, to: parts.count, by: 2).map { index in
                let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return Block(language: String(lines[0]), code: lines.dropFirst().joined())
            }
        }

        /// Runs the check of a stricter policy.
        private static func check(_ arguments: [String], _ database: String) throws -> String {
            try Shell.run(
                #""$@""#, [ServerProcess.executable, "--check-stored", "--database", database] + arguments,
                in: ServerProcess.folder)
        }

        @Test("The README's server starts and answers the README's requests as shown", arguments: Backend.available)
        func requests(_ backend: Backend) async throws {
            let blocks = try blocks()
            #expect(blocks.map(\.language) == ["sh", "sh", "text", "sh", "sh", "sh"])
            let start = try #require(blocks.first?.code.split(separator: "swift run example-server ").last)
            let arguments = start.replacing("\\\n", with: " ").split(whereSeparator: \.isWhitespace).map(String.init)
            try await backend.withDatabase { database in
                let server = try await ServerProcess(arguments + ["--database", database])
                let script = blocks[1].code.replacing("127.0.0.1:8080", with: "127.0.0.1:\(server.port)")
                #expect(try Shell.run("set -e\n" + script, [], in: ServerProcess.folder) == blocks[2].code)
                #expect(try Self.check(arguments, database) == "0 rejected")

                // The README's last command uses Apple's roots, so no test certificate verifies.
                let check = try #require(blocks.last { $0.code.contains("--check-stored") }?.code)
                #expect(check == "swift run example-server --check-stored")
                let failure = try #require(throws: Child.Failure.self) { try Self.check([], database) }
                let lines = failure.description.split(separator: "\n")
                #expect(lines.count == 5)
                #expect(
                    lines.dropLast().allSatisfy { $0.hasPrefix("chain.untrustedRoot of the stored evidence ") },
                    "\(failure)")
                #expect(lines.last == "4 rejected")
            }
        }
    }
}
