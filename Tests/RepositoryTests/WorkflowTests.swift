import Foundation
import Testing

/// Checks a workflow's permissions, and the code that it runs.
@Suite("Workflows")
struct WorkflowTests {
    private static let files = [".github/workflows/ci.yml", ".github/workflows/distribution.yml"]

    @Test("They read the repository and write nothing", arguments: files)
    func permissions(_ file: String) throws {
        let blocks = try Repository.matches(#"^permissions:\n((?: +.*\n)+)"#, in: Repository.text(file))
        #expect(blocks.map { $0[1] } == ["  contents: read\n"])
        #expect(try Repository.matches("^ +permissions:", in: Repository.text(file)) == [])
    }

    @Test("Actions are named by commit", arguments: files)
    func actions(_ file: String) throws {
        let uses = try Repository.matches(#"uses: (.*)$"#, in: Repository.text(file))
        #expect(!uses.isEmpty)
        for use in uses {
            #expect(
                try Repository.matches(#"^actions/[a-z-]+@[0-9a-f]{40}  # v[0-9.]+$"#, in: use[1]).count == 1,
                "\(use[1])")
        }
    }

    @Test("No script has an expression in it, whose value would be read as commands", arguments: files)
    func expressions(_ file: String) throws {
        let text = try Repository.text(file)
        #expect(!text.contains("run: |"), "The lines of a block aren't looked at.")
        #expect(try Repository.matches(#"run: .*\$\{\{"#, in: text) == [])
    }

    @Test("Images are named by digest, or the line says why not", arguments: files + ["Server/Dockerfile"])
    func images(_ file: String) throws {
        let lines = try Repository.text(file).components(separatedBy: "\n")
        for (before, line) in zip([""] + lines, lines) where line.contains("swift:6") || line.contains("debian:") {
            #expect(line.contains("@sha256:") || (before + line).contains("# By tag: "), "\(line)")
        }
    }
}
