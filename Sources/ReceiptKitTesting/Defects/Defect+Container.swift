/// Defects of the container: what is around the payload.
extension DefectDefinition {
    static var contentFlipped: Self {
        Self(
            "One bit of the content was flipped after signing.", "signature.invalid", isSignatureValid: false,
            DefectSteps(
                signed: { $0.flipContent() }))
    }

    static var signatureFlipped: Self {
        Self(
            "One bit of the signature was flipped.", "signature.invalid", isSignatureValid: false,
            DefectSteps(
                signed: {
                    $0.editSigners { if let last = $0.signature.indices.last { $0.signature[last] ^= 1 } }
                }))
    }

    static var noSigner: Self {
        Self(
            "Nobody signed.", "container.noSigner", isSignatureValid: false,
            DefectSteps(
                signed: {
                    $0.signedData.signers = []
                    return true
                }))
    }

    static var twoSigners: Self {
        Self(
            "There are two signers, both of them right.", "container.severalSigners",
            DefectSteps(
                signed: {
                    $0.signedData.signers += $0.signedData.signers
                    return true
                }))
    }

    static var signedAttributes: Self {
        Self(
            "The signature is over signed attributes, which no genuine receipt has.", "container.signedAttributes",
            DefectSteps(
                unsigned: {
                    let content = $0.signedData.content ?? []
                    return $0.editSigners {
                        $0.signedAttributes = TestSignerInfo.signedAttributes(
                            content: content, digest: $0.signatureDigest)
                    }
                }))
    }

    static var signerByKeyIdentifier: Self {
        Self(
            "The signer is named by its key, not by issuer and serial number.", "container.signerIdentifier",
            DefectSteps(
                signed: {
                    let identifier = $0.chain.signer.key.keyIdentifier
                    return $0.editSigners { $0.identifier = .subjectKeyIdentifier(identifier) }
                }))
    }

    static var signerCertificateMissing: Self {
        Self(
            "The signer's certificate is not in the bag.", "signer.certificateMissing", isSignatureValid: false,
            DefectSteps(
                unsigned: {
                    guard !$0.signedData.certificates.isEmpty else { return false }
                    $0.signedData.certificates.removeFirst()
                    return true
                }))
    }

    static var signerCertificateAmbiguous: Self {
        Self(
            "A second certificate in the bag has the signer's issuer and serial number.", "signer.certificateAmbiguous",
            DefectSteps(
                signed: { (container) throws(TestKitError) in try container.addImpostor() }))
    }

    static var intermediateMissing: Self {
        Self(
            "The intermediate is not in the bag.", "chain.issuerMissing",
            DefectSteps(
                unsigned: {
                    guard $0.signedData.certificates.count == 3 else { return false }
                    $0.signedData.certificates.remove(at: 1)
                    return true
                }))
    }

    static var intermediateAmbiguous: Self {
        Self(
            "Two certificates in the bag have the name of the signer's issuer.", "chain.issuerAmbiguous",
            DefectSteps(
                unsigned: { (container) throws(TestKitError) in try container.addSecondIntermediate() }))
    }

    static var md5Digest: Self {
        Self(
            "The receipt names MD5 as its digest.", "algorithm.unsupported", isSignatureValid: false,
            DefectSteps(
                signed: {
                    $0.signedData.digestAlgorithms = [.md5]
                    return $0.editSigners { $0.digestAlgorithm = .md5 }
                }))
    }

    static var sha384Digest: Self {
        Self(
            "The receipt is signed with SHA-384, rightly.", "algorithm.unsupported",
            DefectSteps(
                unsigned: { $0.setDigest(.sha384) }))
    }

    static var algorithmPairMismatch: Self {
        Self(
            "The digest and the signature algorithm do not belong together.", "algorithm.unsupported",
            DefectSteps(
                signed: {
                    $0.editSigners {
                        $0.signatureAlgorithm =
                            $0.signatureDigest == .sha1 ? .sha256WithRSAEncryption : .sha1WithRSAEncryption
                    }
                }))
    }

    static var sha1AfterItsEnd: Self {
        Self(
            "The receipt was created after 2025-01-24 and is signed with SHA-1.", "algorithm.sha1",
            DefectSteps(
                receipt: { $0.createAfterSHA1() },
                unsigned: { $0.setDigest(.sha1) }))
    }

    static var detached: Self {
        Self(
            "The container has no content.", "container.noContent", isSignatureValid: false,
            DefectSteps(
                signed: {
                    $0.signedData.content = nil
                    return true
                }))
    }

    static var notSignedData: Self {
        Self(
            "The container says that it is enveloped data.", "container.contentType", isSignatureValid: nil,
            DefectSteps(
                signed: {
                    $0.signedData.outerContentType = .envelopedData
                    return true
                }))
    }

    static var contentNotData: Self {
        Self(
            "The content says that it is signed data.", "container.contentType",
            DefectSteps(
                signed: {
                    $0.signedData.contentType = .signedData
                    return true
                }))
    }

    static var containerVersion: Self {
        Self(
            "The container has version 5.", "container.version",
            DefectSteps(
                signed: {
                    $0.signedData.version = 5
                    return true
                }))
    }

    static var trailingByte: Self {
        Self(
            "A byte follows the container.", "der.trailing",
            DefectSteps(
                bytes: {
                    $0.append(0)
                    return true
                }))
    }

    static var truncated: Self {
        Self(
            "The last byte is missing.", "der.truncated", isSignatureValid: nil,
            DefectSteps(
                bytes: { $0.popLast() != nil }))
    }
}
