import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the code of *What stays with your app and server*.
@Suite("Documentation: What stays with your app and server")
struct StaysWithYouTests {
    private let group = ["com.example.yearly", "com.example.monthly"]
    private let now = Date.utc(2024, 6, 20)

    private func ledger(_ story: TestStory, to next: String?) throws -> PurchaseLedger {
        let authority = TestAuthority.standard
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: .roots(authority.rootCertificates)))
        let transaction = try #require(story.transactions(at: .utc(2024, 6, 15)).last)
        guard let next else {
            return try PurchaseLedger(merging: [
                try verifier.verify(transaction: authority.sign(transaction), at: now)
            ])
        }
        var renewalInfo = TestRenewalInfo(of: transaction)
        renewalInfo.autoRenewProductID = next
        return try PurchaseLedger(merging: [
            try verifier.verify(
                transaction: authority.sign(transaction), renewalInfo: authority.sign(renewalInfo), at: now)
        ])
    }

    @Test("The product of a downgrade, and none after a refund")
    func nextProducts() throws {
        let story = TestStory(.autoRenewable("com.example.yearly", on: .utc(2024, 6, 1), for: .years(1)))
        func next(_ ledger: PurchaseLedger) -> String? { nextProduct(in: ledger, of: group, at: now) }
        #expect(try next(ledger(story, to: "com.example.monthly")) == "com.example.monthly")
        #expect(try next(ledger(story, to: "com.example.yearly")) == nil)
        #expect(try next(ledger(story, to: nil)) == nil)
        #expect(try next(ledger(story.refunded(on: .utc(2024, 6, 11)), to: "com.example.monthly")) == nil)
    }
}
