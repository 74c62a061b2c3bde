import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Extensions that are not understood, and key identifiers.
extension CatalogueChainTests {
    private static let unknownExtension = TestExtension(
        [1, 3, 6, 1, 4, 1, 99_999, 1], isCritical: true, value: TestDER.null)

    private static func unknown(
        _ position: VerificationError.ChainPosition, _ identifier: String = "1.3.6.1.4.1.99999.1"
    )
        -> CatalogueCase.Verdict
    {
        .refused(.criticalExtension(position, identifier))
    }

    static let critical: [CatalogueCase] =
        [
            signer("CHN-13 an unknown critical extension in the signer", unknown(.signer)) {
                $0.extensions.append(unknownExtension)
            },
            intermediate("CHN-13 an unknown critical extension in the intermediate", unknown(.intermediate)) {
                $0.extensions.append(unknownExtension)
            },
            signer(
                "DER-20 a critical identifier of thousands of bytes, of which the error has 64",
                unknown(.signer, "1.2" + String(repeating: ".1234567", count: 7) + ".1234…")
            ) {
                let arcs = [UInt64](repeating: 1_234_567, count: 1_500)
                $0.extensions.append(TestExtension(TestOID([1, 2] + arcs), isCritical: true, value: []))
            },
            signer(
                "DER-20 a critical identifier of 65 characters, of which the error has 64",
                unknown(.signer, "1.2" + String(repeating: ".1234567", count: 7) + ".1234…")
            ) {
                let arcs = [UInt64](repeating: 1_234_567, count: 7) + [12_345]
                $0.extensions.append(TestExtension(TestOID([1, 2] + arcs), isCritical: true, value: []))
            },
            root("CHN-13 an unknown critical extension in the root", unknown(.root)) {
                $0.extensions.append(unknownExtension)
            },
            signer("CHN-13 a critical extended key usage, which nothing here evaluates", unknown(.signer, "2.5.29.37"))
            {
                $0.extensions.append(.extendedKeyUsage([[1, 3, 6, 1, 5, 5, 7, 3, 3]], isCritical: true))
            },
            intermediate("CHN-13 policy constraints that are empty", unknown(.intermediate, "2.5.29.36")) {
                $0.extensions.append(TestExtension([2, 5, 29, 36], isCritical: true, value: TestDER.sequence([])))
            },
            intermediate("CHN-21 name constraints", .refused(.nameConstraints(.intermediate))) {
                $0.extensions.append(.nameConstraints(permittedDNSName: "example.com"))
            },
            intermediate("CHN-21 name constraints that are not critical", .refused(.nameConstraints(.intermediate))) {
                $0.extensions.append(constraints(1))
            },
            intermediate("CHN-21 three hundred name constraints", .refused(.nameConstraints(.intermediate))) {
                $0.extensions.append(constraints(300))
            },
            intermediate("CHN-21 name constraints that cannot be read", .refused(.nameConstraints(.intermediate))) {
                $0.extensions.append(TestExtension([2, 5, 29, 30], value: [0xFF]))
            },
            signer("CHN-21 name constraints in the signer", .refused(.nameConstraints(.signer))) {
                $0.extensions.append(constraints(1))
            },
            root("CHN-21 name constraints in the root", .refused(.nameConstraints(.root))) {
                $0.extensions.append(constraints(1))
            },
        ]
        + [true, false].flatMap { isCritical in
            // RFC 5280 requires these to be critical, and the library doesn't process them. They must also be rejected
            // if the issuer didn't mark them as critical (x509-limbo `rfc5280::pc::ica-noncritical-pc`).
            [
                // PolicyConstraints ::= SEQUENCE { requireExplicitPolicy [0] INTEGER OPTIONAL, … } (section 4.2.1.11)
                (TestOID([2, 5, 29, 36]), "2.5.29.36", [0x30, 0x03, 0x80, 0x01, 0x00]),
                // InhibitAnyPolicy ::= INTEGER (section 4.2.1.14)
                (TestOID([2, 5, 29, 54]), "2.5.29.54", [0x02, 0x01, 0x00]),
            ].map { (identifier: TestOID, name: String, value: [UInt8]) in
                intermediate("CHN-13 \(name), critical: \(isCritical)", unknown(.intermediate, name)) {
                    $0.extensions.append(TestExtension(identifier, isCritical: isCritical, value: value))
                }
            }
        }

    private static func constraints(_ count: Int) -> TestExtension {
        let subtree = TestDER.sequence([TestDER.element(0x82, Array("a.example".utf8))])
        let subtrees = [UInt8](copies: count, of: subtree)
        return TestExtension([2, 5, 29, 30], value: TestDER.sequence([TestDER.context(0, subtrees)]))
    }

    // MARK: Names and key identifiers

    private static let authorityKeyIdentifier: TestOID = [2, 5, 29, 35]

    static let names: [CatalogueCase] = [
        signer("CHN-18 the signer's issuer is not the intermediate's subject", .refused(.issuerCertificateMissing)) {
            $0.issuer = TestName([.commonName("Another")])
        },
        intermediate("CHN-18 the intermediate's issuer is not the root's subject", .about(1) { .untrustedRoot($0) }) {
            $0.issuer = TestName([.commonName("Another")])
        },
        signer("CHN-18 the signer names another key of its issuer", .refused(.keyIdentifier(.signer))) {
            $0.put(.authorityKeyIdentifier([1, 2, 3]))
        },
        intermediate("CHN-18 the intermediate names another key of the root", .about(1) { .untrustedRoot($0) }) {
            $0.put(.authorityKeyIdentifier([1, 2, 3]))
        },
        intermediate("CHN-18 the intermediate says that its key is another", .refused(.keyIdentifier(.signer))) {
            $0.put(.subjectKeyIdentifier([1, 2, 3]))
        },
        signer("CHN-18 the intermediate's name, and another key signed", .refused(.certificateSignature(.signer))) {
            $0.issuerKey = .untrustedIntermediate
        },
        intermediate("CHN-18 the root's name, and another key signed", .about(1) { .untrustedRoot($0) }) {
            $0.issuerKey = .untrustedRoot
        },
        signer("a signer that another key signed isn't decoded", .refused(.certificateSignature(.signer))) {
            ($0.issuerKey, $0.subjectPublicKeyInfo) = (.untrustedIntermediate, CatalogueKeyTests.malformed[0].info)
        },
        intermediate("an intermediate that another key signed isn't decoded", .about(1) { .untrustedRoot($0) }) {
            ($0.issuerKey, $0.subjectPublicKeyInfo) = (.untrustedRoot, CatalogueKeyTests.malformed[0].info)
        },
        signer("CHN-18 neither names a key", .accepted) { $0.extensions.remove(authorityKeyIdentifier) },
        CatalogueCase(
            testDescription: "CHN-18 an intermediate beside its cross-signed copy",
            bytes: {
                var signed = try Attack.signed(Subject.receipt.payload.encoded)
                var copy = try #require(Attack.chain.intermediate)
                (copy.issuer, copy.issuerKey) = (TestName([.commonName("Another root")]), .untrustedRoot)
                signed.certificates.append(try copy.encoded())
                return signed.encoded
            }, verdict: .refused(.issuerCertificateAmbiguous)),
    ]
}
