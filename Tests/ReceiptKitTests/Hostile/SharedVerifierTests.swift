import Foundation
import ReceiptFields
import ReceiptKitTesting
import TestSupport
import Testing

@testable import ReceiptKit

/// One verifier for eight tasks, as in a server: every receipt gets the verdict that it gets alone, whatever the others send.
/// `.ci/sanitizers` runs this under the thread sanitizer.
@Suite("CHN-25 one verifier, eight tasks")
struct SharedVerifierTests {
    /// What a verifier says: what the receipt holds, or the error.
    enum Verdict: Hashable, Sendable {
        case believed(VerifiedReceipt)
        case refused(VerificationError)

        init(_ verifier: ReceiptVerifier, _ bytes: [UInt8]) {
            do throws(VerificationError) {
                self = .believed(try verifier.verify(bytes, at: Subject.now))
            } catch { self = .refused(error) }
        }

        var isBelieved: Bool { if case .believed = self { true } else { false } }
    }

    /// Good receipts of both chains, every defect of the test kit, and changed copies of a good one.
    private func inputs() throws -> [[UInt8]] {
        var inputs: [[UInt8]] = []
        for digest in [TestDigest.sha256, .sha1] {
            for _ in 0..<8 { inputs.append(try TestAuthority.standard.sign(Subject.receipt, digest: digest)) }
        }
        for defect in Defect.allCases {
            let digest = defect == .sha1AfterItsEnd ? TestDigest.sha1 : .sha256
            inputs.append(try TestAuthority.standard.sign(Subject.receipt, digest: digest, defects: [defect]))
        }
        var random = SeededGenerator(seed: 25)
        for index in 0..<24 { inputs.append(Mutator.mutate(inputs[index % 16], &random)) }
        return inputs
    }

    @Test("mixed good and hostile receipts: each its own verdict, and only believed chains are remembered")
    func verdicts() async throws {
        let inputs = try inputs()
        let policy = try Subject.policy()
        let alone = inputs.map { Verdict(ReceiptVerifier(policy: policy), $0) }
        #expect(alone.filter(\.isBelieved).count >= 16)
        #expect(alone.filter { !$0.isBelieved }.count >= Defect.allCases.count)

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
        // The chains of SHA-1 and of SHA-256; a receipt with another fault than its chain's adds none.
        #expect(verifier.rememberedSigners == 2)
    }

    @Test("more good chains than the cache holds: bounded at every moment, and every verdict right")
    func eviction() async throws {
        let policy = try Subject.policy()
        let verifier = ReceiptVerifier(policy: policy)
        let inputs = try (1...UInt8(ChainCache.capacity + 4)).map { number in
            var chain = Attack.chain
            chain.signer.serialNumber = [0x10, number]
            return try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        }
        let stranger = try TestAuthority.stranger.sign(Subject.receipt)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<inputs.count * 2 {
                        #expect(Verdict(verifier, inputs[(round + task * 3) % inputs.count]).isBelieved)
                        #expect(!Verdict(verifier, stranger).isBelieved)
                        #expect(verifier.rememberedSigners <= ChainCache.capacity)
                    }
                }
            }
        }
        #expect(verifier.rememberedSigners == ChainCache.capacity)
    }

    @Test("a flood of refused chains does not put out the remembered ones")
    func flood() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let good = try TestAuthority.standard.sign(Subject.receipt)
        #expect(Verdict(verifier, good).isBelieved)
        for number in 0..<UInt8(ChainCache.capacity * 2) {
            var chain = TestAuthority.stranger.sha256
            chain.signer.serialNumber = [0x10, number]
            #expect(!Verdict(verifier, try Attack.signed(Subject.receipt.payload.encoded, chain).encoded).isBelieved)
        }
        #expect(verifier.rememberedSigners == 1)
    }

    @Test("a chain that differs from the remembered one in any byte is judged by itself, and refused")
    func oneByte() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let good = try TestAuthority.standard.sign(Subject.receipt)
        #expect(Verdict(verifier, good).isBelieved)
        let certificates = try SignedReceipt(good).certificates.prefix(2)
        for certificate in certificates {
            let start = try #require(good.firstRange(of: certificate)).lowerBound
            for place in start..<(start + certificate.count) {
                var bytes = good
                bytes[place] ^= 1 << UInt8(place % 8)
                #expect(!Verdict(verifier, bytes).isBelieved, "byte \(place)")
            }
        }
        #expect(verifier.rememberedSigners == 1)
    }
}
