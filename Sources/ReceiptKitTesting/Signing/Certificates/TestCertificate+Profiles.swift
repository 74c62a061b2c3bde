/// Certificates modelled on Apple's, with the kit's own names and keys.
extension TestCertificate {
    /// Creates a root modelled on Apple Root CA, valid from 2006 to 2040.
    package static func root(key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x02], subject: TestName(older: "Test Root CA"), key: key,
            notBefore: .utc(2006, 4, 25, 21, 40, 36), notAfter: .utc(2040, 2, 9, 21, 40, 36), digest: .sha1,
            extensions: [
                .keyUsage([.keyCertSign, .cRLSign]),
                .basicConstraints(isAuthority: true),
                .subjectKeyIdentifier(key.keyIdentifier),
            ])
    }

    /// Creates an intermediate modelled on Apple Worldwide Developer Relations: SHA-256 from 2015 to 2035, or SHA-1
    /// from 2011 to 2025-01-24.
    package static func intermediate(
        issuedBy root: TestCertificate, key: TestKey, digest: TestDigest = .sha256
    ) -> TestCertificate {
        let isSHA1 = digest == .sha1
        return TestCertificate(
            serialNumber: isSHA1
                ? [0x54, 0xb5, 0x0b, 0xaf, 0x79, 0x0d, 0x8d, 0x01] : [0x3b, 0x7e, 0x80, 0x0a, 0xee, 0xd3, 0x02, 0x01],
            issuedBy: root,
            subject: TestName("Test Developer Relations Certification Authority", unit: isSHA1 ? "T1" : "T2"), key: key,
            notBefore: isSHA1 ? .utc(2011, 1, 24) : .utc(2015, 1, 1),
            notAfter: isSHA1 ? .utc(2025, 1, 24) : .utc(2035, 1, 1), digest: digest,
            extensions: [
                .basicConstraints(isAuthority: true, pathLength: 0),
                .authorityKeyIdentifier(root.key.keyIdentifier),
                .subjectKeyIdentifier(key.keyIdentifier),
                .keyUsage([.keyCertSign, .cRLSign]),
                .marker(.receiptIssuerMarker),
            ])
    }

    /// Creates a signer certificate modelled on Mac App Store and iTunes Store Receipt Signing, valid as long as its
    /// issuer.
    package static func receiptSigner(
        issuedBy intermediate: TestCertificate, key: TestKey, digest: TestDigest = .sha256
    ) -> TestCertificate {
        TestCertificate(
            serialNumber: digest == .sha1
                ? [0x58, 0xf7, 0xba, 0xe4, 0xc2, 0x82, 0x41, 0x02] : [0x7d, 0x39, 0x20, 0x09, 0x4e, 0xbe, 0xf3, 0x02],
            issuedBy: intermediate,
            subject: TestName("Test App Store Receipt Signing", unit: "Test Developer Relations"),
            key: key, notBefore: intermediate.notBefore, notAfter: intermediate.notAfter, digest: digest,
            extensions: [
                .basicConstraints(isAuthority: false),
                .authorityKeyIdentifier(intermediate.key.keyIdentifier),
                .certificatePolicies([.receiptSignerPolicy]),
                .subjectKeyIdentifier(key.keyIdentifier),
                .keyUsage([.digitalSignature]),
                .marker(.receiptSignerMarker),
            ])
    }

    /// Creates a certificate that any developer can get from the same intermediate. It may sign apps, but not receipts
    /// or JWS.
    package static func developer(
        issuedBy intermediate: TestCertificate, key: TestKey = .developer
    ) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x4d, 0x61, 0x6c, 0x6c, 0x6f, 0x72, 0x79, 0x03], issuedBy: intermediate,
            subject: TestName([
                .commonName("Test Distribution: Mallory"), .organizationalUnit("MALLORY123"),
                .organization("Mallory"), .country("US"),
            ]),
            key: key, notBefore: intermediate.notBefore, notAfter: intermediate.notAfter,
            digest: intermediate.signatureDigest,
            extensions: [
                .basicConstraints(isAuthority: false),
                .authorityKeyIdentifier(intermediate.key.keyIdentifier),
                .subjectKeyIdentifier(key.keyIdentifier),
                .keyUsage([.digitalSignature]),
                .extendedKeyUsage([[1, 3, 6, 1, 5, 5, 7, 3, 3]], isCritical: true),
                .marker(.developerMarker),
            ])
    }
}
