import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("CHN-25 the cache of chains")
struct ChainCacheTests {
    private func signer(_ a: [UInt8], _ b: [UInt8]) throws -> TrustedSigner {
        let certificate = try VerifiedCertificate(trusted: TestAuthority.standard.sha256.signer.encoded())
        return TrustedSigner(
            signerBytes: a, intermediateBytes: b, key: try SigningKey.Kind.rsa.signingKey(of: certificate), keys: .rsa,
            validities: [], preferred: [],
            usesSHA1: false, signer: certificate.fingerprint, anchor: certificate.fingerprint)
    }

    @Test("holds no more than its capacity, and evicts the least recently used chain")
    func bounded() throws {
        let cache = ChainCache()
        for index in 0..<UInt8(ChainCache.capacity) { cache.remember(try signer([index], [1])) }
        #expect(cache.signer([0], [1], .rsa, at: Subject.now) != nil)
        cache.remember(try signer([200], [1]))
        #expect(cache.count == ChainCache.capacity)
        #expect(cache.signer([0], [1], .rsa, at: Subject.now) != nil)
        #expect(cache.signer([1], [1], .rsa, at: Subject.now) == nil)
    }

    @Test("keeps the most recently used chain")
    func order() throws {
        let cache = ChainCache()
        for index in 0..<UInt8(2) { cache.remember(try signer([index], [1])) }
        #expect(cache.signer([0], [1], .rsa, at: Subject.now) != nil)
        for index in 1..<UInt8(ChainCache.capacity) { cache.remember(try signer([index + 100], [1])) }
        #expect(cache.signer([0], [1], .rsa, at: Subject.now) != nil)
        #expect(cache.signer([1], [1], .rsa, at: Subject.now) == nil)
    }

    @Test("distinguishes chains that differ in one byte, or in the boundary between certificates")
    func exact() throws {
        let cache = ChainCache()
        cache.remember(try signer([1, 2, 3], [4, 5]))
        #expect(cache.signer([1, 2, 3], [4, 5], .rsa, at: Subject.now) != nil)
        #expect(cache.signer([1, 2, 3], [4, 6], .rsa, at: Subject.now) == nil)
        #expect(cache.signer([1, 2], [3, 4, 5], .rsa, at: Subject.now) == nil)
        #expect(cache.signer([1, 2, 3, 4], [5], .rsa, at: Subject.now) == nil)
    }

    @Test("holds a chain once, however often it is remembered")
    func once() throws {
        let cache = ChainCache()
        for _ in 0..<3 { cache.remember(try signer([1], [2])) }
        #expect(cache.count == 1)
    }

    @Test("never caches a rejected chain", arguments: Defect.all.filter { $0.expectedError.hasPrefix("chain.") })
    func refused(_ defect: Defect) throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let bytes = try TestAuthority.standard.sign(Subject.receipt, defects: [defect])
        let errors = (0..<2).map { _ in verificationError { _ = try verifier.verify(bytes, at: Subject.now) } }
        #expect(errors[0]?.code == defect.expectedError)
        #expect(errors[1] == errors[0])
        #expect(verifier.rememberedSigners == 0)
    }

    @Test("CHN-24 distrust and the refusal of SHA-1 hold for the second receipt as for the first")
    func policies() throws {
        let old = try TestAuthority.standard.sign(Subject.receipt, digest: .sha1)
        let distrusted = try Attack.keyFingerprint(Attack.chain.intermediate)
        let rows: [(bytes: [UInt8], change: (inout ReceiptPolicy) -> Void, error: VerificationError)] = [
            (
                Attack.valid, { $0.distrustedKeys = [distrusted] },
                .distrusted(.intermediate, distrusted)
            ),
            (old, { $0.sha1 = .never }, .sha1NotAccepted(.receipt, created: Attack.created)),
        ]
        for row in rows {
            let verifier = ReceiptVerifier(policy: try Subject.policy(row.change))
            for _ in 0..<3 {
                #expect(verificationError { _ = try verifier.verify(row.bytes, at: Subject.now) } == row.error)
            }
            #expect(verifier.rememberedSigners == 0)
        }
    }

    @Test("a cached chain isn't used for another key, nor for an unknown certificate")
    func signatures() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        _ = try verifier.verify(Attack.valid, at: Subject.now)
        let payload = Subject.receipt.with { $0.appVersion = "43" }.payload.encoded
        var forged = try Attack.signed(payload)
        try forged.sign(with: .developer)
        let changed = forged.encoded
        #expect(verificationError { _ = try verifier.verify(changed, at: Subject.now) } == .signatureInvalid)
        var chain = Attack.chain
        chain.signer = .developer(issuedBy: try #require(chain.intermediate))
        let byDeveloper = try Attack.signed(payload, chain).encoded
        #expect(
            verificationError { _ = try verifier.verify(byDeveloper, at: Subject.now) }
                == .notReceiptSigner(try Attack.fingerprint(chain.signer)))
        #expect(verifier.rememberedSigners == 1)
    }

    @Test("caches a signer once, and checks the dates for every receipt")
    func dates() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        for _ in 0..<3 { _ = try verifier.verify(try TestAuthority.standard.sign(Subject.receipt), at: Subject.now) }
        #expect(verifier.rememberedSigners == 1)
        let notAfter = TestAuthority.standard.sha256.signer.notAfter
        let late = notAfter.addingTimeInterval(1)
        let bytes = try TestAuthority.standard.sign(Subject.receipt.with { $0.creationDate = late })
        #expect(
            verificationError { _ = try verifier.verify(bytes, at: late) }
                == .certificateExpired(.signer, notAfter: notAfter, created: late))
    }

    @Test("SHA-1 in the certificates is rejected by date also when the chain is remembered")
    func sha1() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        // A SHA-256 receipt whose signer certificate is signed with SHA-1.
        let chain = TestAuthority.standard.sha1
        func sign(_ created: Date) throws -> [UInt8] {
            let receipt = Subject.receipt.with { $0.creationDate = created }
            var signed = try TestSignedData(content: receipt.payload.encoded, chain: chain, digest: .sha256)
            try signed.sign(with: chain.signer.key)
            return signed.encoded
        }
        _ = try verifier.verify(try sign(Subject.receipt.creationDate), at: Subject.now)
        let late = Date(timeIntervalSince1970: 1_737_676_801)
        let bytes = try sign(late)
        #expect(
            verificationError { _ = try verifier.verify(bytes, at: Subject.now) }
                == .sha1NotAccepted(.certificate, created: late))
    }

    @Test("one verifier in many tasks gives every receipt its own verdict")
    func concurrent() async throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let good = try TestAuthority.standard.sign(Subject.receipt)
        let old = try TestAuthority.standard.sign(Subject.receipt, digest: .sha1)
        let forged = try TestAuthority.standard.issue(Subject.receipt, defects: [.named("wrong-root")])
        let untrusted = VerificationError.untrustedRoot(try Attack.fingerprint(forged.chain.intermediate))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<40 {
                        switch (task + round) % 3 {
                        case 0: _ = try verifier.verify(good, at: Subject.now)
                        case 1: _ = try verifier.verify(old, at: Subject.now)
                        default:
                            let error = verificationError { _ = try verifier.verify(forged.bytes, at: Subject.now) }
                            #expect(error == untrusted)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(verifier.rememberedSigners == 2)
    }
}
