internal import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies a JWS up to and including its signature. The checks are, in this order: the form, the header, the payload up to its date,
    /// the chain, and the signature.
    func verifiedJWS(_ text: [UInt8]) throws(VerificationError) -> AuthenticContents<UnverifiedJWS> {
        if EvidenceBody.isInPlaceOfJWS(text) { throw .malformed(FormatError(.otherForm(.body), offset: 0)) }
        let parts = try wellFormed(try UnverifiedJWS.Parts(text))
        let header = parts.text[parts.header]
        let (payload, signature) = try wellFormed(
            (try parts.decoded(parts.payload), try parts.decoded(parts.signature)))
        // A header that appeared in a verified JWS isn't parsed again.
        let seen = chains.signer(header: header)
        let certificates =
            if let seen { [seen.signerBytes, seen.intermediateBytes] } else {
                try wellFormed(
                    try JWSHeader(
                        json: try parts.decoded(parts.header), certificates: policy.trust.isXcode ? (1, 1) : (3, 2)
                    ).certificates)
            }
        let payloadHeader = try wellFormed(try UnverifiedPayloadHeader(json: payload[...]))
        let signer =
            if let seen, seen.isValid(at: payloadHeader.signedDate) { seen } else {
                try trustedSigner(certificates, at: payloadHeader.signedDate)
            }
        guard signature.count == 64 else {
            throw .malformed(FormatError(.jws(.signature(signature.count)), offset: parts.signature.lowerBound))
        }
        let signed = try AuthenticContents(
            UnverifiedJWS(parts: parts, payload: payload, signature: signature, payloadHeader: payloadHeader),
            by: signer)
        if signer !== seen { chains.remember(signer, header: header) }
        return signed
    }

    /// Verifies a JWS whose form was detected. White space around it is ignored.
    func trimmedJWS(_ text: [UInt8]) throws(VerificationError) -> AuthenticContents<UnverifiedJWS> {
        let trimmed = WhiteSpace.trimmed(text[...])
        return try verifiedJWS(trimmed.count == text.count ? text : Array(trimmed))
    }

    /// Verifies a JWS that is a member of a JSON body. If a program replaced it by its decoded payload, the error says so.
    func memberJWS(_ text: [UInt8]) throws(VerificationError) -> AuthenticContents<UnverifiedJWS> {
        if let reason = InputFormat.detectInPlaceOfJWS(text) { throw .malformed(FormatError(reason, offset: 0)) }
        return try trimmedJWS(text)
    }

    private func trustedSigner(_ certificates: [[UInt8]], at date: Date) throws(VerificationError) -> TrustedSigner {
        guard let signer = certificates.first else { throw .issuerCertificateMissing }
        if policy.trust.isXcode { return try trustedXcodeSigner(signer[...], .ecdsa, at: date) }
        guard certificates.count > 1 else { throw .issuerCertificateMissing }
        let intermediate = certificates[1]
        do throws(VerificationError) {
            return try trustedSigner(
                signer[...], intermediate[...], .ecdsa, at: date,
                encoded: (
                    try UnverifiedCertificate(derEncoded: signer, .signer),
                    try UnverifiedCertificate(derEncoded: intermediate, .intermediate)
                ))
        } catch {
            // Trusting the root of these certificates would not help: no authority that issues certificates for the App Store issued them.
            switch error {
            case .untrustedRoot, .sha1NotAccepted, .issuerCertificateMissing: break
            default: throw error
            }
            if AppleExtension.isIn(signer) || AppleExtension.isIn(intermediate) { throw error }
            throw .malformed(FormatError(.jws(.foreignCertificates), path: .header("x5c"), offset: 0))
        }
    }
}
