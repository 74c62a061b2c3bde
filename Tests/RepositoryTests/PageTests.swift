import Foundation
import Testing

/// Checks pages and comments for errors that docc doesn't report.
@Suite("Pages")
struct PageTests {
    @Test("Code needs no scrolling: no line has more than 72 columns")
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

    @Test(
        "CONTRIBUTING names as many places as it may, and only files that are there",
        arguments: [("Adding a field", 8), ("Adding an error code", 4), ("Adding a kind of evidence", 20)])
    func places(section: String, most: Int) throws {
        let page = try Repository.text("CONTRIBUTING.md")
        let part = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(section + "\n") })
        let places = try Repository.matches(#"^\d+\. "#, in: part)
        #expect((1...most).contains(places.count))
        let paths = #"`((?:Sources|Tests|Fixtures|Fuzz|Documentation[.]docc|Bindings|Examples)/[A-Za-z0-9_./+-]+)`"#
        for path in try Repository.matches(paths, in: page).map({ $0[1] })
        where !path.contains("/XPayload.") && !path.contains("X.swift") {
            let place = Repository.root.appendingPathComponent(path).path
            #expect(FileManager.default.fileExists(atPath: place), "\(path)")
        }
    }

    @Test("Where a page is read as Markdown, its pictures show, and each doc:Name is a file's name")
    func markdown() throws {
        let pages = try Repository.files(["Documentation.docc"], ".md")
        let names = Set(pages.compactMap { $0.split(separator: "/").last?.dropLast(".md".count) }.map(String.init))
        for file in pages {
            let text = try Repository.text(file)
            let folder = Repository.root.appendingPathComponent(file).deletingLastPathComponent()
            for picture in try Repository.matches(#"!\[[^\]]*\]\(([^)]*)\)"#, in: text).map({ $0[1] }) {
                let path = folder.appendingPathComponent(picture).path
                #expect(FileManager.default.fileExists(atPath: path), "\(file): \(picture)")
            }
            for link in try Repository.matches(#"<doc:([^>#]+)(?:#[^>]*)?>"#, in: text).map({ $0[1] }) {
                #expect(names.contains(link), "\(file): \(link)")
            }
        }
    }

    @Test("A documentation comment says more than its member's name, such as `DID_RENEW`")
    func docstrings() throws {
        for file in try Repository.files(["Sources"], ".swift") {
            let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.drop { $0 == " " }
            }
            for (above, (line, below)) in zip([""] + lines, zip(lines, lines.dropFirst()))
            where line.hasPrefix("/// `") && !above.hasPrefix("///") && !below.hasPrefix("///") {
                #expect(line.dropFirst(4).contains(" ") || line.hasPrefix("/// ``"), "\(file): \(line)")
            }
        }
    }

    @Test("The README's figures are those of the table in Benchmarks, and no other page has any")
    func figures() throws {
        let table = try Repository.matches(
            #"^\| (Verify, [^|]+) \| ([^|]+) \| [^|]+ \|"#, in: Repository.text("Benchmarks/README.md"))
        let medians = Dictionary(table.map { ($0[1], $0[2]) }) { first, _ in first }
        let transaction = "Verify, a signed transaction, "
        let cases = [
            "receipt with 2 purchases": ["Verify, 2 purchases, warm", "Verify, 2 purchases, cold"],
            "receipt with 187 purchases": ["Verify, 187 purchases, warm", "Verify, 187 purchases, cold"],
            "signed transaction": [transaction + "warm", transaction + "first"],
            "notification with two nested JWS": [
                transaction + "a notification with transaction and renewal info, warm"
            ],
        ]
        let rows = try Repository.matches(
            #"^\| ([a-z][^|]*) \| ([0-9.]+ [µm]s) \|(?: ([0-9.]+ [µm]s))? \|$"#, in: Repository.text("README.md"))
        #expect(rows.count == cases.count)
        for row in rows {
            #expect(try row[2...].filter { !$0.isEmpty } == #require(cases[row[1]]).map { medians[$0] }, "\(row[1])")
        }
        for file in try Repository.files(["Documentation.docc"], ".md") + ["Server/README.md"] {
            let figures = #"[0-9] ?µs|[0-9] requests a second|[0-9] times as long"#
            #expect(try Repository.matches(figures, in: Repository.text(file)) == [], "\(file)")
        }
    }

    @Test("NOTICE has every package that the programs are linked with by a manifest")
    func notice() throws {
        let notice = try Repository.text("NOTICE")
        for manifest in ["Package.swift", "Server/Package.swift"] {
            let urls = try Repository.matches(#"url: "(https://[^"]+?)(?:\.git)?""#, in: Repository.text(manifest))
            #expect(urls.count > 4)
            for url in urls { #expect(notice.contains(url[1]), "\(url[1])") }
        }
    }

    @Test("A page has at most 1,500 words; in a reference page, tables and code don't count")
    func length() throws {
        let references = ["ErrorCodes.md", "FieldTable.md", "CommandLineAndJSON.md", "README.md"]
        // The page of rules may be longer: it is complete, for those who change the rules.
        for file in try Repository.files(["Documentation.docc/Articles", "Server"], ".md")
        where !file.hasSuffix("/LedgerRules.md") {
            var isCode = false
            // The entries of the page of error codes are a table that ErrorExplanationTests writes.
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
