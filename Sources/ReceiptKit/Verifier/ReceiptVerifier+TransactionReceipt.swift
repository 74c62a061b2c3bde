public import ReceiptEssentials
internal import ReceiptFields

extension ReceiptVerifier {
    /// Verifies an iOS 6 transaction receipt: `SKPaymentTransaction.transactionReceipt`, or its base64.
    ///
    /// The policy must accept such receipts: ``ReceiptPolicy/transactionReceipts``.
    ///
    /// - Parameters:
    ///   - bytes: the property list, or its base64, with or without line breaks.
    ///   - now: the time of verification. The certificates are judged at the purchase date instead.
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(
        transactionReceipt bytes: some Collection<UInt8>, at now: Date
    ) throws(VerificationError) -> VerifiedTransactionReceipt {
        // Room for base64 and its line breaks.
        let limit = min(SignedTransactionReceipt.maximumSize, policy.limits.maximumInputSize)
        guard bytes.count <= limit / 2 * 3 + 4 else {
            throw .malformed(FormatError(.limitExceeded(.input, allowed: limit), offset: 0))
        }
        let receipt = try wellFormed(try SignedTransactionReceipt(Array(bytes), limits: policy.limits))
        return try verify(transactionReceipt: receipt, at: now)
    }

    /// Verifies an iOS 6 transaction receipt in base64: it begins with `ewoJ`.
    ///
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(
        transactionReceipt text: String, at now: Date
    ) throws(VerificationError) -> VerifiedTransactionReceipt {
        try verify(transactionReceipt: text.utf8, at: now)
    }

    /// Verifies an iOS 6 transaction receipt that is already split into its parts.
    ///
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(
        transactionReceipt receipt: SignedTransactionReceipt, at now: Date
    ) throws(VerificationError) -> VerifiedTransactionReceipt {
        let list = try wellFormed(try receipt.purchaseInfoList)
        // The date decides at which time the chain is judged. It is unverified until the signature is checked.
        let purchased = try wellFormed(try TransactionReceiptPayload.purchaseDate(in: list))
        let version = receipt.blob.version
        if version.digest == .sha1 { try policy.sha1.check(.receipt, purchased) }
        let signer = try trustedSigner(of: receipt, at: purchased)
        let signed = receipt.signedBytes
        guard case .rsa(let key) = signer.key, version.digest.isValid(receipt.signature[...], for: signed[...], key)
        else { throw .signatureInvalid }
        let contents = try wellFormed(try TransactionReceiptPayload(list))
        try policy.check(contents, receipt.claimedEnvironment, at: now)
        return VerifiedTransactionReceipt(
            unchecked: contents, claimedEnvironment: receipt.claimedEnvironment,
            verification(signer, version.digest, isDeviceChecked: policy.device != .unchecked, at: now),
            signedDigest: ContentDigest(of: signed))
    }

    /// The signer, whose issuer is not in the receipt but among those that the policy knows.
    private func trustedSigner(
        of receipt: SignedTransactionReceipt, at date: Date
    ) throws(VerificationError) -> TrustedSigner {
        // Xcode makes no such receipts.
        if policy.trust.isXcode { throw .notXcodeCertificate(Fingerprint(of: receipt.certificate)) }
        let signer = try UnverifiedCertificate(derEncoded: receipt.certificate, .signer)
        let keys = SigningKey.Kind.transactionReceipt(bits: receipt.blob.version.keySize)
        var failure = VerificationError.issuerCertificateMissing
        for issuer in policy.trust.issuers where issuer.subject == signer.issuer {
            do throws(VerificationError) {
                return try trustedSigner(signer.bytes, issuer.bytes, keys, at: date, encoded: (signer, issuer))
            } catch {
                // Of several with one name, what is wrong with the one that signed it.
                if failure == .issuerCertificateMissing || failure == .certificateSignature(.signer) { failure = error }
            }
        }
        throw failure
    }
}

extension SignedTransactionReceipt {
    fileprivate var purchaseInfoList: PropertyList {
        get throws(FormatError) {
            do throws(FormatError) {
                return try PropertyList(purchaseInfo)
            } catch {
                throw error.path == .container ? error.at(.member("purchase-info")) : error
            }
        }
    }
}
