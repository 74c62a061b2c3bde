import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The code of *Supporting Family Sharing*.
@Suite("Documentation: Supporting Family Sharing")
struct FamilySharingExampleTests {
    @Test("The sample prints what the page shows")
    func results() throws {
        let transcript = Transcript()
        func print(_ item: Any, line: Int = #line) { transcript.note(item, line: line) }
        let authority = TestAuthority.standard
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked, trust: try .roots(authority.rootCertificates)))
        let story = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 5, 1), transactionID: "410000000000001")
        ).revokingFamilyShare(on: .utc(2024, 5, 10))
        let shared = try verifier.verify(
            transaction: authority.sign(try #require(story.transactions().last)), at: .utc(2024, 5, 20))

        let ledger = try PurchaseLedger(merging: [shared])
        print(ledger.purchases[0].ownershipType == .familyShared)
        // → true
        print(ledger.access(to: "com.example.monthly", at: day(2024, 5, 9)))
        // → granted: "com.example.monthly" subscribed until
        //   2024-05-10T00:00:00Z, known as of 2024-05-10T01:00:00Z
        print(ledger.access(to: "com.example.monthly", at: day(2024, 5, 12)))
        // → denied: revoked on 2024-05-10T00:00:00Z, no access since
        //   2024-05-10T00:00:00Z (transaction "410000000000001"), known as
        //   of 2024-05-10T01:00:00Z

        try transcript.check()
    }

    private func day(_ year: Int, _ month: Int, _ day: Int) -> Date { .utc(year, month, day) }
}
