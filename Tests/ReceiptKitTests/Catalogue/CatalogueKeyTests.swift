import Crypto
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests public keys that a receipt must not have. The signer certificate is valid except for its key, and the
/// signature matches the key if possible.
@Suite("Catalogue: keys")
struct CatalogueKeyTests {
    private static let block = CatalogueSignatureTests.block(CatalogueSignatureTests.digestInfo())
    private static let fitted = FittedKey(block)

    /// A receipt whose signer has this public key.
    private static func key(_ name: String, _ verdict: CatalogueCase.Verdict, _ publicKey: [UInt8]) -> CatalogueCase {
        .chain(name, verdict) { $0.signer.subjectPublicKeyInfo = publicKey }
    }

    private static func exponent(_ name: String, _ exponent: [UInt8], _ verdict: CatalogueCase.Verdict = unreadable)
        -> CatalogueCase
    {
        key(name, verdict, FittedKey.publicKey(modulus: [0] + fitted.modulus, exponent: exponent))
    }

    private static func modulus(_ name: String, _ modulus: [UInt8], _ verdict: CatalogueCase.Verdict) -> CatalogueCase {
        key(name, verdict, FittedKey.publicKey(modulus: modulus))
    }

    private static let unreadable = CatalogueCase.Verdict.refused(.malformedCertificate(.signer))
    private static let wrongKey = CatalogueCase.Verdict.refused(.certificateKey(.signer))

    static let exponents: [CatalogueCase] = [
        exponent("SIG-04 exponent 1", [1]), exponent("SIG-04 exponent 0", [0]), exponent("SIG-04 exponent 4", [4]),
        exponent("SIG-04 exponent 65536", [1, 0, 0]), exponent("SIG-04 exponent 2^33 + 1", [2, 0, 0, 0, 1]),
        exponent("SIG-04 negative exponent", [0xFD]), exponent("SIG-04 empty exponent", []),
        exponent("SIG-04 padded exponent", [0, 3]),
        exponent("SIG-04 an exponent above the modulus", [1] + fitted.modulus + [1]),
    ]

    /// Keys of a size, with a matching signature.
    static func sized(_ name: String, _ bits: Int, _ verdict: CatalogueCase.Verdict) -> CatalogueCase {
        let octets = (bits + 7) / 8
        let block = CatalogueSignatureTests.block(CatalogueSignatureTests.digestInfo(), octets: octets)
        return CatalogueCase(
            testDescription: name, bytes: { try CatalogueSignatureTests.receipt(block, bits: bits) }, verdict: verdict)
    }

    /// An intermediate that has a key of this size and signed the signer certificate.
    private static func issuer(_ name: String, _ bits: Int, _ verdict: CatalogueCase.Verdict) -> CatalogueCase {
        .chain(name, verdict) { chain in
            let info = CatalogueSignatureTests.digestInfo(
                TestDER.null, TestDigest.sha256.hash(chain.signer.toBeSigned))
            let key = FittedKey(CatalogueSignatureTests.block(info, octets: (bits + 7) / 8), bits: bits)
            chain.intermediate?.subjectPublicKeyInfo = key.publicKey
            chain.signer.signature = key.signature
        }
    }

    private static let wrongIssuerKey = CatalogueCase.Verdict.refused(.certificateKey(.intermediate))
    static let issuers: [CatalogueCase] = [
        issuer("an intermediate of 2048 bits", 2_048, .accepted),
        issuer("an intermediate of 4096 bits", 4_096, .accepted),
        issuer("SIG-05 an intermediate of 4097 bits", 4_097, wrongIssuerKey),
        issuer("SIG-05 an intermediate of 8192 bits", 8_192, wrongIssuerKey),
    ]

    static let sizes: [CatalogueCase] = [
        sized("SIG-05 1024 bits", 1_024, unreadable), sized("SIG-05 2040 bits", 2_040, unreadable),
        sized("SIG-05 2041 bits, which fill 256 bytes", 2_041, unreadable),
        sized("SIG-05 2047 bits", 2_047, unreadable),
        sized("2048 bits", 2_048, .accepted), sized("3072 bits", 3_072, .accepted),
        sized("4096 bits", 4_096, .accepted),
        sized("SIG-05 4097 bits", 4_097, wrongKey), sized("SIG-05 8192 bits", 8_192, wrongKey),
        sized("SIG-05 8200 bits", 8_200, unreadable), sized("SIG-05 16384 bits", 16_384, unreadable),
        modulus("SIG-05 even modulus", [0] + fitted.modulus.dropLast() + [fitted.modulus[255] & 0xFE], unreadable),
        modulus("SIG-05 negative modulus", fitted.modulus, unreadable),
        modulus("SIG-05 modulus 0", [0], unreadable), modulus("SIG-05 empty modulus", [], unreadable),
        modulus("SIG-05 padded modulus", [0, 0] + fitted.modulus, unreadable),
        .chain(
            "SIG-05 a million bits",
            .malformed(.limitExceeded(.certificateSize, allowed: 8_192), .of(certificateOfAMillionBits))
        ) { $0.signer.subjectPublicKeyInfo = millionBits },
    ]

    private static let millionBits = FittedKey.publicKey(modulus: [UInt8](repeating: 0x7F, count: 125_000))
    private static let certificateOfAMillionBits: [UInt8] = {
        var signer = Attack.chain.signer
        signer.subjectPublicKeyInfo = millionBits
        do { return try signer.encoded() } catch { return [] }
    }()

    // MARK: Malformed SubjectPublicKeyInfo

    private static let rsa = TestAlgorithm.rsaEncryption
    private static func info(_ algorithm: [UInt8], _ bits: [UInt8]) -> [UInt8] { TestDER.sequence([algorithm, bits]) }
    private static let good = Attack.chain.signer.key.publicKey

    static let malformed: [(name: String, info: [UInt8])] = [
        ("an empty SEQUENCE", TestDER.sequence([])),
        ("no algorithm", TestDER.sequence([TestDER.bitString(good)])),
        ("no key", TestDER.sequence([rsa.encoded])),
        ("an empty key", info(rsa.encoded, TestDER.bitString([]))),
        ("a key that is not a SEQUENCE", info(rsa.encoded, TestDER.bitString(TestDER.octetString(good)))),
        ("a key cut off", info(rsa.encoded, TestDER.bitString(Array(good.dropLast())))),
        (
            "a modulus without an exponent",
            info(rsa.encoded, TestDER.bitString(TestDER.sequence([TestDER.integer(octets: [0] + fitted.modulus)])))
        ),
        (
            "three numbers",
            info(
                rsa.encoded,
                TestDER.bitString(
                    TestDER.sequence([
                        TestDER.integer(octets: [0] + fitted.modulus), TestDER.integer(3), TestDER.integer(1),
                    ])))
        ),
        ("an OCTET STRING for the BIT STRING", info(rsa.encoded, TestDER.octetString(good))),
        (
            "an unknown algorithm",
            info(TestAlgorithm([1, 3, 6, 1, 4, 1, 99_999]).encoded, TestDER.bitString(good))
        ),
        (
            "garbage as the algorithm's parameters",
            info(TestAlgorithm(rsa.identifier, parameters: TestDER.octetString([1])).encoded, TestDER.bitString(good))
        ),
        ("random bytes", info(rsa.encoded, TestDER.bitString((0..<270).map { UInt8(truncatingIfNeeded: $0 &* 167) }))),
    ]

    @Test("SIG-06 a malformed key in the signer's or the intermediate's certificate", arguments: malformed.indices)
    func malformedKey(_ index: Int) throws {
        let info = Self.malformed[index].info
        try CatalogueCase.chain("signer", Self.unreadable) { $0.signer.subjectPublicKeyInfo = info }.check()
        try CatalogueCase.chain("intermediate", .refused(.malformedCertificate(.intermediate))) {
            $0.intermediate?.subjectPublicKeyInfo = info
        }.check()
    }

    @Test("SIG-06 a malformed key in a certificate that is not used is never read", arguments: malformed.indices)
    func unusedKey(_ index: Int) throws {
        let info = Self.malformed[index].info
        try CatalogueCase.chain("root in the certificate set", .accepted) { $0.root?.subjectPublicKeyInfo = info }
            .check()
    }

    static let surplus: [CatalogueCase] = [
        key("DER-12 a byte behind the key", unreadable, info(rsa.encoded, TestDER.bitString(good + [0]))),
        key(
            "DER-12 NULL behind SubjectPublicKeyInfo's BIT STRING", unreadable,
            TestDER.sequence([rsa.encoded, TestDER.bitString(good), TestDER.null])),
        key(
            "DER-23 the key's BIT STRING with an unused bit", unreadable,
            info(rsa.encoded, TestDER.bitString(good, unusedBits: 1))),
        key(
            "DER-23 the key's BIT STRING with eight unused bits", unreadable,
            info(rsa.encoded, TestDER.bitString(good, unusedBits: 8))),
        key(
            "DER-23 the key's BIT STRING empty, with an unused bit", unreadable,
            info(rsa.encoded, TestDER.bitString([], unusedBits: 1))),
    ]

    // MARK: Other keys than RSA

    private static let p256 = TestAlgorithm(
        [1, 2, 840, 10_045, 2, 1], parameters: TestDER.objectIdentifier([1, 2, 840, 10_045, 3, 1, 7]))
    private static let p384 = TestAlgorithm(
        [1, 2, 840, 10_045, 2, 1], parameters: TestDER.objectIdentifier([1, 3, 132, 0, 34]))
    private static let explicit = TestAlgorithm(
        [1, 2, 840, 10_045, 2, 1], parameters: TestDER.sequence([TestDER.integer(1)]))
    private static let ecKey = P256.Signing.PrivateKey()
    private static let point = Array(ecKey.publicKey.x963Representation)

    static let curves: [CatalogueCase] = [
        key("SIG-09 a key on P-256", wrongKey, info(p256.encoded, TestDER.bitString(point))),
        key(
            "SIG-09 a key on P-384", wrongKey,
            info(p384.encoded, TestDER.bitString(Array(P384.Signing.PrivateKey().publicKey.x963Representation)))),
        key(
            "SIG-09 a point that is not on the curve", unreadable,
            info(p256.encoded, TestDER.bitString(point.dropLast() + [point[64] ^ 1]))),
        key("SIG-09 the point at infinity", unreadable, info(p256.encoded, TestDER.bitString([0]))),
        key(
            "SIG-09 a compressed point", unreadable,
            info(p256.encoded, TestDER.bitString(Array(ecKey.publicKey.compressedRepresentation)))),
        key("SIG-09 a curve by explicit parameters", unreadable, info(explicit.encoded, TestDER.bitString(point))),
        key("SIG-09 a key of P-256 under the name of P-384", unreadable, info(p384.encoded, TestDER.bitString(point))),
    ]

    /// ECDSA signatures, with the ASN.1 of RFC 3279 section 2.2.3. None is examined: the algorithm's identifier is
    /// rejected.
    private static func ecdsa(_ name: String, _ r: [UInt8], _ s: [UInt8]) -> CatalogueCase {
        CatalogueCase(
            testDescription: name,
            bytes: {
                var chain = Attack.chain
                chain.signer.subjectPublicKeyInfo = info(p256.encoded, TestDER.bitString(point))
                var signed = try TestSignedData(
                    content: CatalogueSignatureTests.content, chain: chain, digest: .sha256,
                    signatureAlgorithm: .ecdsaWithSHA256)
                signed.signers[0].signature = TestDER.sequence([TestDER.integer(octets: r), TestDER.integer(octets: s)])
                return signed.encoded
            },
            verdict: .refused(.unsupportedAlgorithm(digest: "2.16.840.1.101.3.4.2.1", signature: "1.2.840.10045.4.3.2"))
        )
    }

    private static let order = CatalogueKeyTests.hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
    private static func hex(_ text: String) -> [UInt8] { TestText.bytes(hexadecimal: text) ?? [] }

    static let signatures: [CatalogueCase] = [
        ecdsa("SIG-08 ECDSA with r = s = 0", [0], [0]), ecdsa("SIG-08 ECDSA with r = 0", [0], [1]),
        ecdsa("SIG-08 ECDSA with s = the order", [1], [0] + order),
        ecdsa("SIG-08 ECDSA with a negative r", [0xFF], [1]),
        ecdsa("SIG-08 ECDSA with a padded r", [0, 1], [1]),
        ecdsa("SIG-08 ECDSA with 34 bytes", [UInt8](repeating: 1, count: 34), [1]),
    ]

    @Test("Keys", arguments: exponents + sizes + issuers + surplus + curves + signatures)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    @Test("SIG-08, SIG-10 a valid ECDSA signature, and its second form, are rejected by the algorithm's name")
    func rightSignature() throws {
        let refusal = VerificationError.unsupportedAlgorithm(
            digest: "2.16.840.1.101.3.4.2.1", signature: "1.2.840.10045.4.3.2")
        var chain = Attack.chain
        chain.signer.subjectPublicKeyInfo = Self.info(Self.p256.encoded, TestDER.bitString(Self.point))
        var signed = try TestSignedData(
            content: CatalogueSignatureTests.content, chain: chain, digest: .sha256,
            signatureAlgorithm: .ecdsaWithSHA256)
        let signature = try Self.ecKey.signature(for: CatalogueSignatureTests.content)
        signed.signers[0].signature = Array(signature.derRepresentation)
        #expect(try Attack.error(signed.encoded) == refusal)
        // If labelled as RSA, the key is rejected instead.
        signed.signers[0].signatureAlgorithm = .rsaEncryption
        #expect(try Attack.error(signed.encoded) == .certificateKey(.signer))
    }
}
