import Foundation
import ReceiptFields
import ReceiptKitTesting
import Testing

@testable import ReceiptKit

/// Chains that try to pass for the genuine one, to another verdict through the cache, or to fill a log.
@Suite("Attacks on the chain")
struct AttackChainTests {
    @Test("CHN-25 a chain that differs in one byte from a remembered one is judged anew")
    func cacheOfTwins() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let good = try TestAuthority.standard.issue(Subject.receipt)
        _ = try verifier.verify(good.bytes, at: Subject.now)

        for (index, error): (Int, (Fingerprint) -> VerificationError) in [
            (0, { _ in .certificateSignature(.signer) }), (1, { .untrustedRoot($0) }),
        ] {
            var twin = good.signedData
            twin.certificates[index][twin.certificates[index].count - 1] ^= 1
            let fingerprint = Fingerprint(of: twin.certificates[index])
            #expect(
                verificationError { _ = try verifier.verify(twin.encoded, at: Subject.now) } == error(fingerprint))
        }
        #expect(verifier.rememberedSigners == 1)
        _ = try verifier.verify(good.bytes, at: Subject.now)
    }

    @Test("CHN-25 a remembered chain does not sign for another key, nor for an unknown certificate in its place")
    func cacheAndSignature() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        _ = try verifier.verify(try TestAuthority.standard.sign(Subject.receipt), at: Subject.now)
        let payload = Subject.receipt.with { $0.appVersion = "43" }.payload.encoded
        var forged = try Attack.signed(payload)
        try forged.sign(with: .developer)
        let byStranger = forged.encoded
        #expect(verificationError { _ = try verifier.verify(byStranger, at: Subject.now) } == .signatureInvalid)
        let developer = TestCertificate.developer(issuedBy: try #require(Attack.chain.intermediate))
        let chain = TestChain(
            signer: developer, intermediate: Attack.chain.intermediate, root: Attack.chain.root)
        let byDeveloper = try Attack.signed(payload, chain).encoded
        #expect(
            verificationError { _ = try verifier.verify(byDeveloper, at: Subject.now) }
                == .notReceiptSigner(try Attack.fingerprint(developer)))
        #expect(verifier.rememberedSigners == 1)
    }

    @Test("CHN-24 distrust and the refusal of SHA-1 hold for the second receipt as for the first")
    func cacheAndPolicy() throws {
        let old = try TestAuthority.standard.sign(Subject.receipt, digest: .sha1)
        let distrusted = try Attack.fingerprint(Attack.chain.intermediate)
        let rows: [(bytes: [UInt8], change: (inout ReceiptPolicy) -> Void, error: VerificationError)] = [
            (
                try TestAuthority.standard.sign(Subject.receipt), { $0.distrustedCertificates = [distrusted] },
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

    @Test("CHN-02 the root listed twice, or among strangers, changes nothing")
    func rootsTwice() throws {
        let root = try TestAuthority.standard.rootCertificate
        let stranger = try TestAuthority.stranger.rootCertificate
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        for roots in [[root, root], [stranger, root, stranger], [root, stranger]] {
            let trust = try TrustAnchor.roots(roots)
            #expect(try Attack.error(bytes) { try $0.set(trust: trust) } == nil)
        }
    }

    @Test("CHN-03 the trusted root with the intermediate's marker is no intermediate")
    func rootAsIntermediate() throws {
        var root = try #require(Attack.chain.root)
        root.extensions.set(.marker(.receiptIssuerMarker))
        var signer = Attack.chain.signer
        (signer.issuer, signer.issuerKey) = (root.subject, root.key)
        signer.extensions.set(.authorityKeyIdentifier(root.key.keyIdentifier))
        let chain = TestChain(signer: signer, intermediate: root)
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        let trust = try TrustAnchor.roots([root.encoded()])
        #expect(try Attack.error(bytes) { try $0.set(trust: trust) } == .untrustedRoot(try Attack.fingerprint(root)))
    }

    @Test("CHN-03 the intermediate itself as signer of the receipt")
    func intermediateAsSigner() throws {
        let intermediate = try #require(Attack.chain.intermediate)
        let chain = TestChain(signer: intermediate, intermediate: Attack.chain.root)
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        let root = try Attack.fingerprint(Attack.chain.root)
        #expect(try Attack.error(bytes) == .untrustedRoot(root))
    }

    @Test("CHN-18 an intermediate that bears the root's name and another key")
    func intermediateNamedAsRoot() throws {
        let root = try #require(Attack.chain.root)
        var intermediate = try #require(TestAuthority.stranger.sha256.intermediate)
        (intermediate.subject, intermediate.issuer) = (root.subject, root.subject)
        intermediate.issuerKey = intermediate.key
        intermediate.extensions.remove([2, 5, 29, 35])
        var signer = TestAuthority.stranger.sha256.signer
        signer.issuer = root.subject
        let alone = TestChain(signer: signer, intermediate: intermediate)
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, alone).encoded
        #expect(try Attack.error(bytes) == .untrustedRoot(try Attack.fingerprint(intermediate)))
        let besideRoot = TestChain(signer: signer, intermediate: intermediate, root: root)
        let both = try Attack.signed(Subject.receipt.payload.encoded, besideRoot).encoded
        #expect(try Attack.error(both) == .issuerCertificateAmbiguous)
    }

    @Test("CHN-16 bytes behind a certificate in the bag, and a fourth element inside", arguments: [0, 1, 2])
    func trailingBytes(_ index: Int) throws {
        var links = Attack.chain.certificates
        links[index].trailingBytes = [0x05, 0x00]
        let trailing = try Attack.signed(
            Subject.receipt.payload.encoded, TestChain(signer: links[0], intermediate: links[1], root: links[2]))
        let behind = try bagOffset(trailing, index) + (try Attack.chain.certificates[index].encoded().count)
        #expect(
            try Attack.error(trailing.encoded)
                == .malformed(FormatError(.unexpectedTag(expected: 0x30, found: 0x05), offset: behind)))

        links[index].trailingBytes = []
        links[index].additionalFields = [0x05, 0x00]
        let inside = try Attack.signed(
            Subject.receipt.payload.encoded, TestChain(signer: links[0], intermediate: links[1], root: links[2]))
        let end = try bagOffset(inside, index) + inside.certificates[index].count
        #expect(
            try Attack.error(inside.encoded) == .malformed(FormatError(.trailingBytes(2), offset: end - 2)))
    }

    /// Where a certificate of the bag begins.
    private func bagOffset(_ signed: TestSignedData, _ index: Int) throws -> Int {
        let bag = Array(signed.certificates.joined())
        let bytes = signed.encoded
        let start = try #require(
            (0...(bytes.count - bag.count)).first { bytes[$0..<($0 + bag.count)].elementsEqual(bag) })
        return start + signed.certificates.prefix(index).reduce(0) { $0 + $1.count }
    }

    @Test("DER-20 a critical extension with an identifier of thousands of octets is no flood of text")
    func longIdentifier() throws {
        var chain = Attack.chain
        let arcs = [UInt64](repeating: 1_234_567, count: 1_500)
        chain.signer.extensions.append(TestExtension(TestOID([1, 2] + arcs), isCritical: true, value: []))
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        let excerpt = "1.2" + String(repeating: ".1234567", count: 7) + ".1234"
        #expect(excerpt.utf8.count == 64)
        #expect(try Attack.error(bytes) == .criticalExtension(.signer, excerpt + "…"))
    }

    @Test("DER-25 a certificate whose names alone would take long to parse", arguments: [512, 513])
    func longName(_ size: Int) throws {
        var chain = TestAuthority.stranger.sha256
        // SEQUENCE, SET, SEQUENCE and the text with lengths of two octets each, and the OID.
        let name = TestName([.commonName(String(repeating: "x", count: size - 4 * 4 - 5))])
        #expect(name.encoded.count == size)
        chain.signer.subject = name
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        let untrusted = try Attack.fingerprint(chain.intermediate)
        #expect(try Attack.error(bytes) == (size == 512 ? .untrustedRoot(untrusted) : .malformedCertificate(.signer)))
    }

    @Test("CMS-22 a serial number as long as the receipt allows is cut in the error", arguments: [64, 65, 1_000_000])
    func longSerialNumber(_ length: Int) throws {
        var signed = try Attack.signed(Subject.receipt.payload.encoded)
        signed.signers[0].identifier = .issuerAndSerialNumber(
            issuer: Attack.chain.signer.issuer.encoded, serialNumber: [UInt8](repeating: 0x7F, count: length))
        #expect(
            try Attack.error(signed.encoded)
                == .signerCertificateMissing(serialNumber: [UInt8](repeating: 0x7F, count: 64)))
    }
}
