import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// The README shows code that compiles: each of its Swift blocks stands, line by line, in a file beside this one.
@Suite("README")
struct ReadmeTests {
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("Its Swift blocks are the code that is compiled here")
    func blocks() throws {
        let readme = try String(contentsOf: Pages.root.appendingPathComponent("README.md"), encoding: .utf8)
        let sources = try Pages.sources("Tests/ReceiptKitTests").map(lines)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        // The block for Package.swift is not code of a target.
        let code = blocks.filter { !$0.contains(".package(") }
        #expect(!code.isEmpty)
        for block in code {
            let wanted = lines(block)
            #expect(sources.contains { $0.firstRange(of: wanted) != nil }, "not compiled: \(block)")
        }
    }

    @Test("Its examples do what it says")
    func examples() throws {
        let service = ReceiptService()
        #expect(throws: VerificationError.malformed(FormatError(.transactionReceipt, offset: 0))) {
            try service.products(inReceipt: "ewoJ", now: Subject.now)
        }
        let forged = try TestAuthority.standard.sign(Subject.receipt, defects: [.named("developer-certificate")])

        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(forged).write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch { print(error) } }
        // There Apple's root is trusted, and the intermediate does not lead to it.
        let intermediate = try Attack.fingerprint(Attack.chain.intermediate)
        #expect(throws: VerificationError.untrustedRoot(intermediate)) {
            try verifiedReceipt(at: file, identifierForVendor: UUID())
        }
    }
}
