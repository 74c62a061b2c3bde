import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Checks that the README's code compiles: each of its Swift blocks is, line by line, in an example that
/// `.ci/check-consumer` runs.
@Suite("README")
struct ReadmeTests {
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("Its Swift blocks are the code that is compiled here")
    func blocks() throws {
        let readme = try String(contentsOf: Pages.root.appendingPathComponent("README.md"), encoding: .utf8)
        let sources = try Pages.sources("Examples/CommandLine/Sources").map(lines)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let wanted = lines(block)
            #expect(sources.contains { $0.firstRange(of: wanted) != nil }, "not compiled: \(block)")
        }
    }

    @Test("It has at most 700 words")
    func length() throws {
        let readme = try String(contentsOf: Pages.root.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(readme.split { $0 == " " || $0 == "\n" }.count <= 700)
    }

    @Test("Examples of the pages give the documented results")
    func examples() throws {
        let service = ReceiptService()
        #expect(throws: VerificationError.malformed(FormatError(.transactionReceipt, offset: 0))) {
            try service.products(inReceipt: "ewoJ", now: Subject.now)
        }
    }
}
