#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Defects of the chain: who signed whom, when, and for what. Every certificate is signed after it was spoilt.
extension JWSDefect {
    static let chains: [JWSDefect] = [
        .wrongRoot, .forgedIntermediate, .forgedSigner, .selfSigned, .receiptChain, .developerCertificate,
        .signerMarkerMissing, .intermediateMarkerMissing, .markersSwapped, .signerMarkerLonger, .signerMarkerAsPolicy,
        .signerExpired, .signerNotYetValid, .intermediateExpired, .intermediateNotYetValid, .intermediateNotAuthority,
        .intermediateWithoutCertificateSigning, .signerWithoutDigitalSignature, .signerIsAuthority, .longerChain,
        .signerAsIssuer, .issuerNameOtherType, .keyIdentifierMismatch,
    ]

    /// All certificates are issued by a stranger with the same names and serial numbers.
    public static let wrongRoot = Self(
        "wrong-root", "All certificates are issued by a stranger with the same names and serial numbers.",
        .refused(.chain),
        JWSDefectSteps(chain: {
            $0.chain = $0.chain.intermediate == nil ? $0.chain.resigned(.strangerJWSSigner) : TestAuthority.stranger.jws
            return true
        }))

    /// The intermediate names the trusted root, but another key signed it.
    public static let forgedIntermediate = Self(
        "forged-intermediate", "The intermediate names the trusted root, but another key signed it.", .refused(.chain),
        .intermediate { $0.issuerKey = .strangerJWSRoot })

    /// The signer names the intermediate as its issuer, but another key signed it.
    public static let forgedSigner = Self(
        "forged-signer", "The signer names the intermediate as its issuer, but another key signed it.",
        .refused(.chain),
        .signer { $0.issuerKey = .strangerJWSIntermediate })

    /// The signer issued its own certificate, with the right marker, and stands there thrice.
    public static let selfSigned = Self(
        "self-signed", "The signer issued its own certificate, with the right marker, and stands there thrice.",
        .refused(.chain),
        JWSDefectSteps(chain: {
            $0.editSigner { $0.makeSelfSigned() } && $0.setChain($0.chain.signer, $0.chain.signer)
        }))

    /// The certificates and the key of receipts signed, which are RSA and have another root.
    public static let receiptChain = Self(
        "receipt-chain", "The certificates and the key of receipts signed, which are RSA and have another root.",
        .refused(.chain),
        JWSDefectSteps(chain: {
            guard $0.chain.root != nil else { return false }
            $0.chain = $0.authority.sha256
            return true
        }))

    /// A developer certificate of the same intermediate signed: it lacks the marker of signers.
    public static let developerCertificate = Self(
        "developer-certificate",
        "A developer certificate of the same intermediate signed: it lacks the marker of signers.", .refused(.chain),
        JWSDefectSteps(chain: {
            guard let intermediate = $0.chain.intermediate else { return false }
            $0.chain.signer = .developer(issuedBy: intermediate, key: .jwsDeveloper)
            return true
        }))

    /// The signer lacks the marker of signers and is right in all else.
    public static let signerMarkerMissing = Self(
        "signer-marker-missing", "The signer lacks the marker of signers and is right in all else.", .refused(.chain),
        .signer { $0.extensions.remove(.receiptSignerMarker) })

    /// The intermediate lacks the marker of issuers.
    public static let intermediateMarkerMissing = Self(
        "intermediate-marker-missing", "The intermediate lacks the marker of issuers.", .refused(.chain),
        .intermediate { $0.extensions.remove(.receiptIssuerMarker) })

    /// The signer has the marker of issuers, and the intermediate that of signers.
    public static let markersSwapped = Self(
        "markers-swapped", "The signer has the marker of issuers, and the intermediate that of signers.",
        .refused(.chain),
        JWSDefectSteps(chain: {
            $0.editSigner {
                $0.extensions.remove(.receiptSignerMarker)
                $0.extensions.append(.marker(.receiptIssuerMarker))
            }
                && $0.editIntermediate {
                    $0.extensions.remove(.receiptIssuerMarker)
                    $0.extensions.append(.marker(.receiptSignerMarker))
                }
        }))

    /// The signer has an extension whose identifier only begins with that of the marker.
    public static let signerMarkerLonger = Self(
        "signer-marker-longer", "The signer has an extension whose identifier only begins with that of the marker.",
        .refused(.chain),
        .signer {
            $0.extensions.remove(.receiptSignerMarker)
            $0.extensions.append(.marker(TestOID(TestOID.receiptSignerMarker.arcs + [1])))
        })

    /// The signer has the marker as a certificate policy, not as an extension.
    public static let signerMarkerAsPolicy = Self(
        "signer-marker-as-policy", "The signer has the marker as a certificate policy, not as an extension.",
        .refused(.chain),
        .signer {
            $0.extensions.remove(.receiptSignerMarker)
            $0.extensions.set(.certificatePolicies([.receiptSignerMarker]))
        })

    /// The signer had expired a day before the JWS was signed.
    public static let signerExpired = Self(
        "signer-expired", "The signer had expired a day before the JWS was signed.", .refused(.chain),
        JWSDefectSteps(chain: {
            let signed = $0.content.signedDate
            return $0.editSigner { $0.notAfter = signed.addingTimeInterval(-86400) }
        }))

    /// The signer becomes valid a day after the JWS was signed.
    public static let signerNotYetValid = Self(
        "signer-not-yet-valid", "The signer becomes valid a day after the JWS was signed.", .refused(.chain),
        JWSDefectSteps(chain: {
            let signed = $0.content.signedDate
            return $0.editSigner { $0.notBefore = signed.addingTimeInterval(86400) }
        }))

    /// The intermediate had expired a day before the JWS was signed.
    public static let intermediateExpired = Self(
        "intermediate-expired", "The intermediate had expired a day before the JWS was signed.", .refused(.chain),
        JWSDefectSteps(chain: {
            let signed = $0.content.signedDate
            return $0.editIntermediate { $0.notAfter = signed.addingTimeInterval(-86400) }
        }))

    /// The intermediate becomes valid a day after the JWS was signed.
    public static let intermediateNotYetValid = Self(
        "intermediate-not-yet-valid", "The intermediate becomes valid a day after the JWS was signed.",
        .refused(.chain),
        JWSDefectSteps(chain: {
            let signed = $0.content.signedDate
            return $0.editIntermediate { $0.notBefore = signed.addingTimeInterval(86400) }
        }))

    /// The intermediate is not a certificate authority.
    public static let intermediateNotAuthority = Self(
        "intermediate-not-authority", "The intermediate is not a certificate authority.", .refused(.chain),
        .intermediate { $0.extensions.set(.basicConstraints(isAuthority: false)) })

    /// The intermediate's key usage does not allow signing certificates.
    public static let intermediateWithoutCertificateSigning = Self(
        "intermediate-without-certificate-signing", "The intermediate's key usage does not allow signing certificates.",
        .refused(.chain),
        .intermediate { $0.extensions.set(.keyUsage([.cRLSign])) })

    /// The signer's key usage does not allow signatures.
    public static let signerWithoutDigitalSignature = Self(
        "signer-without-digital-signature", "The signer's key usage does not allow signatures.", .refused(.chain),
        .signer { $0.extensions.set(.keyUsage([.cRLSign])) })

    /// The signer is a certificate authority.
    public static let signerIsAuthority = Self(
        "signer-is-authority", "The signer is a certificate authority.", .refused(.chain),
        .signer { $0.extensions.set(.basicConstraints(isAuthority: true)) })

    /// Another authority stands between the signer and the intermediate.
    public static let longerChain = Self(
        "longer-chain", "Another authority stands between the signer and the intermediate.", .refused(.chain),
        JWSDefectSteps(chain: { $0.addAuthority() }))

    /// The signer issued another certificate with the right marker, which signed.
    public static let signerAsIssuer = Self(
        "signer-as-issuer", "The signer issued another certificate with the right marker, which signed.",
        .refused(.chain),
        JWSDefectSteps(chain: {
            guard let root = $0.chain.root else { return false }
            let issuer = $0.chain.signer
            $0.chain.signer = .jwsSigner(issuedBy: issuer, key: .jwsDeveloper)
            return $0.setChain(issuer, root)
        }))

    /// The signer names its issuer in strings of another type.
    public static let issuerNameOtherType = Self(
        "issuer-name-other-type", "The signer names its issuer in strings of another type.", .refused(.chain),
        .signer { $0.issuer.usePrintableStrings() })

    /// The signer names another key of its issuer than the intermediate has.
    public static let keyIdentifierMismatch = Self(
        "key-identifier-mismatch", "The signer names another key of its issuer than the intermediate has.",
        .refused(.chain),
        .signer { $0.extensions.set(.authorityKeyIdentifier(TestKey.strangerJWSIntermediate.keyIdentifier)) })
}

extension JWSDraft {
    fileprivate mutating func editSigner(_ change: (inout TestCertificate) -> Void) -> Bool {
        guard chain.intermediate != nil else { return false }
        change(&chain.signer)
        return true
    }

    fileprivate mutating func editIntermediate(_ change: (inout TestCertificate) -> Void) -> Bool {
        guard var intermediate = chain.intermediate else { return false }
        change(&intermediate)
        chain.intermediate = intermediate
        return true
    }

    fileprivate mutating func setChain(_ intermediate: TestCertificate, _ root: TestCertificate) -> Bool {
        chain.intermediate = intermediate
        chain.root = root
        return true
    }

    /// Puts an authority below the intermediate, which then stands in the place of the root.
    fileprivate mutating func addAuthority() -> Bool {
        guard let intermediate = chain.intermediate else { return false }
        var authority = TestCertificate.jwsIntermediate(issuedBy: intermediate, key: .strangerJWSIntermediate)
        authority.subject = TestName([.commonName("Test Authority Below"), .country("US")])
        chain.signer = .jwsSigner(issuedBy: authority, key: chain.signer.key)
        return setChain(authority, intermediate)
    }
}

extension TestChain {
    /// A certificate that signed itself, with another key.
    fileprivate func resigned(_ key: TestKey) -> TestChain {
        var chain = self
        chain.signer.key = key
        chain.signer.issuerKey = key
        return chain
    }
}

extension TestName {
    fileprivate mutating func usePrintableStrings() {
        for name in relativeNames.indices {
            for attribute in relativeNames[name].indices { relativeNames[name][attribute].encoding = .printable }
        }
    }
}
