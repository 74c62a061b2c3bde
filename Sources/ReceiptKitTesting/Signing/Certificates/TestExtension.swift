/// An extension of a certificate.
///
/// ```
/// Extension ::= SEQUENCE { extnID OBJECT IDENTIFIER, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }
/// ```
/// (RFC 5280 §4.1)
package struct TestExtension: Hashable, Sendable {
    package var identifier: TestOID
    /// True if software that doesn't know the extension must reject the certificate.
    package var isCritical: Bool
    /// The contents of the OCTET STRING.
    package var value: [UInt8]

    package init(_ identifier: TestOID, isCritical: Bool = false, value: [UInt8]) {
        self.identifier = identifier
        self.isCritical = isCritical
        self.value = value
    }

    package var encoded: [UInt8] {
        TestDER.sequence([
            TestDER.objectIdentifier(identifier), isCritical ? TestDER.boolean(true) : [],
            TestDER.octetString(value),
        ])
    }
}

/// The named bits of KeyUsage (RFC 5280 §4.2.1.3). The first is the most significant.
package struct TestKeyUsage: OptionSet, Hashable, Sendable {
    /// The raw bits, with `digitalSignature` as the highest.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Signatures over anything except certificates.
    package static let digitalSignature = Self(rawValue: 0x80)
    /// Signatures over certificates.
    package static let keyCertSign = Self(rawValue: 0x04)
    /// Signatures over revocation lists.
    package static let cRLSign = Self(rawValue: 0x02)
}

extension TestExtension {
    /// Returns BasicConstraints: whether the certificate is an authority, and how many other authorities may follow
    /// below it.
    ///
    /// ```
    /// BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }
    /// ```
    /// (RFC 5280 §4.2.1.9)
    package static func basicConstraints(
        isAuthority: Bool, pathLength: Int64? = nil, isCritical: Bool = true
    ) -> Self {
        Self(
            [2, 5, 29, 19], isCritical: isCritical,
            value: TestDER.sequence([
                isAuthority ? TestDER.boolean(true) : [], pathLength.map(TestDER.integer) ?? [],
            ]))
    }

    /// Returns KeyUsage ::= BIT STRING, without trailing zero bits (RFC 5280 §4.2.1.3).
    package static func keyUsage(_ usage: TestKeyUsage, isCritical: Bool = true) -> Self {
        let bits = usage.rawValue
        let content = bits == 0 ? [] : [bits]
        return Self(
            [2, 5, 29, 15], isCritical: isCritical,
            value: TestDER.bitString(content, unusedBits: bits == 0 ? 0 : UInt8(bits.trailingZeroBitCount)))
    }

    /// Returns SubjectKeyIdentifier ::= OCTET STRING (RFC 5280 §4.2.1.2).
    package static func subjectKeyIdentifier(_ identifier: [UInt8]) -> Self {
        Self([2, 5, 29, 14], value: TestDER.octetString(identifier))
    }

    /// Returns AuthorityKeyIdentifier ::= SEQUENCE { keyIdentifier [0] IMPLICIT OCTET STRING, … } (RFC 5280 §4.2.1.1).
    package static func authorityKeyIdentifier(_ identifier: [UInt8]) -> Self {
        Self([2, 5, 29, 35], value: TestDER.sequence([TestDER.element(0x80, identifier)]))
    }

    /// Returns ExtKeyUsageSyntax ::= SEQUENCE OF KeyPurposeId (RFC 5280 §4.2.1.12).
    package static func extendedKeyUsage(_ purposes: [TestOID], isCritical: Bool = false) -> Self {
        Self(
            [2, 5, 29, 37], isCritical: isCritical,
            value: TestDER.sequence(purposes.map(TestDER.objectIdentifier)))
    }

    /// Returns certificatePolicies ::= SEQUENCE OF SEQUENCE { policyIdentifier OBJECT IDENTIFIER } (RFC 5280 §4.2.1.4).
    package static func certificatePolicies(_ policies: [TestOID]) -> Self {
        Self(
            [2, 5, 29, 32], value: TestDER.sequence(policies.map { TestDER.sequence([TestDER.objectIdentifier($0)]) }))
    }

    /// Returns AuthorityInfoAccessSyntax ::= SEQUENCE OF SEQUENCE { accessMethod OBJECT IDENTIFIER, accessLocation
    /// GeneralName }: the URLs of the issuer's certificate and of its revocation status (RFC 5280 §4.2.2.1).
    package static func authorityInformationAccess(issuerAt issuer: String? = nil, statusAt status: String) -> Self {
        func access(_ method: TestOID, _ location: String) -> [UInt8] {
            TestDER.sequence([TestDER.objectIdentifier(method), TestDER.element(0x86, Array(location.utf8))])
        }
        let methods: [[UInt8]?] = [
            issuer.map { access([1, 3, 6, 1, 5, 5, 7, 48, 2], $0) }, access([1, 3, 6, 1, 5, 5, 7, 48, 1], status),
        ]
        return Self([1, 3, 6, 1, 5, 5, 7, 1, 1], value: TestDER.sequence(methods.compactMap(\.self)))
    }

    /// Returns CRLDistributionPoints ::= SEQUENCE OF DistributionPoint, with one point that has one full name (RFC 5280
    /// §4.2.1.13).
    package static func revocationList(at location: String) -> Self {
        let name = TestDER.context(0, TestDER.context(0, TestDER.element(0x86, Array(location.utf8))))
        return Self([2, 5, 29, 31], value: TestDER.sequence([TestDER.sequence([name])]))
    }

    /// Returns NameConstraints ::= SEQUENCE { permittedSubtrees [0] GeneralSubtrees }, with one DNS name (RFC 5280
    /// §4.2.1.10).
    package static func nameConstraints(permittedDNSName name: String) -> Self {
        let subtree = TestDER.sequence([TestDER.element(0x82, Array(name.utf8))])
        return Self([2, 5, 29, 30], isCritical: true, value: TestDER.sequence([TestDER.context(0, subtree)]))
    }

    /// Returns one of Apple's marker extensions, whose value is NULL.
    package static func marker(_ identifier: TestOID) -> Self { Self(identifier, value: TestDER.null) }
}

extension [TestExtension] {
    /// Replaces the extension with the same identifier, or adds the extension at the end.
    package mutating func set(_ replacement: TestExtension) {
        if let index = firstIndex(where: { $0.identifier == replacement.identifier }) {
            self[index] = replacement
        } else {
            append(replacement)
        }
    }

    /// Removes every extension with this identifier.
    package mutating func remove(_ identifier: TestOID) { removeAll { $0.identifier == identifier } }
}
