import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the properties of three certificates that form a receipt's chain: markers, authority, key usage, versions.
@Suite("Catalogue: the chain")
struct CatalogueChainTests {
    @Test("Chains", arguments: markers + authority + form + critical + names)
    func chain(_ row: CatalogueCase) throws { try row.check() }

    // MARK: Markers

    private static let notSigner = CatalogueCase.Verdict.about(0) { .notReceiptSigner($0) }
    private static let notIssuer = CatalogueCase.Verdict.about(1) { .notReceiptIssuer($0) }

    /// A signer certificate with other extensions in place of its marker.
    private static func marked(_ name: String, _ verdict: CatalogueCase.Verdict = notSigner, _ others: TestExtension...)
        -> CatalogueCase
    {
        .chain(name, verdict) {
            $0.signer.extensions.remove(.receiptSignerMarker)
            $0.signer.extensions += others
        }
    }

    private static func issuer(_ name: String, _ other: TestOID?) -> CatalogueCase {
        .chain(name, notIssuer) {
            $0.intermediate?.extensions.remove(.receiptIssuerMarker)
            if let other { $0.intermediate?.extensions.append(.marker(other)) }
        }
    }

    private static func apple(_ arcs: UInt64...) -> TestOID { TestOID([1, 2, 840, 113_635, 100] + arcs) }

    static let markers: [CatalogueCase] = [
        .chain("CHN-04 a developer's certificate of the same intermediate", notSigner) {
            guard let intermediate = $0.intermediate else { return }
            $0.signer = .developer(issuedBy: intermediate)
        },
        marked("CHN-04 no marker"),
        .chain("CHN-04 the signer's marker on the intermediate instead", notSigner) {
            $0.signer.extensions.remove(.receiptSignerMarker)
            $0.intermediate?.extensions.append(.marker(.receiptSignerMarker))
        },
        marked("CHN-04 the marker as an extended key usage", notSigner, .extendedKeyUsage([.receiptSignerMarker])),
        .chain("CHN-04 the marker as a certificate policy", notSigner) {
            $0.signer.extensions.remove(.receiptSignerMarker)
            $0.signer.put(.certificatePolicies([.receiptSignerMarker]))
        },
        marked("CHN-04 the near identifier 6.11", notSigner, .marker(apple(6, 11))),
        marked("CHN-04 the near identifier 6.11.1.1", notSigner, .marker(apple(6, 11, 1, 1))),
        marked("CHN-04 the near identifier 6.11.10", notSigner, .marker(apple(6, 11, 10))),
        marked("CHN-04 the near identifier 6.1.11", notSigner, .marker(apple(6, 1, 11))),
        marked(
            "CHN-04 the near identifier 6.11.129, which ends in the same byte", notSigner, .marker(apple(6, 11, 129))),
        marked(
            "CHN-04 the marker inside another extension", notSigner,
            TestExtension([1, 2, 3], value: TestExtension.marker(.receiptSignerMarker).encoded)),
        marked("CHN-04 the intermediate's marker", notSigner, .marker(.receiptIssuerMarker)),
        issuer("CHN-05 no marker on the intermediate", nil),
        issuer("CHN-05 the intermediate of Developer ID", apple(6, 2, 6)),
        issuer("CHN-05 the intermediate of Apple's applications", apple(6, 2, 3)),
        issuer("CHN-05 the intermediate with the signer's marker", .receiptSignerMarker),
        issuer("CHN-05 the near identifier 6.2.1.1", apple(6, 2, 1, 1)),
        issuer("CHN-05 the near identifier 6.2", apple(6, 2)),
        // Only the presence of the marker matters, because Apple documents no value. If it occurs twice or is critical,
        // the certificate is rejected anyway.
        marked(
            "CHN-06 a marker with garbage for its value", .accepted,
            TestExtension(.receiptSignerMarker, value: [0xDE, 0xAD])),
        marked("CHN-06 a marker with an empty value", .accepted, TestExtension(.receiptSignerMarker, value: [])),
        marked(
            "CHN-06 the marker twice", .refused(.malformedCertificate(.signer)), .marker(.receiptSignerMarker),
            .marker(.receiptSignerMarker)),
        marked(
            "CHN-06 a critical marker", .refused(.criticalExtension(.signer, "1.2.840.113635.100.6.11.1")),
            TestExtension(.receiptSignerMarker, isCritical: true, value: TestDER.null)),
        .chain("CHN-06 the intermediate's marker twice", .refused(.malformedCertificate(.intermediate))) {
            $0.intermediate?.extensions.append(.marker(.receiptIssuerMarker))
        },
    ]

    // MARK: Authority and key usage

    private static let notAuthority = CatalogueCase.Verdict.refused(.notCertificateAuthority(.intermediate))
    private static let basicConstraints: TestOID = [2, 5, 29, 19]
    private static let keyUsage: TestOID = [2, 5, 29, 15]

    static func intermediate(
        _ name: String, _ verdict: CatalogueCase.Verdict, _ change: @escaping @Sendable (inout TestCertificate) -> Void
    ) -> CatalogueCase { .certificate(name, .intermediate, verdict, change) }

    static func signer(
        _ name: String, _ verdict: CatalogueCase.Verdict, _ change: @escaping @Sendable (inout TestCertificate) -> Void
    ) -> CatalogueCase { .certificate(name, .signer, verdict, change) }

    static func root(
        _ name: String, _ verdict: CatalogueCase.Verdict, _ change: @escaping @Sendable (inout TestCertificate) -> Void
    ) -> CatalogueCase { .certificate(name, .root, verdict, change) }

    static let authority: [CatalogueCase] = [
        intermediate("CHN-08 an intermediate that is not an authority", notAuthority) {
            $0.put(.basicConstraints(isAuthority: false))
        },
        intermediate("CHN-08 an intermediate without basic constraints", notAuthority) {
            $0.extensions.remove(basicConstraints)
        },
        intermediate("CHN-08 basic constraints that are not critical", notAuthority) {
            $0.put(.basicConstraints(isAuthority: true, pathLength: 0, isCritical: false))
        },
        intermediate("CHN-08 basic constraints that cannot be read", .refused(.malformedCertificate(.intermediate))) {
            $0.put(TestExtension(basicConstraints, isCritical: true, value: [0x04, 0x00]))
        },
        root("CHN-08 a root without basic constraints", .refused(.notCertificateAuthority(.root))) {
            $0.extensions.remove(basicConstraints)
        },
        signer("CHN-08 a signer without basic constraints", .accepted) { $0.extensions.remove(basicConstraints) },
        signer("CHN-07 a signer that is an authority", .refused(.signerIsCertificateAuthority)) {
            $0.put(.basicConstraints(isAuthority: true))
        },
        intermediate("CHN-09 an intermediate that may not sign certificates", .refused(.keyUsage(.intermediate))) {
            $0.put(.keyUsage([.cRLSign]))
        },
        intermediate("CHN-09 an intermediate without key usage", .refused(.keyUsage(.intermediate))) {
            $0.extensions.remove(keyUsage)
        },
        intermediate("CHN-09 an intermediate with an empty key usage", .refused(.keyUsage(.intermediate))) {
            $0.put(.keyUsage([]))
        },
        signer("CHN-09 a signer that may not sign content", .refused(.keyUsage(.signer))) {
            $0.put(.keyUsage([.cRLSign]))
        },
        signer("CHN-09 a signer that may sign certificates alone", .refused(.keyUsage(.signer))) {
            $0.put(.keyUsage([.keyCertSign]))
        },
        signer("CHN-09 a signer without key usage", .accepted) { $0.extensions.remove(keyUsage) },
        root("CHN-09 a root that may not sign certificates", .refused(.keyUsage(.root))) {
            $0.put(.keyUsage([.cRLSign]))
        },
        root("CHN-11 a root that allows no intermediate", .refused(.pathLength(.root))) {
            $0.put(.basicConstraints(isAuthority: true, pathLength: 0))
        },
        root("CHN-11 a root that allows one intermediate", .accepted) {
            $0.put(.basicConstraints(isAuthority: true, pathLength: 1))
        },
        intermediate("CHN-11 a negative path length", .refused(.pathLength(.intermediate))) {
            $0.put(.basicConstraints(isAuthority: true, pathLength: -1))
        },
        intermediate("CHN-11 a path length of nine bytes", .refused(.malformedCertificate(.intermediate))) {
            $0.put(
                TestExtension(
                    basicConstraints, isCritical: true,
                    value: TestDER.sequence([
                        TestDER.boolean(true), TestDER.integer(octets: [1] + [UInt8](repeating: 0, count: 8)),
                    ])))
        },
    ]

    // MARK: Version, serial number, algorithms

    static let form: [CatalogueCase] = [
        intermediate("CHN-10 an intermediate of version 1", .refused(.certificateVersion(.intermediate, found: 1))) {
            $0.version = 1
            $0.extensions = []
        },
        intermediate(
            "CHN-10 an intermediate of version 1 with the extensions of version 3",
            .refused(.certificateVersion(.intermediate, found: 1))
        ) { $0.version = 1 },
        intermediate("CHN-10 an intermediate of version 2", .refused(.certificateVersion(.intermediate, found: 2))) {
            $0.version = 2
            $0.extensions = []
        },
        signer("CHN-10 a signer of version 1", .refused(.certificateVersion(.signer, found: 1))) {
            $0.version = 1
            $0.extensions = []
        },
        signer("CHN-10 a signer of version 2", .refused(.certificateVersion(.signer, found: 2))) {
            $0.version = 2
            $0.extensions = []
        },
        signer("CHN-10 a signer of version 4", .refused(.malformedCertificate(.signer))) { $0.version = 4 },
        signer("CHN-14 a signer with two algorithms", .refused(.certificateAlgorithm(.signer))) {
            $0.signatureAlgorithm = .sha384WithRSAEncryption
        },
        intermediate("CHN-14 an intermediate with two algorithms", .refused(.certificateAlgorithm(.intermediate))) {
            $0.outerSignatureAlgorithm = .sha512WithRSAEncryption
        },
        signer("CHN-14 the same algorithm, once without NULL", .refused(.certificateAlgorithm(.signer))) {
            $0.outerSignatureAlgorithm.parameters = nil
        },
        signer("CHN-16 an unused bit in the signature", .refused(.malformedCertificate(.signer))) {
            $0.signatureUnusedBits = 1
        },
        intermediate(
            "CHN-16 an unused bit in the intermediate's signature", .refused(.malformedCertificate(.intermediate))
        ) { $0.signatureUnusedBits = 1 },
        serial("CHN-20 serial number 0", [0], .refused(.serialNumber(.signer))),
        serial("CHN-20 a negative serial number", [0x80], .refused(.malformedCertificate(.signer))),
        serial(
            "CHN-20 a serial number of 21 bytes", [UInt8](repeating: 0x11, count: 21), .refused(.serialNumber(.signer))
        ),
        serial(
            "CHN-20 a serial number of 51 bytes", [UInt8](repeating: 0x11, count: 51), .refused(.serialNumber(.signer))
        ),
        serial("CHN-20 a serial number of 20 bytes", [UInt8](repeating: 0x11, count: 20), .accepted),
        serial("CHN-20 an empty serial number", [], .refused(.malformedCertificate(.signer))),
        intermediate("CHN-20 serial number 0 of the intermediate", .refused(.serialNumber(.intermediate))) {
            $0.serialNumber = [0]
        },
        signer("CHN-20 an identifier that makes the issuer unique", .refused(.malformedCertificate(.signer))) {
            $0.rawFields[.extensions] = uniqueIdentifier(0x81, of: $0)
        },
        signer("CHN-20 one that makes the subject unique", .refused(.malformedCertificate(.signer))) {
            $0.rawFields[.extensions] = uniqueIdentifier(0x82, of: $0)
        },
    ]

    private static func serial(_ name: String, _ octets: [UInt8], _ verdict: CatalogueCase.Verdict) -> CatalogueCase {
        signer(name, verdict) { $0.serialNumber = octets }
    }

    /// issuerUniqueID [1] or subjectUniqueID [2] IMPLICIT BIT STRING, which come before the extensions.
    private static func uniqueIdentifier(_ tag: UInt8, of certificate: TestCertificate) -> [UInt8] {
        TestDER.element(tag, [0, 1, 2]) + TestDER.context(3, TestDER.sequence(certificate.extensions.map(\.encoded)))
    }
}
