import Foundation
import TestSupport
import Testing

/// Checks that the documentation's code compiles, and that its results are correct.
@Suite("Documentation: code")
struct DocumentationCodeTests {
    /// The marker before code that nothing here can compile.
    static let notCompiled = "*Not compiled by this project: "

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test(
        "Its Swift blocks are code that is compiled: in the tests, in the examples, or in the server's tests")
    func swiftBlocks() throws {
        let compiled = try [
            "Tests/ReceiptKitTests", "Tests/AppExampleTests", "Examples/App", "Examples/CommandLine/Sources",
            "Examples/Server/Sources", "Server/Tests",
        ].flatMap(Pages.sources).map(lines)
        var checked = 0
        for page in try Pages.all() + Pages.comments() {
            for block in page.blocks where block.language == "swift" {
                let wanted = lines(block.code)
                let isCompiled = compiled.contains { $0.firstRange(of: wanted) != nil }
                let isMarked = block.introduction.hasPrefix(Self.notCompiled)
                #expect(isCompiled != isMarked, "\(page): \(block.code)")
                checked += 1
            }
        }
        #expect(checked > 25)
    }

    @Test("A Swift block below the name of a file is in that file of the example server")
    func service() throws {
        let folder = "Examples/Server/Sources"
        let names = try Pages.files(folder)
        let pages = [
            "VerifyingOnAServer": 5, "StoringEvidence": 4, "StoreKit2AndNotifications": 2, "PassingAppReview": 1,
            "AppleIsDown": 1, "TwoAccounts": 1, "ChangingThePolicy": 1,
        ]
        for (page, minimum) in pages {
            var found = 0
            for block in try Pages.article(page).blocks where block.language == "swift" {
                guard let name = block.introduction.matches(of: /`([A-Za-z+]+\.swift)`/).last?.1 else { continue }
                let file = try #require(names.first { $0.hasSuffix("/\(name)") }, "\(page): \(name)")
                let source = lines(try Pages.text(Pages.root.appendingPathComponent(file)))
                #expect(source.firstRange(of: lines(block.code)) != nil, "\(page): \(file): \(block.code)")
                found += 1
            }
            #expect(found >= minimum, "\(page)")
        }
    }

    @Test("Blocks of other languages are from examples, which tests run")
    func otherLanguages() throws {
        var checked = 0
        for (language, examples) in [
            (
                "python",
                [
                    "Examples/Coprocess/receipt_process.py", "Examples/Coprocess/access.py",
                    "Examples/Coprocess/access_table.py", "Bindings/Python/README.md",
                ]
            ),
            ("js", ["Examples/Coprocess/receiptProcess.mjs", "Bindings/Examples/entitled.mjs"]),
            ("java", ["Bindings/Examples/Entitled.java"]), ("go", ["Bindings/Examples/entitled.go"]),
            ("php", ["Bindings/Examples/entitled.php"]),
        ] {
            let programs = try examples.map {
                try Pages.text(Pages.root.appendingPathComponent($0))
            }
            for page in try Pages.all() {
                // Tests/tables runs the examples of this page.
                let isRun = page.description == "Articles/AnalyzingPurchases.md"
                for block in page.blocks where block.language == language && !isRun {
                    #expect(programs.contains { $0.contains(block.code) }, "\(page): \(block.code)")
                    checked += 1
                }
            }
        }
        #expect(checked > 0)
    }

    @Test("Blocks have a language: PageTests looks at the width of their lines")
    func blocks() throws {
        for page in try Pages.all() {
            #expect(page.text.components(separatedBy: "\n```").count % 2 == 1, "\(page): a block is not closed")
            for block in page.blocks {
                #expect(
                    ["swift", "sh", "text", "python", "js", "java", "go", "php"].contains(block.language),
                    "\(page): \(block.code)")
            }
        }
    }
}

/// Runs an example and compares its output with the comments below its `print` calls.
final class Transcript {
    private var printed: [Int: [String]] = [:]

    func note(_ item: Any, line: Int) { printed[line, default: []].append("\(item)") }

    /// Compares with the source. Several results of one line, as in a loop, are separated by bars. A long result
    /// continues in comments that are indented below its arrow.
    func check(_ file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let source = try Pages.text(URL(fileURLWithPath: file)).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(!printed.isEmpty, sourceLocation: sourceLocation)
        for (line, results) in printed.sorted(by: { $0.key < $1.key }) {
            // `line` counts from 1, so this index is the next line.
            let more = source.dropFirst(line + 1).prefix { $0.hasPrefix("//   ") }.map { $0.dropFirst("//  ".count) }
            let comment = source[line] + more.joined()
            #expect("// → " + results.joined(separator: " | ") == comment, sourceLocation: sourceLocation)
        }
    }
}
