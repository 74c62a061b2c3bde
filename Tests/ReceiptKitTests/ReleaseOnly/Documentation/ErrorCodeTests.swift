import Foundation
import Testing

/// The codes of errors in the source, in its doc comments and on the documentation's pages.
@Suite("Documentation: Error codes in the source and on the pages")
struct ErrorCodeTests {
    /// The codes that have a heading on the page *Error codes*.
    private func documented() throws -> [String] {
        try Pages.article("ErrorCodes").text.split(separator: "\n").filter { $0.hasPrefix("### ") }
            .map { String($0.dropFirst("### ".count)) }
    }

    @Test("Every code has a heading on the page, once, and the page makes none up")
    func complete() throws {
        let documented = try documented()
        #expect(try Set(documented).symmetricDifference(SourceCodes.all()) == [])
        #expect(documented.count == Set(documented).count)
    }

    @Test("The page has the codes of verification in the order of the source")
    func order() throws {
        let verification = try SourceCodes.verification()
        #expect(verification.count > 30)
        #expect(try SourceCodes.format().count > 30)
        #expect(try documented().filter(verification.contains) == verification)
        // The first one is that of a malformed receipt.
        #expect(Set(VerificationErrorTests.all.dropFirst().map(\.code)) == Set(verification))
    }

    @Test("Every case of an error names its code, and no other", arguments: SourceCodes.enums)
    func cases(_ declared: SourceCodes.Enum) throws {
        let codes = try declared.codes()
        let comments = try declared.comments()
        #expect(Set(codes.keys) == Set(comments.keys))
        #expect(comments.count >= declared.count)
        for (name, comment) in comments {
            let named = comment.split(separator: "\n").last { $0.hasPrefix("Code: ") }.map(String.init)
            switch codes[name] {
            case [] where named?.hasPrefix("Code: that of the ") == true: break
            case let expected?: #expect(named == "Code: " + expected.map { "`\($0)`" }.joined(separator: " or ") + ".")
            case nil: break
            }
        }
    }

    @Test("Pages name only codes that there are", arguments: try Pages.all())
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
