import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("The fingerprint of a certificate's key")
struct KeyFingerprintTests {
    static let certificates = [
        TestAuthority.standard.sha256, TestAuthority.standard.jws, TestAuthority.xcode.jws,
    ]
    .flatMap(\.certificates)

    @Test("is the hash of the SubjectPublicKeyInfo as encoded in the certificate")
    func key() throws {
        for certificate in Self.certificates {
            let key = Fingerprint(of: certificate.key.subjectPublicKeyInfo)
            #expect(try Fingerprint(ofKeyIn: certificate.encoded()) == key)
        }
    }

    @Test("uses the certificate's own encoding, whatever another encoder would write")
    func encoding() throws {
        var certificate = try #require(Attack.chain.intermediate)
        var algorithm = TestAlgorithm.rsaEncryption
        algorithm.parameters = nil
        let plain = TestDER.sequence([algorithm.encoded, TestDER.bitString(certificate.key.publicKey)])
        certificate.subjectPublicKeyInfo = plain
        #expect(try Fingerprint(ofKeyIn: certificate.encoded()) == Fingerprint(of: plain))
    }

    @Test("is nil for what is not a certificate", arguments: [[], [1, 2, 3], [0x30, 0x00], [0x30, 0x80, 0, 0]])
    func none(_ bytes: [UInt8]) throws {
        #expect(Fingerprint(ofKeyIn: bytes) == nil)
        let certificate = try Attack.chain.anchor.encoded()
        #expect(Fingerprint(ofKeyIn: certificate.dropLast()) == nil)
        #expect(Fingerprint(ofKeyIn: certificate + [0]) == nil)
    }
}
