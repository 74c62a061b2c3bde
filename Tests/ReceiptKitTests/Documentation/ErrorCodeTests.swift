import Foundation
import ReceiptKit
import Testing

/// The page *What is checked, in order* against the source: nothing else knows all codes.
@Suite("Documentation: What is checked")
struct ErrorCodeTests {
    /// The codes in the first column of the page's tables.
    private func documented() throws -> [String] {
        try Pages.article("WhatIsChecked").text.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    }

    @Test("Every code is on the page, once, and the page makes none up")
    func complete() throws {
        let verification = try SourceCodes.verification()
        let format = try SourceCodes.format()
        let documented = try documented()
        #expect(verification.count > 30)
        #expect(format.count > 30)
        #expect(Set(documented).symmetricDifference(verification + format) == [])
        #expect(documented.count == Set(documented).count)
    }

    @Test("The codes of verification stand in the order of the checks")
    func order() throws {
        let verification = try SourceCodes.verification()
        #expect(try documented().filter(verification.contains) == verification)
    }

    @Test("Other pages name only codes that there are", arguments: try Pages.all())
    func otherPages(_ page: Pages.Page) throws {
        let known = try SourceCodes.all()
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
