import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the signer: its identifier and its algorithms.
@Suite("Catalogue: the signer")
struct CatalogueSignerTests {
    @Test("Signers", arguments: count + names + fields + versions + algorithms + parameters)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    // MARK: Number of signers

    private static let spoilt: @Sendable (TestSignerInfo) -> TestSignerInfo = { signer in
        var copy = signer
        copy.signature[0] ^= 1
        return copy
    }

    /// The second SignerInfo begins where the first ends, and each has this size.
    private static func several(
        _ name: String, _ count: Int, _ first: @escaping @Sendable (TestSignerInfo) -> TestSignerInfo = { $0 },
        _ second: @escaping @Sendable (TestSignerInfo) -> TestSignerInfo = { $0 }
    ) -> CatalogueCase {
        let size = signerSize
        return .container(name, .malformed(.severalSigners, .fromEnd((count - 1) * size))) { signed in
            let signer = signed.signers[0]
            signed.signers = [first(signer)] + (1..<count).map { _ in second(signer) }
        }
    }

    private static let signerSize: Int = {
        do { return try Attack.signed(Subject.receipt.payload.encoded).signers[0].encoded.count } catch { return 0 }
    }()

    static let count: [CatalogueCase] = [
        .container("CMS-02 no signer", .malformed(.missingSigner, .fromEnd(2))) { $0.signers = [] },
        .container(
            "CMS-02 certificates alone, without content and signers",
            .malformed(.missingContent, .of(dataType, plus: dataType.count))
        ) {
            $0.content = nil
            $0.signers = []
        },
        .container("CMS-02 the field is missing", .malformed(.truncated(needed: 2, available: 0), .fromEnd(0))) {
            $0.rawFields[.signers] = []
        },
        several("CMS-03 the same signer twice", 2),
        several("CMS-03 a good one and a bad one", 2, { $0 }, spoilt),
        several("CMS-03 a bad one and a good one", 2, spoilt),
        several("CMS-03 five hundred", 500),
        .container(
            "CMS-04 a SEQUENCE of signers",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x30), .fromEnd(signerSize + 4))
        ) {
            $0.rawFields[.signers] = TestDER.sequence($0.signers.map(\.encoded))
        },
        .container(
            "CMS-04 a signer without its SET",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x30), .fromEnd(signerSize))
        ) {
            $0.rawFields[.signers] = $0.signers[0].encoded
        },
    ]

    static let dataType = TestDER.objectIdentifier(.data)

    // MARK: The signer

    private static let serial = Attack.chain.signer.serialNumber
    private static let issuer = Attack.chain.signer.issuer

    private static func named(
        _ name: String, _ verdict: CatalogueCase.Verdict, issuer: TestName = issuer, serial: [UInt8] = serial
    ) -> CatalogueCase {
        .signer(name, verdict) { $0.identifier = .issuerAndSerialNumber(issuer: issuer.encoded, serialNumber: serial) }
    }

    private static func changed(_ change: (inout TestName) -> Void) -> TestName {
        var copy = issuer
        change(&copy)
        return copy
    }

    private static let missing = CatalogueCase.Verdict.refused(.signerCertificateMissing(serialNumber: serial))
    private static let ambiguous = CatalogueCase.Verdict.refused(.signerCertificateAmbiguous(serialNumber: serial))

    private static func encodedIdentifier(_ identifier: [UInt8]) -> [UInt8] { TestDER.element(0x80, identifier) }

    static let names: [CatalogueCase] =
        [
            named("CMS-22 another serial number", .refused(.signerCertificateMissing(serialNumber: [1])), serial: [1]),
            named(
                "CMS-22 the same serial number with a zero in front",
                .refused(.signerCertificateMissing(serialNumber: [0] + serial)), serial: [0] + serial),
            named("CMS-22 another issuer", missing, issuer: TestName([.commonName("Another")])),
            .container("CMS-22 two certificates of this name and number, the attacker's first", ambiguous) {
                var impostor = Attack.chain.signer
                impostor.key = .developer
                $0.certificates.insert(try impostor.encoded(), at: 0)
            },
            .container("CMS-22 the attacker's last", ambiguous) {
                var impostor = Attack.chain.signer
                impostor.key = .developer
                $0.certificates.append(try impostor.encoded())
            },
            .container("CMS-21 the signer's certificate twice, byte for byte", ambiguous) {
                $0.certificates.append($0.certificates[0])
            },
            .signer(
                "CMS-22 named by its key",
                .malformed(.unsupportedSignerIdentifier, .of(encodedIdentifier(Attack.chain.signer.key.keyIdentifier)))
            ) { $0.identifier = .subjectKeyIdentifier(Attack.chain.signer.key.keyIdentifier) },
            .signer(
                "CMS-22 named by its key, in version 3",
                .malformed(.unsupportedSignerIdentifier, .of(encodedIdentifier([1, 2, 3])))
            ) {
                $0.version = 3
                $0.identifier = .subjectKeyIdentifier([1, 2, 3])
            },
            named(
                "CMS-23 the issuer's name in another string type", missing,
                issuer: changed { $0.relativeNames[0][0].encoding = .printable }),
            named(
                "CMS-23 the issuer's name in another case", missing,
                issuer: changed { $0.relativeNames[0][0].value = $0.relativeNames[0][0].value.lowercased() }),
            named(
                "CMS-23 the issuer's name with one part more", missing,
                issuer: changed { $0.relativeNames.append([.commonName("x")]) }),
            named(
                "CMS-23 the issuer's name with the same part twice in one SET", missing,
                issuer: changed { $0.relativeNames[0].append($0.relativeNames[0][0]) }),
            named("CMS-23 the issuer's name in another order", missing, issuer: changed { $0.relativeNames.reverse() }),
            .chain(
                "CMS-23 the signer's certificate names its issuer in another string type",
                .refused(.issuerCertificateMissing)
            ) {
                $0.signer.issuer = changed { $0.relativeNames[0][0].encoding = .printable }
            },
            .chain("CMS-23 the intermediate names the root in another string type", .about(1, { .untrustedRoot($0) })) {
                $0.intermediate?.issuer.relativeNames[1][0].encoding = .printable
            },
            .container("CMS-22 the genuine signer's name over a signature by another key", .refused(.signatureInvalid))
            {
                try $0.sign(with: TestAuthority.untrusted.sha256.signer.key)
            },
            .container(
                "CMS-22 the genuine signer's certificate in front of the one that signed",
                .about(1) { .notReceiptSigner($0) }
            ) {
                let developer = try TestAuthority.standard.issue(
                    Subject.receipt, defects: [.named("developer-certificate")])
                $0 = developer.signedData
                $0.certificates.insert(try Attack.chain.signer.encoded(), at: 0)
            },
        ]
        + [64, 65, 1_000_000].map { length in
            named(
                "CMS-22 a serial number of \(length) bytes, of which the error has 64",
                .refused(.signerCertificateMissing(serialNumber: [UInt8](repeating: 0x7F, count: 64))),
                serial: [UInt8](repeating: 0x7F, count: length))
        }

    // MARK: Versions

    static let versions: [CatalogueCase] =
        ([0, 2, 3, 4, 5, 1 << 40, -1, .min] as [Int64]).flatMap { version -> [CatalogueCase] in
            let found = FormatError.Reason.unsupportedVersion(version)
            let encoded = TestDER.integer(version)
            return [
                .container(
                    "CMS-24 SignedData of version \(version)",
                    .malformed(found, .of(encoded + TestDER.set([TestAlgorithm.sha256.encoded])))
                ) {
                    $0.version = version
                },
                .signer(
                    "CMS-24 SignerInfo of version \(version), named by issuer and number",
                    .malformed(found, .of(encoded + signerName))
                ) {
                    $0.version = version
                },
            ]
        } + [
            .container("CMS-24 a version of nine bytes", .malformed(.invalidInteger, .of(nineOctets))) {
                $0.rawFields[.version] = nineOctets
            },
            .container(
                "CMS-24 no version", .malformed(.unexpectedTag(expected: 0x02, found: 0x31), .of(TestDER.set([listed])))
            ) { $0.rawFields[.version] = [] },
        ]

    private static let nineOctets = TestDER.integer(octets: [1, 0, 0, 0, 0, 0, 0, 0, 1])
    private static let signerName = TestDER.sequence([issuer.encoded, TestDER.integer(octets: serial)])

    // MARK: Algorithms

    private static func unsupported(_ digest: TestAlgorithm, _ signature: TestAlgorithm) -> CatalogueCase.Verdict {
        .refused(
            .unsupportedAlgorithm(digest: digest.identifier.description, signature: signature.identifier.description))
    }

    private static func pair(_ name: String, _ digest: TestAlgorithm, _ signature: TestAlgorithm) -> CatalogueCase {
        .container(name, unsupported(digest, signature)) {
            $0.digestAlgorithms = [digest]
            $0.signers[0].digestAlgorithm = digest
            $0.signers[0].signatureAlgorithm = signature
        }
    }

    private static let md2 = TestAlgorithm([1, 2, 840, 113_549, 2, 2])
    private static let sha224 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 4])
    private static let unknown = TestAlgorithm([1, 3, 6, 1, 4, 1, 99_999, 1])
    private static let pss = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 10])
    private static let ed25519 = TestAlgorithm([1, 3, 101, 112], parameters: nil)

    static let algorithms: [CatalogueCase] = [
        pair("CMS-06 SHA-1 with sha256WithRSAEncryption", .sha1, .sha256WithRSAEncryption),
        pair("CMS-06 SHA-256 with sha1WithRSAEncryption", .sha256, .sha1WithRSAEncryption),
        pair("CMS-06 MD5 with rsaEncryption", .md5, .rsaEncryption),
        pair("CMS-06 MD5 with md5WithRSAEncryption", .md5, .md5WithRSAEncryption),
        pair("CMS-06 MD2", md2, .rsaEncryption), pair("CMS-06 SHA-224", sha224, .rsaEncryption),
        pair("CMS-06 SHA-384", .sha384, .sha384WithRSAEncryption), pair("CMS-06 SHA-512", .sha512, .rsaEncryption),
        pair("CMS-06 an unknown digest", unknown, .rsaEncryption),
        pair("CMS-06 an unknown signature algorithm", .sha256, unknown),
        pair("CMS-06 the digest as signature algorithm", .sha256, .sha256),
        pair("CMS-06 the signature algorithm as digest", .sha256WithRSAEncryption, .sha256WithRSAEncryption),
        pair("CMS-08 RSASSA-PSS", .sha256, pss), pair("CMS-08 ECDSA", .sha256, .ecdsaWithSHA256),
        pair("CMS-08 Ed25519", .sha512, ed25519), pair("CMS-08 Ed25519 with SHA-256", .sha256, ed25519),
    ]

    private static func with(_ algorithm: TestAlgorithm, _ parameters: [UInt8]?) -> TestAlgorithm {
        TestAlgorithm(algorithm.identifier, parameters: parameters)
    }

    private static let strange: [(name: String, octets: [UInt8])] = [
        ("garbage", TestDER.octetString([0xDE, 0xAD])), ("an empty SEQUENCE", TestDER.sequence([])),
        ("a SEQUENCE of 300 KB", TestDER.sequence([TestDER.octetString([UInt8](repeating: 0, count: 300_000))])),
        ("NULL with content", [0x05, 0x01, 0x00]), ("an object identifier", TestDER.objectIdentifier(.data)),
        ("a string", TestDER.utf8String("x")), ("a SEQUENCE cut off", [0x30, 0x01, 0x30]),
    ]

    static let parameters: [CatalogueCase] =
        strange.flatMap { strange -> [CatalogueCase] in
            let digest = with(.sha256, strange.octets)
            let signature = with(.rsaEncryption, strange.octets)
            return [
                .container(
                    "CMS-07 \(strange.name) in digestAlgorithms",
                    .malformed(.digestAlgorithms, .of(TestDER.set([digest.encoded])))
                ) {
                    $0.digestAlgorithms = [digest]
                },
                .signer("CMS-07 \(strange.name) in the signer's digest", unsupported(.sha256, .rsaEncryption)) {
                    $0.digestAlgorithm = digest
                },
                .signer("CMS-07 \(strange.name) in the signature algorithm", unsupported(.sha256, .rsaEncryption)) {
                    $0.signatureAlgorithm = signature
                },
            ]
        } + [
            .signer("CMS-07 two parameters", .malformed(.trailingBytes(2), .of(TestDER.null + TestDER.null, plus: 2))) {
                $0.signatureAlgorithm = with(.rsaEncryption, TestDER.null + TestDER.null)
            },
            .container("CMS-07 no parameters at all", .accepted) {
                $0.digestAlgorithms = [with(.sha256, nil)]
                $0.signers[0].digestAlgorithm = with(.sha256, nil)
                $0.signers[0].signatureAlgorithm = with(.sha256WithRSAEncryption, nil)
            },
        ]

    private static func digests(
        _ name: String, _ encoded: [UInt8], _ reason: FormatError.Reason = .digestAlgorithms, plus: Int = 0
    ) -> CatalogueCase {
        .container(name, .malformed(reason, .of(encoded, plus: plus))) { $0.rawFields[.digestAlgorithms] = encoded }
    }

    private static let listed = TestAlgorithm.sha256.encoded
    private static let sha1Identifier = TestDER.objectIdentifier(TestAlgorithm.sha1.identifier)

    static let digestLists: [CatalogueCase] = [
        .container(
            "CMS-05 no digest algorithm",
            .malformed(.digestAlgorithms, .of(TestDER.integer(1) + [0x31, 0x00], plus: 3))
        ) {
            $0.digestAlgorithms = []
        },
        digests("CMS-05 the same one twice", TestDER.set([listed, listed])),
        digests("CMS-05 another beside the signer's", TestDER.set([TestAlgorithm.sha1.encoded, listed])),
        digests("CMS-05 another than the signer's", TestDER.set([TestAlgorithm.sha1.encoded])),
        digests("CMS-05 a hundred thousand", TestDER.set([[UInt8]](repeating: listed, count: 100_000))),
        digests("CMS-05 a SEQUENCE", TestDER.sequence([listed]), .unexpectedTag(expected: 0x31, found: 0x30)),
        .container(
            "CMS-05 no list at all",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x30), .first(TestDER.integer(1), plus: 3))
        ) { $0.rawFields[.digestAlgorithms] = [] },
        .signer("CMS-05 the signer's is not in the list", .malformed(.digestAlgorithms, .of(TestDER.set([listed])))) {
            $0.digestAlgorithm = .sha1
        },
        digests(
            "CMS-05 an identifier without its SEQUENCE", TestDER.set([sha1Identifier]),
            .unexpectedTag(expected: 0x30, found: 0x06), plus: 2),
        digests(
            "CMS-07 two parameters in digestAlgorithms",
            TestDER.set([TestDER.sequence([sha1Identifier, TestDER.null, TestDER.null])]), .trailingBytes(2), plus: 13),
        digests(
            "DER-08 a list of indefinite length", [0x31, 0x80] + listed + [0, 0], .invalidLength(.indefinite)),
    ]

    @Test("The list of digest algorithms", arguments: digestLists)
    func digestAlgorithms(_ row: CatalogueCase) throws { try row.check() }
}
