import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// CMS-28 on every real receipt: one byte changed, at 200 different positions, which are pseudorandom and always the
/// same.
@Suite("One changed byte in every real receipt", .enabled(if: Corpus.isAvailable))
struct ChangedByteTests {
    /// The parts that no signature covers and nothing reads. Only changes there may go unnoticed.
    private struct Uncovered {
        let ranges: [Range<Int>]

        /// Finds the certificates other than the signer's and its issuer's; in the mode for Xcode, all except the
        /// signer's.
        init(_ bytes: [UInt8], _ receipt: UnverifiedReceipt, used: Int) {
            ranges = receipt.certificates.dropFirst(used).compactMap { certificate in
                bytes.firstRange(of: certificate).map { $0.lowerBound..<($0.lowerBound + certificate.count) }
            }
        }

        func contains(_ place: Int) -> Bool { ranges.contains { $0.contains(place) } }
    }

    /// FNV-1a of the receipt's name: different positions in each receipt, and the same ones in every run.
    private static func seed(_ name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    @Test("is rejected, or decoded identically if the byte isn't covered", arguments: Corpus.entries)
    func changed(_ entry: Corpus.Entry) throws {
        let signed = try UnverifiedReceipt(entry.bytes)
        let isApple = entry.expected.chainsToAppleRoot
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [entry.expected.bundleID], device: .unchecked,
            environments: [isApple ? .sandbox : .xcode],
            trust: isApple ? .appStore : .xcode([try #require(signed.certificates.first)]))
        let verifier = ReceiptVerifier(policy: policy)
        let original = try verifier.verify(entry.bytes, at: Subject.now)
        let uncovered = Uncovered(entry.bytes, signed, used: isApple ? 2 : 1)

        var random = SeededGenerator(seed: Self.seed(entry.name))
        var (refused, accepted) = (0, 0)
        var places: Set<Int> = []
        let count = repetitions(200, sample: 40)
        while places.count < count { places.insert(Int.random(in: 0..<entry.bytes.count, using: &random)) }
        for place in places.sorted() {
            var bytes = entry.bytes
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            do throws(VerificationError) {
                let receipt = try verifier.verify(bytes, at: Subject.now)
                #expect(receipt.receipt == original.receipt, "at \(place)")
                #expect(receipt.verification == original.verification, "at \(place)")
                #expect(uncovered.contains(place), "accepted, though something covers byte \(place)")
                accepted += 1
            } catch { refused += 1 }
        }
        print("changed byte: \(entry.name): \(refused) rejected, \(accepted) decoded identically")
        #expect(refused >= (uncovered.ranges.isEmpty ? count : 1))
        #expect(verifier.verifies(entry.bytes), "the cache was poisoned")
    }
}

extension ReceiptVerifier {
    fileprivate func verifies(_ bytes: [UInt8]) -> Bool {
        verificationError { _ = try verify(bytes, at: Subject.now) } == nil
    }
}
