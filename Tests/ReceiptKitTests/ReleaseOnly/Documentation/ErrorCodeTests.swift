import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptReports
import Testing

/// Compares the error codes in the table, in doc comments and on the documentation's pages.
@Suite("Documentation: Error codes in the source and on the pages")
struct ErrorCodeTests {
    @Test("A code is written once: a constant has its name, one section lists it, and some error has it")
    func constants() throws {
        let sources = try Pages.sources("Sources") + Pages.sources("Bindings/C")
        var inTable: Set<String> = []
        for match in sources.flatMap({ $0.matches(of: /static let (\w+) = ErrorCode\(\s*"([a-zA-Z0-9.]+)"/) }) {
            let (constant, code) = (String(match.1), String(match.2))
            #expect(constant == SourceCodes.constant(code))
            #expect(inTable.insert(code).inserted, "\(code)")
            let uses = try Regex(#"\."# + constant + #"\b[^"\n]"#)
            #expect(sources.reduce(0) { $0 + $1.matches(of: uses).count } > 1, "\(code)")
        }
        try inTable.formUnion(SourceCodes.server())
        #expect(inTable == SourceCodes.all)
        let listed = ErrorExplanation.sections.flatMap(\.explanations)
        #expect(listed.count == inTable.count && inTable.count > 140)
    }

    /// One value for each case of each error.
    private static let errors: [any CodedError] =
        VerificationErrorTests.all.map(\.error)
        + VerifyReceiptStatusTests.faults.map { FormatError($0, offset: 0) }
        + [
            LedgerError.bundleIdentifierMismatch("a", other: "b"), .environmentMismatch(.sandbox, other: .production),
            .trustAnchorMismatch(VerificationErrorTests.fingerprint, other: VerificationErrorTests.fingerprint),
            .noEvidence,
        ]
        + [
            ReceiptPolicy.InvalidPolicy.malformedCertificate(VerificationErrorTests.fingerprint),
            .certificateKey(VerificationErrorTests.fingerprint), .certificateMissing, .bundleIdentifierMissing,
            .environmentMissing, .environmentNotXcode([.sandbox]),
        ]

    @Test("The code of every error has one row, with its class unless the value decides")
    func rows() {
        let listed = ErrorExplanation.sections.flatMap(\.explanations)
        for error in Self.errors {
            let rows = listed.filter { $0.code == error.code }
            #expect(rows.count == 1, "\(error.code)")
            #expect(rows.first?.class == error.class, "\(error.code)")
        }
    }

    @Test("Every case of an error names its code, and no other", arguments: SourceCodes.enums)
    func cases(_ declared: SourceCodes.Enum) throws {
        let codes = try declared.codes()
        let comments = try declared.comments()
        #expect(Set(codes.keys) == Set(comments.keys))
        #expect(comments.count >= declared.count)
        for (name, comment) in comments {
            let named = comment.split(separator: "\n").last { $0.hasPrefix("Code: ") }.map(String.init) ?? ""
            let documented = named.matches(of: /`([a-zA-Z0-9.]+)`/).map { SourceCodes.constant($0.1) }
            #expect(codes[name] == documented, "\(name)")
            #expect(!documented.isEmpty || named.hasPrefix("Code: the code of the "), "\(name)")
        }
    }

    @Test("One error of each case of VerificationError is tested")
    func tested() throws {
        let declared = try #require(SourceCodes.enums.first)
        // The first one is for a malformed receipt.
        let codes = VerificationErrorTests.all.dropFirst().map { SourceCodes.constant($0.code) }
        #expect(try Set(declared.codes().values.joined()) == Set(codes))
    }

    @Test("Pages name only codes that there are", arguments: try Pages.all())
    func otherPages(_ page: Pages.Page) throws {
        let known = SourceCodes.all
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
