public import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies an iOS 6 transaction receipt: `SKPaymentTransaction.transactionReceipt`, or its base64.
    ///
    /// The policy must accept such receipts. See ``ReceiptPolicy/transactionReceipts``.
    ///
    /// - Parameters:
    ///   - bytes: the property list, or its base64, with or without line breaks.
    ///   - now: the time of verification. The certificates must have been valid on the purchase date instead.
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(
        transactionReceipt bytes: some Collection<UInt8>, at now: Date
    ) throws(VerificationError) -> VerifiedTransactionReceipt {
        // Allow for base64 and its line breaks.
        let limit = min(UnverifiedTransactionReceipt.maximumSize, policy.limits.maximumInputSize)
        guard bytes.count <= limit / 2 * 3 + 4 else {
            throw .malformed(FormatError(.limitExceeded(.input, allowed: limit), offset: 0))
        }
        let receipt = try wellFormed(try UnverifiedTransactionReceipt(Array(bytes), limits: policy.limits))
        // The date determines when the certificates must have been valid. This date is unverified until the signature is checked.
        let purchased = try wellFormed(try TransactionReceiptPayload.purchaseDate(in: receipt.purchaseInfo))
        if receipt.blob.version.digest == .sha1 { try policy.sha1.check(.receipt, purchased) }
        let signed = try AuthenticContents(receipt, by: try trustedSigner(of: receipt, at: purchased))
        return VerifiedTransactionReceipt(
            checked: try checked(signed, at: now), claimedEnvironment: receipt.claimedEnvironment)
    }

    /// Verifies an iOS 6 transaction receipt in base64, which begins with `ewoJ`.
    ///
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(
        transactionReceipt text: String, at now: Date
    ) throws(VerificationError) -> VerifiedTransactionReceipt {
        try verify(transactionReceipt: text.utf8, at: now)
    }

    /// Returns the receipt's signer. The receipt doesn't contain the issuer's certificate, so the policy must supply it.
    private func trustedSigner(
        of receipt: UnverifiedTransactionReceipt, at date: Date
    ) throws(VerificationError) -> TrustedSigner {
        // Xcode issues no such receipts.
        if policy.trust.isXcode { throw .notXcodeCertificate(Fingerprint(of: receipt.certificate)) }
        let signer = try UnverifiedCertificate(derEncoded: receipt.certificate, .signer)
        let keys = SigningKey.Kind.transactionReceipt(bits: receipt.blob.version.keySize)
        var failure = VerificationError.issuerCertificateMissing
        for issuer in policy.trust.issuers where issuer.subject == signer.issuer {
            do throws(VerificationError) {
                return try trustedSigner(signer.bytes, issuer.bytes, keys, at: date, encoded: (signer, issuer))
            } catch {
                // If several issuers have this name, the error is that of the issuer that signed the certificate.
                if failure == .issuerCertificateMissing || failure == .certificateSignature(.signer) { failure = error }
            }
        }
        throw failure
    }
}
