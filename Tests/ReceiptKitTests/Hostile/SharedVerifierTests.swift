import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Uses one verifier in eight tasks, like a server: every receipt must get the same verdict as alone, whatever the
/// other tasks verify. `.ci/sanitizers` runs this under the thread sanitizer.
@Suite("CHN-25 one verifier, eight tasks")
struct SharedVerifierTests {
    /// The verifier's result: the receipt's contents, or the error.
    enum Verdict: Hashable, Sendable {
        case verified(VerifiedReceipt)
        case refused(VerificationError)

        init(_ verifier: ReceiptVerifier, _ bytes: [UInt8]) {
            do throws(VerificationError) {
                self = .verified(try verifier.verify(bytes, at: Subject.now))
            } catch { self = .refused(error) }
        }

        var isVerified: Bool { if case .verified = self { true } else { false } }
    }

    /// Returns valid receipts of both chains, every defect of the test kit, and changed copies of a valid one.
    private func inputs() throws -> [[UInt8]] {
        var inputs: [[UInt8]] = []
        for digest in [TestDigest.sha256, .sha1] {
            for _ in 0..<8 { inputs.append(try TestAuthority.standard.sign(Subject.receipt, digest: digest)) }
        }
        for defect in Defect.all {
            let digest = defect.name == "sha1-after-its-end" ? TestDigest.sha1 : .sha256
            inputs.append(try TestAuthority.standard.sign(Subject.receipt, digest: digest, defects: [defect]))
        }
        var random = SeededGenerator(seed: 25)
        for index in 0..<24 { inputs.append(Mutator.mutate(inputs[index % 16], &random)) }
        return inputs
    }

    @Test("mixed good and hostile receipts: each its own verdict, and only verified chains are remembered")
    func verdicts() async throws {
        let inputs = try inputs()
        let policy = try Subject.policy()
        let alone = inputs.map { Verdict(ReceiptVerifier(policy: policy), $0) }
        #expect(alone.filter(\.isVerified).count >= 16)
        #expect(alone.filter { !$0.isVerified }.count >= Defect.all.count)

        let verifier = ReceiptVerifier(policy: policy)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(task))
                    for index in (0..<inputs.count * 2).map({ $0 % inputs.count }).shuffled(using: &random) {
                        #expect(Verdict(verifier, inputs[index]) == alone[index], "task \(task), input \(index)")
                    }
                }
            }
        }
        // The SHA-1 and the SHA-256 chain. A receipt with a fault outside its chain adds none.
        #expect(verifier.rememberedSigners == 2)
    }

    @Test("more valid chains than the cache's capacity: its size stays bounded, and every verdict is right")
    func eviction() async throws {
        let policy = try Subject.policy()
        let verifier = ReceiptVerifier(policy: policy)
        let inputs = try (1...UInt8(ChainCache.capacity + 4)).map { number in
            var chain = Attack.chain
            chain.signer.serialNumber = [0x10, number]
            return try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        }
        let forged = try TestAuthority.untrusted.sign(Subject.receipt)
        let untrusted = Verdict.refused(
            .untrustedRoot(try Attack.fingerprint(TestAuthority.untrusted.sha256.intermediate)))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<inputs.count * 2 {
                        #expect(Verdict(verifier, inputs[(round + task * 3) % inputs.count]).isVerified)
                        #expect(Verdict(verifier, forged) == untrusted)
                        #expect(verifier.rememberedSigners <= ChainCache.capacity)
                    }
                }
            }
        }
        #expect(verifier.rememberedSigners == ChainCache.capacity)
    }

    @Test("rejected chains don't evict cached ones")
    func flood() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let good = try TestAuthority.standard.sign(Subject.receipt)
        #expect(Verdict(verifier, good).isVerified)
        let untrusted = VerificationError.untrustedRoot(
            try Attack.fingerprint(TestAuthority.untrusted.sha256.intermediate))
        for number in 0..<UInt8(ChainCache.capacity * 2) {
            var chain = TestAuthority.untrusted.sha256
            chain.signer.serialNumber = [0x10, number]
            let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
            #expect(Verdict(verifier, bytes) == .refused(untrusted))
        }
        #expect(verifier.rememberedSigners == 1)
    }

    @Test("a chain that differs from the cached one in any byte is rejected with the same error as without the cache")
    func oneByte() throws {
        let policy = try Subject.policy()
        let verifier = ReceiptVerifier(policy: policy)
        let good = try TestAuthority.standard.sign(Subject.receipt)
        #expect(Verdict(verifier, good).isVerified)
        let certificates = try UnverifiedReceipt(good).certificates.prefix(2)
        for (position, certificate) in zip([VerificationError.ChainPosition.signer, .intermediate], certificates) {
            let start = try #require(good.firstRange(of: certificate)).lowerBound
            let range = start..<(start + certificate.count)
            for place in range {
                var bytes = good
                bytes[place] ^= 1 << UInt8(place % 8)
                let verdict = Verdict(verifier, bytes)
                #expect(!verdict.isVerified, "byte \(place)")
                #expect(verdict == Verdict(ReceiptVerifier(policy: policy), bytes), "byte \(place)")
                // The last 256 bytes are the issuer's signature, which is no longer valid.
                guard place >= range.upperBound - 256 else { continue }
                let expected: VerificationError =
                    position == .signer
                    ? .certificateSignature(.signer) : .untrustedRoot(Fingerprint(of: bytes[range]))
                #expect(verdict == .refused(expected), "byte \(place)")
            }
        }
        #expect(verifier.rememberedSigners == 1)
    }
}
