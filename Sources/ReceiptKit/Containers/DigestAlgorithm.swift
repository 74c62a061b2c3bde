package import Crypto
package import CryptoExtras
internal import ReceiptFields

/// The hash function of a signature.
public enum DigestAlgorithm: String, Hashable, Sendable {
    /// SHA-1, in receipts until 2024.
    case sha1
    /// SHA-256, in receipts since 2023.
    case sha256

    /// The pairs of digest algorithm and signature algorithm in receipts: a digest with rsaEncryption, as Apple writes them, or a digest
    /// with the identifier that names both algorithms, as Xcode writes them (RFC 8017 section 8.2). Every other pair is rejected.
    private static let table: [(digest: OID, signature: OID, algorithm: DigestAlgorithm)] = [
        (.sha1, .rsaEncryption, .sha1),
        (.sha1, .sha1WithRSAEncryption, .sha1),
        (.sha256, .rsaEncryption, .sha256),
        (.sha256, .sha256WithRSAEncryption, .sha256),
    ]

    init(_ signer: SignerInfo) throws(VerificationError) {
        let digest = signer.digestAlgorithm
        let signature = signer.signatureAlgorithm
        let row = Self.table.first { $0.digest == digest.algorithm && $0.signature == signature.algorithm }
        guard let row, digest.hasPlainParameters, signature.hasPlainParameters else {
            throw .unsupportedAlgorithm(
                digest: digest.algorithm.description, signature: signature.algorithm.description)
        }
        self = row.algorithm
    }

    /// Returns true if `key` created `signature` over `content` (RSASSA-PKCS1-v1_5, RFC 8017 section 8.2.2).
    ///
    /// - Parameter hash: the SHA-256 hash of the content, if the caller has already computed it.
    package func isValid(
        _ signature: ArraySlice<UInt8>, for content: ArraySlice<UInt8>, _ key: _RSA.Signing.PublicKey,
        hash: SHA256Digest? = nil
    ) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
        return switch self {
        case .sha1:
            key.isValidSignature(signature, for: Insecure.SHA1.hash(data: content), padding: .insecurePKCS1v1_5)
        case .sha256:
            key.isValidSignature(signature, for: hash ?? SHA256.hash(data: content), padding: .insecurePKCS1v1_5)
        }
    }
}
