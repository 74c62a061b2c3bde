import Foundation
import ReceiptKit
import TestSupport
import Testing

/// Prints times in a release build. The actual benchmarks are a separate package; this checks the order of magnitude.
@Suite("Speed", .serialized, .enabled(if: isReleaseBuild, "figures of a debug build say nothing"))
struct SpeedTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Returns a real receipt by the end of its name, and a policy that it satisfies.
    private func subject(_ suffix: String) throws -> (entry: Corpus.Entry, policy: ReceiptPolicy) {
        let entry = try #require(Corpus.entries.first { $0.name.hasSuffix(suffix) })
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [entry.expected.bundleID], device: .unchecked, environments: [.sandbox])
        return (entry, policy)
    }

    @Test("A receipt with two purchases verifies within 60 µs once warm", .enabled(if: Corpus.isAvailable))
    func verifiesTwoPurchases() throws {
        let (entry, policy) = try subject("-bebb16e2")
        let verifier = ReceiptVerifier(policy: policy)
        let time = try Stopwatch.microseconds(rounds: 30, iterations: 500) {
            _ = try verifier.verify(entry.bytes, at: now)
        }
        print("speed: verify, 2 purchases, \(entry.bytes.count) bytes, warm: \(time) µs")
        #expect(time.best <= 60)
    }

    @Test("A receipt with 187 purchases", .enabled(if: Corpus.isAvailable))
    func verifiesManyPurchases() throws {
        let (entry, policy) = try subject("-ec62c6bd")
        let verifier = ReceiptVerifier(policy: policy)
        let time = try Stopwatch.microseconds(rounds: 20, iterations: 50) {
            _ = try verifier.verify(entry.bytes, at: now)
        }
        let signed = try UnverifiedReceipt(entry.bytes)
        let decoding = try Stopwatch.microseconds(rounds: 20, iterations: 50) { _ = try signed.unverified }
        print(
            "speed: verify, 187 purchases, \(entry.bytes.count) bytes, warm: \(time) µs; decoding alone: \(decoding) µs"
        )
    }

    @Test("The first receipt of a signer", .enabled(if: Corpus.isAvailable))
    func verifiesCold() throws {
        let (entry, policy) = try subject("-bebb16e2")
        let time = try Stopwatch.microseconds(rounds: 20, iterations: 50) {
            _ = try ReceiptVerifier(policy: policy).verify(entry.bytes, at: now)
        }
        print("speed: verify, 2 purchases, cold: \(time) µs")
    }
}
