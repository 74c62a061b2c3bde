#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Defects of the certificates. Every certificate is signed after it was spoilt.
extension DefectDefinition {
    static var wrongRoot: Self {
        Self(
            "All certificates are issued by a stranger with the same names and serial numbers.", "chain.untrustedRoot",
            DefectSteps(
                chain: {
                    $0.chain = $0.strangers
                    return true
                }))
    }

    static var forgedIntermediate: Self {
        Self(
            "The intermediate names the trusted root, but another key signed it.", "chain.untrustedRoot",
            DefectSteps(
                chain: { $0.editIntermediate { $0.issuerKey = .strangerRoot } }))
    }

    static var selfSigned: Self {
        Self(
            "The signer issued its own certificate, with the right marker, and comes alone.", "chain.untrustedRoot",
            DefectSteps(
                chain: {
                    guard $0.editSigner({ $0.makeSelfSigned() }) else { return false }
                    $0.chain.intermediate = nil
                    $0.chain.root = nil
                    return true
                }))
    }

    static var developerCertificate: Self {
        Self(
            "A developer certificate of the same intermediate signed: it lacks the receipt marker.",
            "chain.notReceiptSigner",
            DefectSteps(
                chain: {
                    guard let intermediate = $0.chain.intermediate else { return false }
                    $0.chain.signer = .developer(issuedBy: intermediate)
                    return true
                }))
    }

    static var signerMarkerMissing: Self {
        Self(
            "The signer lacks the marker of receipt signers and is right in all else.", "chain.notReceiptSigner",
            DefectSteps(
                chain: { $0.editSigner { $0.extensions.remove(.receiptSignerMarker) } }))
    }

    static var intermediateMarkerMissing: Self {
        Self(
            "The intermediate lacks the marker of receipt issuers.", "chain.notReceiptIssuer",
            DefectSteps(
                chain: { $0.editIntermediate { $0.extensions.remove(.receiptIssuerMarker) } }))
    }

    static var signerExpired: Self {
        Self(
            "The signer had expired a day before the receipt was created.", "chain.expired",
            DefectSteps(
                chain: {
                    let created = $0.receipt.creationDate
                    return $0.editSigner { $0.notAfter = created.addingTimeInterval(-86400) }
                }))
    }

    static var signerNotYetValid: Self {
        Self(
            "The signer becomes valid a day after the receipt was created.", "chain.notYetValid",
            DefectSteps(
                chain: {
                    let created = $0.receipt.creationDate
                    return $0.editSigner { $0.notBefore = created.addingTimeInterval(86400) }
                }))
    }

    static var intermediateExpired: Self {
        Self(
            "The intermediate had expired a day before the receipt was created.", "chain.expired",
            DefectSteps(
                chain: {
                    let created = $0.receipt.creationDate
                    return $0.editIntermediate { $0.notAfter = created.addingTimeInterval(-86400) }
                }))
    }

    static var intermediateNotYetValid: Self {
        Self(
            "The intermediate becomes valid a day after the receipt was created.", "chain.notYetValid",
            DefectSteps(
                chain: {
                    let created = $0.receipt.creationDate
                    return $0.editIntermediate { $0.notBefore = created.addingTimeInterval(86400) }
                }))
    }

    static var intermediateNotAuthority: Self {
        Self(
            "The intermediate is not a certificate authority.", "chain.notCertificateAuthority",
            DefectSteps(
                chain: { $0.editIntermediate { $0.extensions.set(.basicConstraints(isAuthority: false)) } }))
    }

    static var intermediateWithoutCertificateSigning: Self {
        Self(
            "The intermediate's key usage does not allow signing certificates.", "chain.keyUsage",
            DefectSteps(
                chain: { $0.editIntermediate { $0.extensions.set(.keyUsage([.cRLSign])) } }))
    }

    static var signerWithoutDigitalSignature: Self {
        Self(
            "The signer's key usage does not allow signatures.", "chain.keyUsage",
            DefectSteps(
                chain: { $0.editSigner { $0.extensions.set(.keyUsage([.cRLSign])) } }))
    }

    static var signerIsAuthority: Self {
        Self(
            "The signer is a certificate authority.", "chain.signerIsAuthority",
            DefectSteps(
                chain: { $0.editSigner { $0.extensions.set(.basicConstraints(isAuthority: true)) } }))
    }

    static var intermediateVersion1: Self {
        Self(
            "The intermediate is an X.509 version 1 certificate, which has no extensions.", "chain.version",
            DefectSteps(
                chain: {
                    $0.editIntermediate {
                        $0.version = 1
                        $0.extensions = []
                    }
                }))
    }

    static var algorithmMismatch: Self {
        Self(
            "The signer's certificate names one signature algorithm inside and another outside.", "chain.algorithm",
            DefectSteps(
                chain: { $0.editSigner { $0.signatureAlgorithm = .sha384WithRSAEncryption } }))
    }

    static var unknownCriticalExtension: Self {
        Self(
            "The signer has a critical extension that nobody knows.", "chain.criticalExtension",
            DefectSteps(
                chain: {
                    $0.editSigner {
                        $0.extensions.append(
                            TestExtension([1, 3, 6, 1, 4, 1, 99999, 1], isCritical: true, value: TestDER.null))
                    }
                }))
    }

    static var nameConstraints: Self {
        Self(
            "The intermediate constrains names.", "chain.nameConstraints",
            DefectSteps(
                chain: {
                    $0.editIntermediate { $0.extensions.append(.nameConstraints(permittedDNSName: "example.com")) }
                }))
    }

    static var keyIdentifierMismatch: Self {
        Self(
            "The signer names another key of its issuer than the intermediate has.", "chain.keyIdentifier",
            DefectSteps(
                chain: {
                    $0.editSigner {
                        $0.extensions.set(.authorityKeyIdentifier(TestKey.strangerIntermediate.keyIdentifier))
                    }
                }))
    }

    static var duplicateExtension: Self {
        Self(
            "The signer has the same extension twice.", "chain.certificateMalformed",
            DefectSteps(
                chain: { $0.editSigner { $0.extensions.append(.subjectKeyIdentifier($0.key.keyIdentifier)) } }))
    }

    static var serialNumberZero: Self {
        Self(
            "The serial number of the signer is 0.", "chain.serialNumber",
            DefectSteps(
                chain: { $0.editSigner { $0.serialNumber = [0] } }))
    }

    static var signerForged: Self {
        Self(
            "The signer names the intermediate as its issuer, but another key signed it.", "chain.signature",
            DefectSteps(
                chain: { $0.editSigner { $0.issuerKey = .strangerIntermediate } }))
    }

    static var sha1CertificateAfterItsEnd: Self {
        Self(
            "The receipt was created after 2025-01-24, and its signer is signed with SHA-1.", "algorithm.sha1",
            DefectSteps(
                receipt: { $0.createAfterSHA1() },
                chain: { $0.editSigner { $0.setDigest(.sha1) } }))
    }
}
