import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An RSA key pair that signs with PKCS #1 v1.5, which is deterministic: the same message gives the same octets.
public struct TestKey: Sendable {
    private let privateKey: _RSA.Signing.PrivateKey

    /// The public key as RSAPublicKey (RFC 8017 §A.1.1).
    public let publicKey: [UInt8]

    /// A key of your own, as `-----BEGIN RSA PRIVATE KEY-----` or `-----BEGIN PRIVATE KEY-----`.
    ///
    /// - Throws: ``TestKitError/invalidKey``, if it is not RSA of at least 2048 bits.
    public init(pemRepresentation: String) throws(TestKitError) {
        do {
            self.init(try _RSA.Signing.PrivateKey(pemRepresentation: pemRepresentation))
        } catch {
            throw .invalidKey
        }
    }

    /// A key that stands in this module's source. It traps if the source itself is damaged, before any test starts.
    init(embedded base64: String) {
        guard let der = Data(base64Encoded: base64.filter { !$0.isWhitespace }),
            let key = try? _RSA.Signing.PrivateKey(derRepresentation: der)
        else { preconditionFailure("an embedded test key is damaged") }
        self.init(key)
    }

    private init(_ privateKey: _RSA.Signing.PrivateKey) {
        self.privateKey = privateKey
        publicKey = Array(privateKey.publicKey.pkcs1DERRepresentation)
    }

    /// The public key, encoded as certificates hold it.
    ///
    /// ```
    /// SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
    /// ```
    /// (RFC 5280 §4.1.2.7)
    public var subjectPublicKeyInfo: [UInt8] {
        TestDER.sequence([TestAlgorithm.rsaEncryption.encoded, TestDER.bitString(publicKey)])
    }

    /// SHA-1 of the public key, which names it in certificates (RFC 5280 §4.2.1.2, method 1).
    public var keyIdentifier: [UInt8] { TestDigest.sha1.hash(publicKey) }

    /// The signature over a message.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public func signature(over message: [UInt8], digest: TestDigest) throws(TestKitError) -> [UInt8] {
        do {
            let signature =
                switch digest {
                case .sha1: try sign(Insecure.SHA1.hash(data: message))
                case .sha256: try sign(SHA256.hash(data: message))
                case .sha384: try sign(SHA384.hash(data: message))
                case .sha512: try sign(SHA512.hash(data: message))
                }
            return signature
        } catch {
            throw .signingFailed
        }
    }

    private func sign<Hash: Digest>(_ digest: Hash) throws -> [UInt8] {
        Array(try privateKey.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
}

extension TestKey: Equatable {
    /// Two key pairs are the same if their public keys are.
    public static func == (left: TestKey, right: TestKey) -> Bool { left.publicKey == right.publicKey }
}

extension TestKey: CustomStringConvertible {
    /// The first octets of the key identifier.
    public var description: String { "RSA key \(TestText.hexadecimal(Array(keyIdentifier.prefix(4))))" }
}
