internal import ReceiptEssentials

/// Defects of the chain: issuers, dates and uses. Certificates are signed after the change.
extension JWSDefect {
    static let chains: [Self] = [
        Self(
            "wrong-root",
            "An authority that the verifier does not trust issued all certificates, under the same names and serial numbers.",
            .chain,
            .chain { $0 = $0.intermediate == nil ? $0.resigned(.untrustedJWSSigner) : TestAuthority.untrusted.jws }),
        Self(
            "forged-intermediate", "The intermediate names the trusted root, but another key signed it.", .chain,
            .intermediate { $0.issuerKey = .untrustedJWSRoot }),
        Self(
            "forged-signer", "The signer names the intermediate as its issuer, but another key signed it.", .chain,
            .signer { $0.issuerKey = .untrustedJWSIntermediate }),
        Self(
            "self-signed", "The signer issued its own certificate, with the right marker, and occurs three times.",
            .chain,
            .chain {
                try $0.editSigner { $0.makeSelfSigned() }
                $0 = TestChain(signer: $0.signer, intermediate: $0.signer, root: $0.signer)
            }),
        Self(
            "receipt-chain",
            "The JWS is signed with the certificates and the key for receipts, which are RSA and have another root.",
            .chain,
            .init(.chain) {
                guard $0.chain.root != nil else { throw NothingToSpoil() }
                $0.chain = $0.authority.sha256
            }),
        Self(
            "developer-certificate",
            "A developer's certificate from the same intermediate signed the JWS: it lacks the marker of signers.",
            .chain,
            .chain { try $0.signAsDeveloper(.jwsDeveloper) }),
        Self(
            "signer-marker-missing", "The signer lacks the marker of signers and is otherwise valid.", .chain,
            .signer { $0.extensions.remove(.receiptSignerMarker) }),
        Self(
            "intermediate-marker-missing", "The intermediate lacks the marker of issuers.", .chain,
            .intermediate { $0.extensions.remove(.receiptIssuerMarker) }),
        Self(
            "markers-swapped", "The signer has the marker of issuers, and the intermediate that of signers.", .chain,
            .signer {
                $0.extensions.remove(.receiptSignerMarker)
                $0.extensions.append(.marker(.receiptIssuerMarker))
            },
            .intermediate {
                $0.extensions.remove(.receiptIssuerMarker)
                $0.extensions.append(.marker(.receiptSignerMarker))
            }),
        Self(
            "signer-marker-longer", "The signer's extension has the marker's identifier with one more number.",
            .chain,
            .signer {
                $0.extensions.remove(.receiptSignerMarker)
                $0.extensions.append(.marker(TestOID(TestOID.receiptSignerMarker.arcs + [1])))
            }),
        Self(
            "signer-marker-as-policy", "The signer has the marker as a certificate policy, not as an extension.",
            .chain,
            .signer {
                $0.extensions.remove(.receiptSignerMarker)
                $0.extensions.set(.certificatePolicies([.receiptSignerMarker]))
            }),
        Self(
            "signer-expired", "The signer had expired a day before the JWS was signed.", .chain,
            .dated { chain, signed in try chain.editSigner { $0.notAfter = signed - 86400 } }),
        Self(
            "signer-not-yet-valid", "The signer becomes valid a day after the JWS was signed.", .chain,
            .dated { chain, signed in try chain.editSigner { $0.notBefore = signed + 86400 } }),
        Self(
            "intermediate-expired", "The intermediate had expired a day before the JWS was signed.", .chain,
            .dated { chain, signed in try chain.editIntermediate { $0.notAfter = signed - 86400 } }),
        Self(
            "intermediate-not-yet-valid", "The intermediate becomes valid a day after the JWS was signed.", .chain,
            .dated { chain, signed in try chain.editIntermediate { $0.notBefore = signed + 86400 } }),
        Self(
            "intermediate-not-authority", "The intermediate is not a certificate authority.", .chain,
            .intermediate { $0.extensions.set(.basicConstraints(isAuthority: false)) }),
        Self(
            "intermediate-without-certificate-signing",
            "The intermediate's key usage does not allow signing certificates.", .chain,
            .intermediate { $0.extensions.set(.keyUsage([.cRLSign])) }),
        Self(
            "signer-without-digital-signature", "The signer's key usage does not allow signatures.", .chain,
            .signer { $0.extensions.set(.keyUsage([.cRLSign])) }),
        Self(
            "signer-is-authority", "The signer is a certificate authority.", .chain,
            .signer { $0.extensions.set(.basicConstraints(isAuthority: true)) }),
        Self(
            "longer-chain", "Another authority is between the signer and the intermediate.", .chain,
            .chain { try $0.addAuthority() }),
        Self(
            "signer-as-issuer",
            "The signer issued another certificate with the right marker, and that one signed the JWS.", .chain,
            .init(.chain) {
                guard let root = $0.chain.root else { throw NothingToSpoil() }
                let issuer = $0.chain.signer
                $0.chain = TestChain(
                    signer: .jwsSigner(issuedBy: issuer, key: .jwsDeveloper), intermediate: issuer, root: root)
            }),
        Self(
            "issuer-name-other-type", "The signer names its issuer in strings of another type.", .chain,
            .signer { $0.issuer.usePrintableStrings() }),
        Self(
            "key-identifier-mismatch", "The signer names another issuer key than the intermediate's.", .chain,
            .signer { $0.extensions.set(.authorityKeyIdentifier(TestKey.untrustedJWSIntermediate.keyIdentifier)) }),
    ]
}

extension DefectChange<JWSDraft> {
    /// Changes the chain, depending on the date at which it is validated.
    fileprivate static func dated(_ change: @escaping @Sendable (inout TestChain, Date) throws -> Void) -> Self {
        Self(.chain) { try change(&$0.chain, $0.content.signedDate) }
    }
}

extension TestChain {
    /// Adds an authority below the intermediate. The intermediate then takes the root's position.
    fileprivate mutating func addAuthority() throws {
        guard let intermediate else { throw NothingToSpoil() }
        var authority = TestCertificate.jwsIntermediate(issuedBy: intermediate, key: .untrustedJWSIntermediate)
        authority.subject = TestName([.commonName("Test Authority Below"), .country("US")])
        self = TestChain(
            signer: .jwsSigner(issuedBy: authority, key: signer.key), intermediate: authority, root: intermediate)
    }
}

extension TestName {
    fileprivate mutating func usePrintableStrings() {
        for name in relativeNames.indices {
            for attribute in relativeNames[name].indices { relativeNames[name][attribute].encoding = .printable }
        }
    }
}
