import Foundation
import ReceiptKit
import Testing

/// The page *What is checked, in order* against the source: nothing else knows all codes.
@Suite("Documentation: What is checked")
struct ErrorCodeTests {
    /// The first texts in quotation marks of the form of a code, on each line of a file's `code` properties.
    private func codes(_ file: String) throws -> [String] {
        let text = try Pages.text(Pages.root.appendingPathComponent("Sources/\(file)"))
        let lines = text.components(separatedBy: "extension").filter { $0.contains("code: String") }.joined()
            .split(separator: "\n")
        return lines.compactMap { line in
            guard let range = line.range(of: #""[a-zA-Z]+\.[a-zA-Z0-9]+""#, options: .regularExpression) else {
                return nil
            }
            return String(line[range].dropFirst().dropLast())
        }
    }

    private func formatCodes() throws -> [String] {
        let text = try Pages.text(Pages.root.appendingPathComponent("Sources/ReceiptFields/ReceiptLimits.swift"))
        let limits = try #require(text.components(separatedBy: "enum FormatError.Limit:").last)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("case ") && !$0.contains(":") }
            // A case whose name is not its code has the code as its raw value.
            .map { "limit." + ($0.split(separator: "\"").dropFirst().first ?? $0.dropFirst(5)) }
        #expect(limits.count == 14)
        let codes = try codes("ReceiptFields/Errors/FormatError+Code.swift")
        return codes.filter { !$0.hasPrefix("limit.") } + limits
    }

    /// All of them.
    func all() throws -> [String] { try codes("ReceiptKit/Verification/VerificationError+Code.swift") + formatCodes() }

    /// The codes in the first column of the page's tables.
    private func documented() throws -> [String] {
        try Pages.article("WhatIsChecked").text.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    }

    @Test("Every code is on the page, once, and the page makes none up")
    func complete() throws {
        let verification = try codes("ReceiptKit/Verification/VerificationError+Code.swift")
        let format = try formatCodes()
        let documented = try documented()
        #expect(verification.count > 30)
        #expect(format.count > 30)
        #expect(Set(documented).symmetricDifference(verification + format) == [])
        #expect(documented.count == Set(documented).count)
    }

    @Test("The codes of verification stand in the order of the checks")
    func order() throws {
        let verification = try codes("ReceiptKit/Verification/VerificationError+Code.swift")
        #expect(try documented().filter(verification.contains) == verification)
    }

    @Test("Other pages name only codes that there are", arguments: try Pages.all())
    func otherPages(_ page: Pages.Page) throws {
        let known = Set(try codes("ReceiptKit/Verification/VerificationError+Code.swift") + formatCodes())
        let families = Set(known.compactMap { $0.split(separator: ".").first })
        for word in page.text.components(separatedBy: "`") {
            guard let family = word.split(separator: ".").first, families.contains(family), word.contains(".") else {
                continue
            }
            guard word.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." }), !word.hasSuffix(".") else { continue }
            #expect(known.contains(word), "\(page)")
        }
    }
}
