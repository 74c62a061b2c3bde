import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests ECDSA-signed certificates: their signature has a second form, (r, n - s), which can be computed without the
/// key.
@Suite("Catalogue: distrusted keys of JWS")
struct CatalogueDistrustJWSTests {
    private static let chain = TestAuthority.standard.jws
    private static let now = JWSSubject.now(.transaction)

    private static func verifier(distrusting keys: Set<Fingerprint>) throws -> ReceiptVerifier {
        try JWSSubject.verifier { $0.distrustedKeys = keys }
    }

    /// Returns a certificate with the second form of its signature.
    private static func reencoded(_ certificate: TestCertificate) throws -> TestCertificate {
        var certificate = certificate
        certificate.signature =
            try certificate.issuerKey
            .ecdsaSignature(over: certificate.toBeSigned, digest: certificate.signatureDigest).otherForm.der
        return certificate
    }

    @Test("CHN-24 a certificate with the second form of its ECDSA signature is still distrusted", arguments: [0, 1])
    func reencodedSignature(_ place: Int) throws {
        var jws = try TestAuthority.standard.issue(TestJWSContent.example(.transaction)).jws
        var certificates = try Self.chain.certificates.map { try $0.encoded() }
        let original = certificates[place]
        certificates[place] = try Self.reencoded(Self.chain.certificates[place]).encoded()
        #expect(certificates[place] != original)
        jws.setCertificates(certificates.map(TestText.base64))
        try jws.sign(with: Self.chain.signer.key)
        let text = jws.text
        #expect(try Self.verifier(distrusting: []).verify(transaction: text, at: Self.now).transactionID != "")
        let key = try Attack.keyFingerprint(Self.chain.certificates[place])
        let verifier = try Self.verifier(distrusting: [key])
        for _ in 0..<2 {
            let error = verificationError { _ = try verifier.verify(transaction: text, at: Self.now) }
            #expect(error == .distrusted(place == 0 ? .signer : .intermediate, key))
        }
    }

    @Test(
        "CHN-24 each position of the chain, of every kind of JWS, alone and nested",
        arguments: [(0, VerificationError.ChainPosition.signer), (1, .intermediate), (2, .root)])
    func kinds(_ place: Int, _ position: VerificationError.ChainPosition) throws {
        let key = try Attack.keyFingerprint(Self.chain.certificates[place])
        for kind in TestJWSKind.allCases {
            let text = try TestAuthority.standard.sign(TestJWSContent.example(kind))
            let verifier = try Self.verifier(distrusting: [key])
            for _ in 0..<2 {
                let error = verificationError {
                    _ = try JWSSubject.verify(text, as: kind, verifier, at: JWSSubject.now(kind))
                }
                #expect(error == .distrusted(position, key), "\(kind)")
            }
        }
    }

    @Test("CHN-24 Xcode's own key, of receipts and of JWS")
    func xcode() throws {
        let xcode = TestAuthority.xcode
        let key = try Attack.keyFingerprint(xcode.jws.signer)
        let receiptKey = try Attack.keyFingerprint(xcode.sha256.signer)
        var policy = try ReceiptPolicy(
            bundleIdentifiers: .any, device: .unchecked,
            trust: .xcode([try xcode.jws.signer.encoded(), try xcode.sha256.signer.encoded()]))
        policy.distrustedKeys = [key, receiptKey]
        let verifier = ReceiptVerifier(policy: policy)
        let jws = try xcode.sign(TestTransaction(environment: .xcode))
        let receipt = try xcode.sign(XcodeModeTests.receipt)
        let now = Date.utc(2026, 1, 1)
        #expect(
            verificationError { _ = try verifier.verify(transaction: jws, at: now) } == .distrusted(.signer, key))
        #expect(verificationError { _ = try verifier.verify(receipt, at: now) } == .distrusted(.signer, receiptKey))
    }
}
