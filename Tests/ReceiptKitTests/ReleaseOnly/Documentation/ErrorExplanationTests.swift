import Foundation
import ReceiptFields
import ReceiptReports
import Testing

/// Compares the table of explanations with the tests and the page *Error codes*. If RECEIPTKIT_WRITE_ANSWERS is set,
/// writes the page first.
@Suite("Documentation: Error codes")
struct ErrorExplanationTests {
    private static let all = ErrorExplanation.sections.flatMap(\.explanations)

    @Test("Every code is found, and nothing else")
    func complete() {
        for explanation in Self.all { #expect(ErrorExplanation(code: explanation.code) == explanation) }
        #expect(ErrorExplanation(code: "chain") == nil)
    }

    @Test(
        "Codes of evidence have a class, those of files, lines, ledgers, requests and the server none", arguments: all)
    func classes(_ explanation: ErrorExplanation) {
        let without: Set = [
            "file", "ledger", "line", "request", "trustAnchor", "policy", "call", "route", "method", "head", "body",
            "answer", "inspection", "server",
        ]
        let classes: Set<ErrorClass> = [.damaged, .notEvidence, .untrusted, .policy, .unsupported, .limit]
        #expect(without.contains(String(explanation.code.prefix { $0 != "." })) == (explanation.class == nil))
        if let found = explanation.class { #expect(classes.contains(found)) }
    }

    @Test("Every row has whole sentences", arguments: all)
    func sentences(_ explanation: ErrorExplanation) {
        let texts =
            [explanation.meaning, explanation.usualCause, explanation.support]
            + ([explanation.remedy, explanation.remedyInTests].compactMap(\.self))
        #expect(Set(texts).count == texts.count)
        for text in texts {
            #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(text)")
            #expect(!text.contains("|") && !text.contains("\""), "\(text)")
        }
    }

    @Test("Every code that a test expects has a row")
    func expected() throws {
        let known = Set(Self.all.map(\.code))
        let families = Set(known.compactMap { $0.split(separator: ".").first }).subtracting(["file", "server"])
        var expected: Set<String> = []
        for folder in ["Tests", "Server/Tests", "Sources/ReceiptKitTesting/Defects"] {
            for text in try Pages.sources(folder) {
                for match in text.matches(of: /"([a-zA-Z]+)\.[a-zA-Z0-9]+"/) where families.contains(match.1) {
                    expected.insert(String(match.0.dropFirst().dropLast()))
                }
            }
        }
        // Words that look like codes but aren't: a file, a Python function, a path in JSON, and the beginning of codes.
        let others: Set = ["jws.json", "json.dumps", "evidence.signedTransactionInfo", "chain.issuer"]
        #expect(expected.subtracting(known) == others)
        #expect(expected.count > 90)
    }

    @Test("The page shows the table, each code under a heading that readers and the site's index find")
    func page() throws {
        var text = ""
        for (title, explanations) in ErrorExplanation.sections {
            text += "\n## \(title)\n"
            for row in explanations {
                text += "\n### \(row.code)\n\n\(row.meaning)\n\n"
                if let likely = row.class { text += "- **Class**: `\(likely)`\n" }
                text += "- **Cause**: \(row.usualCause)\n"
                if let remedy = row.remedy ?? row.remedyInTests { text += "- **Remedy**: \(remedy)\n" }
                if !row.options.isEmpty {
                    text += "- **Options**: \(row.options.map { "`\($0)`" }.joined(separator: ", "))\n"
                }
                text += "- **Support**: \(row.support)\n"
            }
        }
        let page = try Pages.article("ErrorCodes").text
        // The page's own text ends at the first section of the table.
        let head = page.components(separatedBy: "\n## \(try #require(ErrorExplanation.sections.first).title)\n")[0]
        if ProcessInfo.processInfo.environment["RECEIPTKIT_WRITE_ANSWERS"] == "1" {
            let file = Pages.folder.appendingPathComponent("Articles/ErrorCodes.md")
            try (head + text).write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try Pages.article("ErrorCodes").text == head + text)
    }
}
