import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Which certificate is the signer's, and what the bag's order may decide: nothing.
@Suite("The signer's certificate")
struct SignerTests {
    let authority = TestAuthority.standard

    private func verify(_ change: (inout TestSignedData) throws -> Void) throws -> VerificationError? {
        var signed = try authority.issue(Subject.receipt).signedData
        try change(&signed)
        let bytes = signed.encoded
        return verificationError { _ = try Subject.verify(bytes) }
    }

    @Test("ACC-08 any order of the certificates is accepted, with and without the root")
    func order() throws {
        #expect(try verify { $0.certificates.reverse() } == nil)
        #expect(try verify { $0.certificates.swapAt(0, 1) } == nil)
        #expect(try verify { $0.certificates.removeLast() } == nil)
    }

    @Test("CMS-22 a genuine signer's certificate placed first does not stand in for the one that signed")
    func genuineCertificateFirst() throws {
        let developer = try authority.issue(Subject.receipt, defects: [.developerCertificate])
        var signed = developer.signedData
        signed.certificates.insert(try authority.sha256.signer.encoded(), at: 0)
        let bytes = signed.encoded
        let fingerprint = Fingerprint(of: try developer.chain.signer.encoded())
        #expect(verificationError { _ = try Subject.verify(bytes) } == .notReceiptSigner(fingerprint))
    }

    @Test("CMS-22 the genuine signer's name over a signature by another key")
    func anotherKey() throws {
        let error = try verify { try $0.sign(with: TestAuthority.stranger.sha256.signer.key) }
        #expect(error == .signatureInvalid)
    }

    @Test("CHN-02 a root in the bag is not trusted for being there")
    func rootInTheBag() throws {
        let bytes = try TestAuthority.stranger.sign(Subject.receipt)
        let intermediate = try #require(TestAuthority.stranger.sha256.intermediate)
        #expect(
            verificationError { _ = try Subject.verify(bytes) }
                == .untrustedRoot(Fingerprint(of: try intermediate.encoded())))
    }

    @Test("CHN-07 a signer's key cannot issue another signer")
    func signerAsIssuer() throws {
        var second = authority.sha256.signer
        second.issuer = authority.sha256.signer.subject
        second.issuerKey = authority.sha256.signer.key
        second.subject = TestName([.commonName("Second")])
        second.extensions.remove([2, 5, 29, 35])
        let chain = TestChain(signer: second, intermediate: authority.sha256.signer, root: authority.sha256.root)
        var signed = try TestSignedData(
            content: try authority.issue(Subject.receipt).payload.encoded, chain: chain, digest: .sha256)
        signed.certificates.append(try #require(authority.sha256.intermediate).encoded())
        try signed.sign(with: second.key)
        let bytes = signed.encoded
        let issuer = Fingerprint(of: try authority.sha256.signer.encoded())
        #expect(verificationError { _ = try Subject.verify(bytes) } == .untrustedRoot(issuer))
    }

    @Test("CHN-12 a signer issued by the root itself is no chain of three")
    func chainOfTwo() throws {
        let root = try #require(authority.sha256.root)
        var signer = authority.sha256.signer
        signer.issuer = root.subject
        signer.issuerKey = root.key
        signer.extensions.remove([2, 5, 29, 35])
        let chain = TestChain(signer: signer, intermediate: nil, root: root)
        var signed = try TestSignedData(
            content: try authority.issue(Subject.receipt).payload.encoded, chain: chain, digest: .sha256)
        try signed.sign(with: signer.key)
        let bytes = signed.encoded
        #expect(
            verificationError { _ = try Subject.verify(bytes) }
                == .untrustedRoot(Fingerprint(of: try root.encoded())))
    }

    @Test("CMS-25 signatures of another length", arguments: [0, 1, 128, 255, 257, 512])
    func signatureLength(_ length: Int) throws {
        let error = try verify { signed in
            let signature = signed.signers[0].signature
            signed.signers[0].signature = Array((signature + signature).prefix(length))
        }
        #expect(error == .signatureInvalid)
    }

    @Test("CMS-25 a zero in front of the signature, and all zeros")
    func paddedSignature() throws {
        #expect(try verify { $0.signers[0].signature.insert(0, at: 0) } == .signatureInvalid)
        #expect(try verify { $0.signers[0].signature = [UInt8](repeating: 0, count: 256) } == .signatureInvalid)
        #expect(try verify { $0.signers[0].signature = [UInt8](repeating: 255, count: 256) } == .signatureInvalid)
    }

    @Test("SIG-07 a SHA-1 signature under the name of SHA-256, and the reverse", arguments: [TestDigest.sha1, .sha256])
    func digestConfusion(_ digest: TestDigest) throws {
        let error = try verify { signed in
            signed.signers[0].signatureDigest = digest == .sha1 ? .sha256 : .sha1
            signed.signers[0].digestAlgorithm = digest.algorithm
            signed.digestAlgorithms = [digest.algorithm]
            try signed.sign(with: authority.sha256.signer.key)
        }
        #expect(error == .signatureInvalid)
    }
}
