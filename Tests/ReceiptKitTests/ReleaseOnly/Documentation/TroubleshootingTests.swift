import Foundation
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

/// Tests the page *Troubleshooting*.
@Suite("Documentation: Troubleshooting")
struct TroubleshootingTests {
    @Test("Its headings are fifteen codes that there are")
    func headings() throws {
        let codes = try Pages.article("Troubleshooting").text.split(separator: "\n").filter { $0.hasPrefix("### ") }
            .map { String($0.dropFirst("### ".count)) }
        #expect(codes.count == 15 && Set(codes).count == 15)
        for code in codes { #expect(ErrorExplanation(code: code)?.remedy != nil, "\(code)") }
    }

    @Test("Its example logs the code and what is wrong, and gives no receipt")
    func example() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        var logged: [String] = []
        func verified(_ bytes: [UInt8]) -> VerifiedReceipt? {
            verifiedReceipt(in: bytes, by: verifier, now: Subject.now) { logged.append($0) }
        }
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        #expect(verified(bytes)?.bundleIdentifier == "com.example.app")
        #expect(logged.isEmpty)
        #expect(verified(bytes.dropLast()) == nil)
        #expect(verified(try TestAuthority.standard.sign(Subject.receipt.with { $0.environment = .sandbox })) == nil)
        let forged = try TestAuthority.standard.sign(Subject.receipt, defects: [.named("developer-certificate")])
        #expect(verified(forged) == nil)
        #expect(
            logged.map { String($0.prefix { $0 != ":" }) } == [
                "der.truncated", "environment.mismatch", "chain.notReceiptSigner",
            ])
    }
}
