import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

@Suite("Real receipts", .enabled(if: Corpus.isAvailable))
struct CorpusVerificationTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(arguments: Corpus.entries.filter(\.expected.chainsToAppleRoot))
    func appleSignedReceiptsVerify(_ entry: Corpus.Entry) throws {
        var policy = ReceiptPolicy(
            bundleIdentifier: entry.expected.bundleID, device: .unchecked, environments: [.sandbox])
        let verified = try ReceiptVerifier(policy: policy).verify(entry.bytes, at: Self.now)
        #expect(verified.bundleID == entry.expected.bundleID)
        policy.environments = [.production]
        #expect(throws: VerificationError.environmentMismatch(found: .sandbox, accepted: [.production])) {
            try ReceiptVerifier(policy: policy).verify(entry.bytes, at: Self.now)
        }
    }
}
