internal import ReceiptFields

extension UnverifiedReceipt {
    /// The certificate with the issuer and serial number that the signer names, compared byte by byte (RFC 5652 section
    /// 5.3). Being first in the receipt means nothing. Two that match are rejected: the order would choose.
    func signerCertificate() throws(VerificationError) -> CertificateRanges {
        let issuer = bytes[signer.issuer]
        let serialNumber = bytes[signer.serialNumber]
        let matching = outlines.filter { bytes[$0.issuer] == issuer && bytes[$0.serialNumber] == serialNumber }
        // As evidence, the beginning is enough: a serial number may be as long as the receipt.
        let evidence = Array(serialNumber.prefix(64))
        guard let first = matching.first else { throw .signerCertificateMissing(serialNumber: evidence) }
        guard matching.count == 1 else { throw .signerCertificateAmbiguous(serialNumber: evidence) }
        return first
    }

    /// The one certificate in the receipt that has the name of the signer's issuer.
    func intermediateCertificate(of signer: CertificateRanges) throws(VerificationError) -> CertificateRanges {
        let name = bytes[signer.issuer]
        if bytes[signer.subject] == name { throw .untrustedRoot(Fingerprint(of: bytes[signer.whole])) }
        let matching = outlines.filter { bytes[$0.subject] == name }
        guard let first = matching.first else { throw .issuerCertificateMissing }
        guard matching.count == 1 else { throw .issuerCertificateAmbiguous }
        return first
    }

    /// The most bytes of a certificate that is not used; Apple's root has 1,215.
    private static var maximumUnusedCertificateSize: Int { 2 << 10 }

    /// Checks the certificates that are not used, as the root in Apple's receipts is not: one, and no larger than real ones. No
    /// signature covers them, so anyone who has a genuine receipt could add more.
    func checkUnused(besides signer: TrustedSigner) throws(VerificationError) {
        let allowed = signer.intermediateBytes.isEmpty ? 2 : 3
        if outlines.count > allowed { throw exceeds(.certificates, allowed, outlines[allowed]) }
        let size = Self.maximumUnusedCertificateSize
        for outline in outlines where outline.whole.count > size && !signer.has(bytes[outline.whole]) {
            throw exceeds(.certificateSize, size, outline)
        }
    }

    private func exceeds(_ limit: FormatError.Limit, _ allowed: Int, _ certificate: CertificateRanges)
        -> VerificationError
    {
        .malformed(FormatError(.limitExceeded(limit, allowed: allowed), offset: certificate.whole.lowerBound))
    }
}
