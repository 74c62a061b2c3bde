import Foundation
import Testing

/// The words of this project's English, in all that people read: pages, comments, names of tests, help and errors.
@Suite("Words")
struct WordTests {
    private static let list = "Tests/Words.tsv"
    /// The table of the words has them all. An older version of the change log is history.
    private static let exempt = ["WordRule", "WordTests"].map { "Tests/RepositoryTests/\($0).swift" }

    /// All rules, a group for each, tried only where a word has the first letters of one: that takes a fifth of the time.
    private static let expression = Result {
        let pattern =
            #"\b(?=b[aeo]|c[aho]|r[eo]|s[iotu]|t[aorw]|vo|oc|pu|le|no|a[nr]|ev|w[aeh]|is)(?:"#
            + WordRule.all.map { "(\($0.pattern))" }.joined(separator: "|") + ")"
        return try NSRegularExpression(pattern: pattern, options: [.caseInsensitive, .anchorsMatchLines])
    }

    /// A word and the rule that it breaks.
    private static func violations(in source: String, path: String) throws -> [(range: NSRange, rule: WordRule)] {
        guard let prose = try Prose.of(path, source) else { return [] }
        let matches = try expression.get().matches(
            in: source, range: NSRange(location: 0, length: (source as NSString).length))
        let places = Set(prose.places(matches.map(\.range), in: source))
        return matches.filter { places.contains($0.range) }.flatMap { match in
            WordRule.all.indices.filter { match.range(at: $0 + 1).location != NSNotFound }
                .map { (match.range, WordRule.all[$0]) }
        }
    }

    @Test("One thing, one word: no prose breaks a rule, but the lines that Tests/Words.tsv lists; all of them do")
    func words() throws {
        let exceptions = try Repository.text(Self.list).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(exceptions.allSatisfy { $0.count == 3 && !$0.contains("") }, "path, part of the line, reason")
        var unused = Set(exceptions)
        for path in try Repository.allFiles() where !Self.exempt.contains(path) {
            guard var text = try? Repository.text(path) else { continue }
            if path == "CHANGELOG.md" {
                text = text.components(separatedBy: "\n## ").prefix(2).joined(separator: "\n## ")
            }
            let whole = text as NSString
            let lines = try Self.violations(in: text, path: path).compactMap { word, rule in
                let line = whole.substring(with: whole.lineRange(for: word))
                if let exception = exceptions.first(where: { $0[0] == path && line.contains($0[1]) }) {
                    unused.remove(exception)
                    return nil as String?
                }
                let number = whole.substring(to: word.location).components(separatedBy: "\n").count
                return "\(path):\(number): “\(whole.substring(with: word))”, write: \(rule.testDescription)"
            }
            #expect(lines.isEmpty, "\(lines.joined(separator: "\n"))")
        }
        #expect(unused.isEmpty, "These lines of \(Self.list) match nothing")
    }

    private static let prose: [(path: String, before: String, after: String)] = [
        ("a.md", "# A page\n\n", "\n"), ("a.md", "| `code` | ", " | `code` |\n"), ("a.md", "```sh\nls\n```\n", "\n"),
        ("a.swift", "/// ", "\nlet x = 0\n"), ("a.swift", "let x = 0  // ", "\n"),
        ("a.swift", "/// A list.\n/// ```swift\n/// f()\n/// ```\n/// ", "\n"),
        ("a.swift", "let x = \"A text. ", "\"\n"), ("a.swift", "let x = \"\"\"\n    A text. ", "\n    \"\"\"\n"),
        ("a.swift", "let x = #\"A \"text\". ", "\"#\n"), ("a.swift", "let x = \"\\(f(\"y\")) is. ", "\"\n"),
        ("a", "#!/bin/sh\n# ", "\n"), ("Dockerfile", "FROM x\n# ", "\n"),
        ("a.py", "def f():\n    \"\"\"It is so. ", "\"\"\"\n"),
        ("a.svg", "<svg><text x=\"0\">It is so. ", "</text></svg>\n"), ("a.html", "<p>It is so. ", "</p>\n"),
        ("a.js", "f() // ", "\n"), ("a.c", "/* It is so. ", " */\n"),
    ]

    @Test("A word is seen in every kind of prose, and a sentence that is free is free", arguments: WordRule.all)
    func seen(_ rule: WordRule) throws {
        for (path, before, after) in Self.prose {
            for sentence in rule.caught {
                let found = try Self.violations(in: before + sentence + after, path: path)
                #expect(found.map(\.rule.pattern) == [rule.pattern], "\(path): \(before)\(sentence)")
            }
            for sentence in rule.free {
                #expect(try Self.violations(in: before + sentence + after, path: path).isEmpty, "\(path): \(sentence)")
            }
        }
    }

    @Test("Code isn't prose")
    func code() throws {
        for (path, text) in [
            ("a.md", "`octets` and ``Bag/octet``\n```swift\nlet octets = 1  // octet\n```\n"),
            ("a.swift", "let octets = bag.octets\n/// ```swift\n/// let octets = 1\n/// ```\nlet x = \"octets\"\n"),
            (
                "a.swift",
                "// The `octets` of limit.tokens in Bag/octets.txt\nlet x = \"A \\(octets.map { \"octet\" }) b\"\n"
            ),
            ("a", "#!/bin/sh\noctets=1\n"), ("a.svg", "<svg id=\"octets\"/>"), ("a.js", "const octets = 1\n"),
            ("a.json", "{\"octets\": \"A octet\"}"), ("a.py", "octets = \"An octet\"\n"),
        ] {
            #expect(try Self.violations(in: text, path: path).isEmpty, "\(text)")
        }
    }

    @Test("The first transaction receipt of a page is one of iOS 6")
    func transactionReceipts() throws {
        for path in try Repository.allFiles() where path.hasSuffix(".md") && path != "CHANGELOG.md" {
            let text = try Repository.text(path)
            let all = try Repository.matches(#"(?i)(ios\s6(?:'s)?\s)?\btransaction\sreceipts?\b"#, in: text)
            if let first = all.first { #expect(!first[1].isEmpty, "\(path)") }
        }
    }
}
