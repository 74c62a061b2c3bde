import BenchmarkCases
import ReceiptKitTesting

/// Every part of a certificate that can be filled, in a chain that doesn't lead to the trusted root.
extension HostilePart {
    static let certificates: [HostilePart] = parts.flatMap { name, change in
        [
            HostilePart(name: "both certificates: \(name)", sizes: certificateSizes) { size in
                var chain = strangers
                if var intermediate = chain.intermediate {
                    change(&intermediate, size)
                    chain.intermediate = intermediate
                    chain.signer.issuer = intermediate.subject
                }
                let issuer = chain.signer.issuer
                change(&chain.signer, size)
                chain.signer.issuer = issuer
                return try receipt(chain)
            },
            HostilePart(name: "signer below Apple's intermediate: \(name)", sizes: certificateSizes) { size in
                var chain = TestAuthority.standard.sha256
                chain.signer.issuerKey = .untrustedIntermediate
                change(&chain.signer, size)
                return try receipt(chain)
            },
        ]
    }

    /// The maximum still fits in a certificate of 8 KiB.
    private static let certificateSizes = [256, 512, 1_024, 2_048, 4_096, 6_900]

    /// A chain of untrusted certificates with the trusted root's name.
    private static var strangers: TestChain {
        var chain = TestAuthority.untrusted.sha256
        if let root = TestAuthority.standard.sha256.root { chain.intermediate?.issuer = root.subject }
        chain.intermediate?.extensions.remove([2, 5, 29, 35])
        return chain
    }

    private static func receipt(_ chain: TestChain) throws -> [UInt8] {
        var authority = TestAuthority.untrusted
        authority.sha256 = chain
        return try authority.sign(Inputs.plainReceipt(2))
    }

    private typealias Change = @Sendable (inout TestCertificate, Int) -> Void

    private static let parts: [(String, Change)] = fields + extensions

    private static func field(_ field: TestCertificate.Field, _ encoding: @escaping @Sendable (Int) -> [UInt8])
        -> Change
    {
        { certificate, size in certificate.rawFields[field] = encoding(size) }
    }

    private static func extended(
        _ identifier: TestOID, isCritical: Bool = false, _ value: @escaping @Sendable (Int) -> [UInt8]
    ) -> Change {
        { certificate, size in
            certificate.extensions.set(TestExtension(identifier, isCritical: isCritical, value: value(size)))
        }
    }

    private static let fields: [(String, Change)] = [
        ("serial number", { $0.serialNumber = [UInt8](repeating: 0x7F, count: $1) }),
        ("algorithm's parameters, NULLs", field(.signatureAlgorithm) { algorithm(filled(TestDER.null, $0)) }),
        (
            "both algorithms' parameters, NULLs",
            { certificate, size in
                certificate.rawFields[.signatureAlgorithm] = algorithm(filled(TestDER.null, size / 2))
                certificate.rawFields[.outerSignatureAlgorithm] = algorithm(filled(TestDER.null, size / 2))
            }
        ),
        ("issuer, one set for each name", { $0.rawFields[.issuer] = TestDER.sequence([filled(relativeName, $1)]) }),
        ("subject, one set for each name", { $0.rawFields[.subject] = TestDER.sequence([filled(relativeName, $1)]) }),
        (
            "subject, one set for all",
            {
                $0.rawFields[.subject] = TestDER.sequence([TestDER.element(0x31, filled(nameAttribute, $1))])
            }
        ),
        (
            "names as long as they may be",
            { certificate, _ in
                certificate.subject = TestName(
                    [TestNameAttribute](repeating: TestNameAttribute(type: [2, 5, 4, 3], value: ""), count: 45))
            }
        ),
        (
            "validity, many times",
            field(.validity) { TestDER.sequence([filled(TestDate.certificate(.utc(2024, 1, 1)), $0)]) }
        ),
        ("key: algorithm full of NULLs", { $0.subjectPublicKeyInfo = key(parameters: filled(TestDER.null, $1), []) }),
        ("key: nested", { $0.subjectPublicKeyInfo = key(parameters: nested(0x30, $1), []) }),
        (
            "key: a long modulus",
            {
                let modulus = TestDER.integer(octets: [0] + [UInt8](repeating: 0xFF, count: $1))
                $0.subjectPublicKeyInfo = key(TestDER.sequence([modulus, TestDER.integer(65_537)]))
            }
        ),
        (
            "key: a long exponent",
            {
                let modulus = TestDER.integer(octets: [0] + [UInt8](repeating: 0xFF, count: 256))
                let exponent = TestDER.integer(octets: [UInt8](repeating: 0x7F, count: $1))
                $0.subjectPublicKeyInfo = key(TestDER.sequence([modulus, exponent]))
            }
        ),
        ("key: full of NULLs", { $0.subjectPublicKeyInfo = key(TestDER.sequence([filled(TestDER.null, $1)])) }),
        (
            "unique identifier",
            {
                $0.rawFields[.extensions] = TestDER.element(0x81, [0] + [UInt8](repeating: 0xFF, count: $1))
            }
        ),
        ("unknown fields", { $0.rawFields[.extensions] = filled([0x84, 0x00], $1) }),
        (
            "extensions, all unknown",
            {
                for index in 0..<UInt64(max(1, $1 / 12)) {
                    $0.extensions.append(TestExtension([1, 2, 3, index], value: []))
                }
            }
        ),
        (
            "extensions, all the same",
            {
                let same = TestExtension([2, 5, 29, 35], value: TestDER.sequence([]))
                $0.extensions += [TestExtension](repeating: same, count: max(1, $1 / 11))
            }
        ),
        ("extensions nested", field(.extensions) { TestDER.context(3, nested(0x30, $0)) }),
        ("signature", { $0.signature = [UInt8](repeating: 0x7F, count: $1) }),
    ]

    private static let extensions: [(String, Change)] =
        generalNames.flatMap { form, name in
            [
                (
                    "authorityKeyIdentifier: \(form)",
                    extended([2, 5, 29, 35]) { size in
                        TestDER.sequence([
                            TestDER.element(0x80, [1, 2, 3, 4]), TestDER.context(1, filled(name, size)),
                            TestDER.element(0x82, [1]),
                        ])
                    }
                ),
                ("subjectAltName: \(form)", extended([2, 5, 29, 17]) { TestDER.sequence([filled(name, $0)]) }),
                ("issuerAltName: \(form)", extended([2, 5, 29, 18]) { TestDER.sequence([filled(name, $0)]) }),
                (
                    "nameConstraints: \(form)",
                    extended([2, 5, 29, 30], isCritical: true) { size in
                        TestDER.sequence([TestDER.context(0, filled(TestDER.sequence([name]), size))])
                    }
                ),
                (
                    "cRLDistributionPoints: \(form)",
                    extended([2, 5, 29, 31]) { size in
                        let point = TestDER.sequence([TestDER.context(0, TestDER.context(0, name))])
                        return TestDER.sequence([filled(point, size)])
                    }
                ),
                (
                    "authorityInfoAccess: \(form)",
                    extended([1, 3, 6, 1, 5, 5, 7, 1, 1]) { size in
                        let access = TestDER.sequence([TestDER.objectIdentifier([1, 3, 6, 1, 5, 5, 7, 48, 1]), name])
                        return TestDER.sequence([filled(access, size)])
                    }
                ),
            ] as [(String, Change)]
        } + [
            (
                "authorityKeyIdentifier: a long key identifier",
                extended([2, 5, 29, 35]) {
                    TestDER.sequence([TestDER.element(0x80, [UInt8](repeating: 1, count: $0))])
                }
            ),
            (
                "authorityKeyIdentifier: NULLs",
                extended([2, 5, 29, 35]) { TestDER.sequence([filled(TestDER.null, $0)]) }
            ),
            (
                "subjectKeyIdentifier",
                extended([2, 5, 29, 14]) { TestDER.octetString([UInt8](repeating: 1, count: $0)) }
            ),
            (
                "basicConstraints: NULLs",
                extended([2, 5, 29, 19], isCritical: true) {
                    TestDER.sequence([TestDER.boolean(true), filled(TestDER.null, $0)])
                }
            ),
            (
                "basicConstraints: a long number",
                extended([2, 5, 29, 19], isCritical: true) {
                    TestDER.sequence([TestDER.boolean(true), TestDER.integer(octets: [UInt8](repeating: 1, count: $0))])
                }
            ),
            (
                "keyUsage: many bits",
                extended([2, 5, 29, 15], isCritical: true) {
                    TestDER.bitString([UInt8](repeating: 0xFF, count: $0))
                }
            ),
            ("keyUsage: NULLs", extended([2, 5, 29, 15], isCritical: true) { filled(TestDER.null, $0) }),
            (
                "extKeyUsage",
                extended([2, 5, 29, 37]) { TestDER.sequence([filled(TestDER.objectIdentifier([1, 2, 3]), $0)]) }
            ),
            (
                "certificatePolicies",
                extended([2, 5, 29, 32]) { size in
                    TestDER.sequence([filled(TestDER.sequence([TestDER.objectIdentifier([1, 2, 3])]), size)])
                }
            ),
            (
                "certificatePolicies: one with many qualifiers",
                extended([2, 5, 29, 32]) { size in
                    let qualifier = TestDER.sequence([TestDER.objectIdentifier([1, 2, 3]), TestDER.null])
                    return TestDER.sequence([
                        TestDER.sequence([
                            TestDER.objectIdentifier([1, 2, 3]), TestDER.sequence([filled(qualifier, size)]),
                        ])
                    ])
                }
            ),
            (
                "policyMappings",
                extended([2, 5, 29, 33]) { size in
                    let mapping = TestDER.sequence([
                        TestDER.objectIdentifier([1, 2]), TestDER.objectIdentifier([1, 3]),
                    ])
                    return TestDER.sequence([filled(mapping, size)])
                }
            ),
            ("policyConstraints", extended([2, 5, 29, 36]) { TestDER.sequence([filled([0x80, 0x01, 0x00], $0)]) }),
            (
                "subjectDirectoryAttributes",
                extended([2, 5, 29, 9]) { size in
                    let attribute = TestDER.sequence([TestDER.objectIdentifier([1, 2]), TestDER.set([TestDER.null])])
                    return TestDER.sequence([filled(attribute, size)])
                }
            ),
            ("Apple's marker: NULLs", extended([1, 2, 840, 113_635, 100, 6, 11, 1]) { filled(TestDER.null, $0) }),
            ("Apple's marker: nested", extended([1, 2, 840, 113_635, 100, 6, 11, 1]) { nested(0x30, $0) }),
            (
                "a critical extension with a long identifier",
                { certificate, size in
                    let identifier = TestOID([1, 2] + [UInt64](repeating: 1, count: size))
                    certificate.extensions.append(TestExtension(identifier, isCritical: true, value: []))
                }
            ),
        ]

    /// GeneralName ::= CHOICE { … } (RFC 5280 section 4.2.1.6), each alternative as short as possible.
    private static let generalNames: [(String, [UInt8])] = [
        ("otherName", TestDER.context(0, TestDER.objectIdentifier([1, 2]) + TestDER.context(0, TestDER.null))),
        ("rfc822Name", [0x81, 0x01, 0x61]), ("dNSName", [0x82, 0x01, 0x61]),
        ("x400Address", TestDER.context(3, TestDER.sequence([]))),
        ("directoryName", TestDER.context(4, TestDER.sequence([]))),
        ("directoryName, a set for each name", TestDER.context(4, TestDER.sequence([filled(relativeName, 200)]))),
        ("ediPartyName", TestDER.context(5, TestDER.context(1, TestDER.utf8String("")))),
        ("uniformResourceIdentifier", [0x86, 0x01, 0x61]), ("iPAddress", [0x87, 0x04, 0x7F, 0x00, 0x00, 0x01]),
        ("registeredID", [0x88, 0x01, 0x2A]),
    ]

    private static let nameAttribute = TestDER.sequence([
        TestDER.objectIdentifier([2, 5, 4, 3]), TestDER.utf8String(""),
    ])
    private static let relativeName = TestDER.set([nameAttribute])

    private static func algorithm(_ parameters: [UInt8]) -> [UInt8] {
        TestDER.sequence([TestDER.objectIdentifier([1, 2, 840, 113_549, 1, 1, 11]), parameters])
    }

    /// SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
    private static func key(parameters: [UInt8] = TestDER.null, _ key: [UInt8]) -> [UInt8] {
        TestDER.sequence([
            TestDER.sequence([TestDER.objectIdentifier([1, 2, 840, 113_549, 1, 1, 1]), parameters]),
            TestDER.bitString(key),
        ])
    }
}
