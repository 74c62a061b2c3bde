internal import ReceiptEssentials

/// Defects of the certificates. Certificates are signed after the change.
extension Defect {
    static let certificates: [Self] = [
        Self(
            "wrong-root",
            "An authority that the verifier does not trust issued all certificates, under the same names and serial numbers.",
            "chain.untrustedRoot",
            .init(.chain) {
                $0.chain =
                    $0.chain.intermediate == nil
                    ? $0.chain.resigned(.untrustedSigner)
                    : TestAuthority.untrusted.chain(for: $0.chain.signer.signatureDigest)
            }),
        Self(
            "forged-intermediate", "The intermediate names the trusted root, but another key signed it.",
            "chain.untrustedRoot", .intermediate { $0.issuerKey = .untrustedRoot }),
        Self(
            "self-signed", "The signer issued its own certificate, with the right marker, and is the only one.",
            "chain.untrustedRoot",
            .init(.chain) {
                try $0.chain.editSigner { $0.makeSelfSigned() }
                $0.chain = TestChain(signer: $0.chain.signer)
            }),
        Self(
            "developer-certificate",
            "A developer's certificate from the same intermediate signed the receipt: it lacks the marker of receipt signers.",
            "chain.notReceiptSigner", .init(.chain) { try $0.chain.signAsDeveloper(.developer) }),
        Self(
            "signer-marker-missing", "The signer lacks the marker of receipt signers, and is otherwise valid.",
            "chain.notReceiptSigner", .signer { $0.extensions.remove(.receiptSignerMarker) }),
        Self(
            "intermediate-marker-missing", "The intermediate lacks the marker of receipt issuers.",
            "chain.notReceiptIssuer", .intermediate { $0.extensions.remove(.receiptIssuerMarker) }),
        Self(
            "signer-expired", "The signer had expired a day before the receipt was created.", "chain.expired",
            .dated { chain, created in try chain.editSigner { $0.notAfter = created - 86400 } }),
        Self(
            "signer-not-yet-valid", "The signer becomes valid a day after the receipt was created.",
            "chain.notYetValid", .dated { chain, created in try chain.editSigner { $0.notBefore = created + 86400 } }),
        Self(
            "intermediate-expired", "The intermediate had expired a day before the receipt was created.",
            "chain.expired",
            .dated { chain, created in try chain.editIntermediate { $0.notAfter = created - 86400 } }),
        Self(
            "intermediate-not-yet-valid", "The intermediate becomes valid a day after the receipt was created.",
            "chain.notYetValid",
            .dated { chain, created in try chain.editIntermediate { $0.notBefore = created + 86400 } }),
        Self(
            "intermediate-not-authority", "The intermediate is not a certificate authority.",
            "chain.notCertificateAuthority",
            .intermediate { $0.extensions.set(.basicConstraints(isAuthority: false)) }),
        Self(
            "intermediate-without-certificate-signing",
            "The intermediate's key usage does not allow signing certificates.", "chain.keyUsage",
            .intermediate { $0.extensions.set(.keyUsage([.cRLSign])) }),
        Self(
            "signer-without-digital-signature", "The signer's key usage does not allow signatures.", "chain.keyUsage",
            .signer { $0.extensions.set(.keyUsage([.cRLSign])) }),
        Self(
            "signer-is-authority", "The signer is a certificate authority.", "chain.signerIsAuthority",
            .signer { $0.extensions.set(.basicConstraints(isAuthority: true)) }),
        Self(
            "intermediate-version-1", "The intermediate is an X.509 version 1 certificate, which has no extensions.",
            "chain.version",
            .intermediate {
                $0.version = 1
                $0.extensions = []
            }),
        Self(
            "algorithm-mismatch", "The signer certificate names one signature algorithm inside and another outside.",
            "chain.algorithm", .signer { $0.signatureAlgorithm = .sha384WithRSAEncryption }),
        Self(
            "unknown-critical-extension", "The signer has an unknown critical extension.",
            "chain.criticalExtension", .signer { $0.extensions.append(.unknown(isCritical: true)) }),
        Self(
            "name-constraints", "The intermediate constrains names.", "chain.nameConstraints",
            .intermediate { $0.extensions.append(.nameConstraints(permittedDNSName: "example.com")) }),
        Self(
            "key-identifier-mismatch", "The signer names another issuer key than the intermediate's.",
            "chain.keyIdentifier",
            .signer { $0.extensions.set(.authorityKeyIdentifier(TestKey.untrustedIntermediate.keyIdentifier)) }),
        Self(
            "duplicate-extension", "The signer has the same extension twice.", "chain.certificateMalformed",
            .signer { $0.extensions.append(.subjectKeyIdentifier($0.key.keyIdentifier)) }),
        Self(
            "serial-number-zero", "The serial number of the signer is 0.", "chain.serialNumber",
            .signer { $0.serialNumber = [0] }),
        Self(
            "signer-forged", "The signer names the intermediate as its issuer, but another key signed it.",
            "chain.signature", .signer { $0.issuerKey = .untrustedIntermediate }),
        Self(
            "sha1-certificate-after-its-end",
            "The receipt was created after 2025-01-24, and its signer certificate is signed with SHA-1.",
            "algorithm.sha1",
            .createdAfterSHA1, .signer { $0.setDigest(.sha1) }),
    ]
}

extension DefectChange<ReceiptDraft> {
    /// Changes the chain, depending on the date at which it is validated.
    fileprivate static func dated(_ change: @escaping @Sendable (inout TestChain, Date) throws -> Void) -> Self {
        Self(.chain) { try change(&$0.chain, $0.receipt.creationDate) }
    }
}

extension TestExtension {
    /// Adds an unknown extension.
    static func unknown(isCritical: Bool) -> Self {
        Self([1, 3, 6, 1, 4, 1, 99999, 1], isCritical: isCritical, value: TestDER.null)
    }
}
