internal import ReceiptFields

extension UnverifiedReceipt {
    /// Returns the certificate with the issuer and serial number that the signer info names, compared byte by byte (RFC 5652 section 5.3).
    /// The order of the certificates is irrelevant. If two certificates match, the receipt is rejected, because otherwise their order would
    /// decide which one is used.
    func signerCertificate() throws(VerificationError) -> CertificateOutline {
        let issuer = bytes[signer.issuer]
        let serialNumber = bytes[signer.serialNumber]
        let matching = outlines.filter { bytes[$0.issuer] == issuer && bytes[$0.serialNumber] == serialNumber }
        // For the error, the beginning is enough: a serial number may be as long as the receipt.
        let evidence = Array(serialNumber.prefix(64))
        guard let first = matching.first else { throw .signerCertificateMissing(serialNumber: evidence) }
        guard matching.count == 1 else { throw .signerCertificateAmbiguous(serialNumber: evidence) }
        return first
    }

    /// Returns the only certificate in the receipt whose subject is the signer's issuer.
    func intermediateCertificate(of signer: CertificateOutline) throws(VerificationError) -> CertificateOutline {
        let name = bytes[signer.issuer]
        if bytes[signer.subject] == name { throw .untrustedRoot(Fingerprint(of: bytes[signer.whole])) }
        let matching = outlines.filter { bytes[$0.subject] == name }
        guard let first = matching.first else { throw .issuerCertificateMissing }
        guard matching.count == 1 else { throw .issuerCertificateAmbiguous }
        return first
    }

    /// The maximum size of an unused certificate, in bytes. Apple's root has 1,215.
    private static var maximumUnusedCertificateSize: Int { 2 << 10 }

    /// Checks the certificates in the receipt that the verifier doesn't use, such as the root in Apple's receipts. There may be one such
    /// certificate, no larger than real ones. No signature covers these certificates, so anyone who has a genuine receipt could add more.
    func checkUnused(besides signer: TrustedSigner) throws(VerificationError) {
        let allowed = signer.intermediateBytes.isEmpty ? 2 : 3
        if outlines.count > allowed { throw exceeds(.certificates, allowed, outlines[allowed]) }
        let size = Self.maximumUnusedCertificateSize
        for outline in outlines where outline.whole.count > size && !signer.has(bytes[outline.whole]) {
            throw exceeds(.certificateSize, size, outline)
        }
    }

    private func exceeds(_ limit: FormatError.Limit, _ allowed: Int, _ certificate: CertificateOutline)
        -> VerificationError
    {
        .malformed(FormatError(.limitExceeded(limit, allowed: allowed), offset: certificate.whole.lowerBound))
    }
}
