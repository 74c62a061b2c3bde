internal import Crypto

/// The contents of a container with a valid signature. A value of this type proves that the signature was verified: every initializer
/// verifies a signature, and no code outside this file can create one.
struct AuthenticContents<Container: Sendable>: Sendable {
    let container: Container
    let signer: TrustedSigner
    let digest: DigestAlgorithm
    let hash: SignedHash

    private init(_ container: Container, _ signer: TrustedSigner, _ digest: DigestAlgorithm, _ hash: SignedHash) {
        (self.container, self.signer, self.digest, self.hash) = (container, signer, digest, hash)
    }

    /// Verifies an RSASSA-PKCS1-v1_5 signature over the content of a receipt.
    private init(
        _ container: Container, _ content: ArraySlice<UInt8>, _ signature: ArraySlice<UInt8>, _ digest: DigestAlgorithm,
        _ signer: TrustedSigner
    ) throws(VerificationError) {
        let hash = digest == .sha256 ? SHA256.hash(data: content) : nil
        guard case .rsa(let key) = signer.key, digest.isValid(signature, for: content, key, hash: hash) else {
            throw .signatureInvalid
        }
        self.init(container, signer, digest, hash.map(SignedHash.computed) ?? .content(content))
    }
}

extension AuthenticContents<UnverifiedReceipt> {
    init(_ receipt: UnverifiedReceipt, _ digest: DigestAlgorithm, by signer: TrustedSigner) throws(VerificationError) {
        try self.init(receipt, receipt.content, receipt.bytes[receipt.signer.signature], digest, signer)
    }
}

extension AuthenticContents<UnverifiedTransactionReceipt> {
    init(_ receipt: UnverifiedTransactionReceipt, by signer: TrustedSigner) throws(VerificationError) {
        let content = [receipt.blob.version.rawValue] + receipt.purchaseInfo.text
        try self.init(receipt, content[...], receipt.signature[...], receipt.blob.version.digest, signer)
    }
}

extension AuthenticContents<UnverifiedJWS> {
    init(_ jws: UnverifiedJWS, by signer: TrustedSigner) throws(VerificationError) {
        let hash = SHA256.hash(data: jws.parts.signedText)
        guard case .p256(let key) = signer.key, ES256.isValid(jws.signature, for: hash, key) else {
            throw .signatureInvalid
        }
        self.init(jws, signer, .sha256, .computed(hash))
    }
}
