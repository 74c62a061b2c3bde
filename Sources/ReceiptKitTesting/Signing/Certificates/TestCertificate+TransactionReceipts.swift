/// Certificates modelled on those for transaction receipts of version 2, with the kit's own names and keys.
extension TestCertificate {
    /// Creates an intermediate modelled on Apple iTunes Store Certification Authority, valid from 2009 to 2016.
    package static func purchaseIssuer(issuedBy root: TestCertificate, key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x1a], issuedBy: root, subject: TestName(older: "Test Store Certification Authority"),
            key: key, notBefore: .utc(2009, 5, 19, 18, 31, 30), notAfter: .utc(2016, 5, 18, 18, 31, 30), digest: .sha1,
            extensions: [
                .keyUsage([.digitalSignature, .keyCertSign, .cRLSign]),
                .basicConstraints(isAuthority: true),
                .subjectKeyIdentifier(key.keyIdentifier),
                .authorityKeyIdentifier(root.key.keyIdentifier),
                .marker(.purchaseIssuerMarker),
            ])
    }

    /// Creates a signer certificate modelled on PurchaseReceiptCertificate, valid from 2009 to 2016.
    package static func purchaseSigner(issuedBy intermediate: TestCertificate, key: TestKey) -> TestCertificate {
        TestCertificate(
            serialNumber: [0x65, 0x14, 0x91, 0x4d, 0xd9, 0x58, 0x04, 0x01],
            issuedBy: intermediate, subject: TestName("Test Purchase Receipt", unit: "Test Store"),
            key: key, notBefore: .utc(2009, 6, 15, 22, 5, 56), notAfter: intermediate.notAfter, digest: .sha1,
            extensions: [
                .basicConstraints(isAuthority: false),
                .keyUsage([.digitalSignature]),
                .subjectKeyIdentifier(key.keyIdentifier),
                .authorityKeyIdentifier(intermediate.key.keyIdentifier),
                .marker(.purchaseSignerMarker),
            ])
    }
}
