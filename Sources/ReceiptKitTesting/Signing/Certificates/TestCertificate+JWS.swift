/// Certificates modelled on those for StoreKit 2's JWS, with the kit's own names and keys. All are signed with ECDSA
/// over SHA-384.
extension TestCertificate {
    /// Creates a root modelled on Apple Root CA - G3: P-384, valid from 2014 to 2039.
    package static func jwsRoot(key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x2d, 0xc5, 0xfc, 0x88, 0xd2, 0xc5, 0x4b, 0x01],
            subject: TestName("Test Root CA - G3", unit: "Test Certification Authority"), key: key,
            notBefore: .utc(2014, 4, 30, 18, 19, 6), notAfter: .utc(2039, 4, 30, 18, 19, 6), digest: .sha384,
            extensions: [
                .subjectKeyIdentifier(key.keyIdentifier),
                .basicConstraints(isAuthority: true),
                .keyUsage([.keyCertSign, .cRLSign]),
            ])
    }

    /// Creates an intermediate modelled on Apple Worldwide Developer Relations G6: P-384, valid from 2021 to 2036.
    package static func jwsIntermediate(issuedBy root: TestCertificate, key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x22, 0xc1, 0xa1, 0x47] + Array(repeating: 0x5a, count: 15) + [0x01],
            issuedBy: root, subject: TestName("Test Developer Relations Certification Authority", unit: "T6"),
            key: key, notBefore: .utc(2021, 3, 17, 20, 37, 10), notAfter: .utc(2036, 3, 19), digest: .sha384,
            extensions: [
                .basicConstraints(isAuthority: true, pathLength: 0),
                .authorityKeyIdentifier(root.key.keyIdentifier),
                .authorityInformationAccess(statusAt: "http://example.com/ocsp03-testrootcag3"),
                .revocationList(at: "http://example.com/testrootcag3.crl"),
                .subjectKeyIdentifier(key.keyIdentifier),
                .keyUsage([.keyCertSign, .cRLSign]),
                .marker(.receiptIssuerMarker),
            ])
    }

    /// Creates a signer certificate modelled on Prod ECC Mac App Store and iTunes Store Receipt Signing: P-256, valid
    /// as long as its issuer.
    package static func jwsSigner(issuedBy intermediate: TestCertificate, key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x47, 0xc2, 0x87, 0xcd] + Array(repeating: 0x5a, count: 11) + [0x01],
            issuedBy: intermediate,
            subject: TestName("Test ECC App Store Receipt Signing", unit: "Test Developer Relations"),
            key: key, notBefore: intermediate.notBefore, notAfter: intermediate.notAfter, digest: .sha384,
            extensions: [
                .basicConstraints(isAuthority: false),
                .authorityKeyIdentifier(intermediate.key.keyIdentifier),
                .authorityInformationAccess(
                    issuerAt: "http://example.com/testt6.der", statusAt: "http://example.com/ocsp03-testt602"),
                .certificatePolicies([.receiptSignerPolicy]),
                .subjectKeyIdentifier(key.keyIdentifier),
                .keyUsage([.digitalSignature]),
                .marker(.receiptSignerMarker),
            ])
    }

    /// Creates the certificate for JWS of Xcode's local testing: a self-signed authority, without marker extensions,
    /// valid for a year.
    package static func jwsXcode(key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x01],
            subject: TestName([.organization("StoreKit Testing in Xcode"), .commonName("StoreKit Testing in Xcode")]),
            key: key, notBefore: .utc(2023, 9, 1, 8, 30), notAfter: .utc(2024, 8, 31, 8, 30),
            extensions: [
                .basicConstraints(isAuthority: true, pathLength: 0),
                .keyUsage([.digitalSignature, .keyCertSign]),
            ])
    }
}
