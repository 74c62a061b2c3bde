import Foundation
import ReceiptKit
import ReceiptReports
import Testing

/// Compares the terms that `receipt explain` knows with those of the types.
@Suite("Documentation: words of a ledger's JSON")
struct LedgerWordTests {
    private static let folder = "Sources/ReceiptKit/Ledger/Answers"

    @Test("Every reason and every missing piece that a type names is explained, and every state")
    func complete() throws {
        let text = try Pages.sources(Self.folder).joined(separator: "\n")
        func named(_ pattern: Regex<(Substring, Substring)>) -> Set<String> {
            Set(text.matches(of: pattern).map { String($0.1) })
        }
        #expect(
            Set(Access.Missing.known.map(\.word.rawValue)) == named(/= Missing\(rawValue: "(\w+)"\)/))
        #expect(Set(Access.Denial.Reason.known.map(\.word.rawValue)) == named(/= Reason\(rawValue: "(\w+)"\)/))
        #expect(Set(Access.states.map(\.0)) == named(/"state", "(\w+)"\)/))
        for (type, words) in [
            ("Entitlement", Entitlement.State.known.map(\.word.rawValue)),
            ("SubscriptionStatus", SubscriptionStatus.State.known.map(\.word.rawValue)),
        ] {
            let source = try Pages.text(Pages.root.appendingPathComponent("\(Self.folder)/\(type).swift"))
            let start = try #require(source.components(separatedBy: "enum State").dropFirst().first)
            let cases = start.prefix(upTo: try #require(start.range(of: "\n    }")).lowerBound)
                .matches(of: /case (\w+)/).map { String($0.1) }
            #expect(Set(cases) == Set(words), "\(type)")
        }
    }
}
