import Foundation
import Testing

/// What docc does not look for in pages and comments.
@Suite("Pages")
struct PageTests {
    @Test("Code is read without scrolling: no line of it has more than 72 columns")
    func width() throws {
        for file in try Repository.files(["Documentation.docc"], ".md") + Repository.files(["Sources"], ".swift") {
            let isSwift = file.hasSuffix(".swift")
            var language: Substring?
            for line in try Repository.text(file).split(separator: "\n") {
                let comment = line.drop { $0 == " " }
                if isSwift, !comment.hasPrefix("///") {
                    language = nil
                    continue
                }
                let text = isSwift ? comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3) : line
                if text.hasPrefix("```") {
                    language = language == nil ? text.dropFirst(3) : nil
                } else if let language, !isSwift || language == "swift",
                    !(language == "text" && file.hasSuffix("/QuickStart.md"))
                {
                    #expect(text.count <= 72, "\(file): \(text)")
                }
            }
        }
    }

    @Test("A link leads to an https address, or is written <doc:Name>; a source that a page names is there")
    func links() throws {
        for file in try Repository.files(["Documentation.docc"], ".md") {
            let text = try Repository.text(file)
            for link in try Repository.matches(#"[^!]\[[^\]]+\]\(([^)]*)\)"#, in: text) {
                #expect(
                    try !Repository.matches(#"^https://[a-z0-9.-]+\.[a-z]+(?:/[^ ]*)?$"#, in: link[1]).isEmpty,
                    "\(file): \(link[1])")
            }
            let sources = #"`((?:Sources|Tests|Fixtures|Examples|Benchmarks)/[A-Za-z0-9_./+-]+)`"#
            for path in try Repository.matches(sources, in: text).map({ $0[1] }) {
                let place = Repository.root.appendingPathComponent(path).path
                #expect(FileManager.default.fileExists(atPath: place), "\(file): \(path)")
            }
        }
    }

    @Test("A page has at most 1,500 words; in a reference page, tables and code don't count")
    func length() throws {
        let references = ["ErrorCodes.md", "FieldTable.md", "CommandLineAndJSON.md", "README.md"]
        for file in try Repository.files(["Documentation.docc/Articles", "Server"], ".md") {
            var isCode = false
            // The entries of the page of error codes are a table: ErrorExplanationTests writes them.
            let text = try Repository.text(file).components(separatedBy: "\n## Reading the input\n")[0]
            let words = text.split(separator: "\n").map { line in
                defer { if line.hasPrefix("```") { isCode.toggle() } }
                let counts = !references.contains { file.hasSuffix("/\($0)") } || !(isCode || line.hasPrefix("|"))
                return counts ? line.split { $0 == " " || $0 == "\t" }.count : 0
            }
            #expect(words.reduce(0, +) <= 1500, "\(file)")
        }
        let readme = try Repository.text("README.md").split { $0.isWhitespace }.count
        #expect(readme <= 700, "README.md: \(readme)")
    }
}
