import Crypto
import CryptoExtras
internal import ReceiptEssentials

/// A key pair for signing: RSA for receipts, ECDSA for StoreKit 2's JWS.
///
/// Both kinds of signature are deterministic, so the same message always gets the same signature: RSA because it uses PKCS #1 v1.5, ECDSA
/// because its nonce follows RFC 6979.
package struct TestKey: Sendable {
    private enum PrivateKey: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case elliptic(TestCurve, scalar: [UInt8])
    }

    private let privateKey: PrivateKey

    /// The public key: RSAPublicKey (RFC 8017 §A.1.1), or the uncompressed point (RFC 5480 §2.2).
    package let publicKey: [UInt8]

    /// Creates an RSA key from `-----BEGIN RSA PRIVATE KEY-----` or `-----BEGIN PRIVATE KEY-----`. Returns nil if it
    /// isn't an RSA key of at least 2048 bits.
    package init?(pemRepresentation: String) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pemRepresentation) else { return nil }
        self.init(key)
    }

    /// Creates an ECDSA key from the bytes of its scalar, most significant first. Returns nil if the scalar isn't as long as the curve's
    /// coordinates, is 0, or isn't below the order.
    package init?(_ curve: TestCurve, scalar: [UInt8]) {
        guard scalar.count == curve.coordinateSize, let point = curve.point(scalar) else { return nil }
        privateKey = .elliptic(curve, scalar: scalar)
        publicKey = point
    }

    /// Creates a key from primes in this module's source.
    init(primes base64: String) { self.init(embedded: base64, _RSA.Signing.PrivateKey.init(primes:)) }

    /// Creates a key of 1024 bits from this module's source.
    init(embeddedShort base64: String) {
        self.init(embedded: base64) { try _RSA.Signing.PrivateKey(unsafeDERRepresentation: $0) }
    }

    /// Traps if the source itself is damaged, before any test starts.
    private init(embedded base64: String, _ read: ([UInt8]) throws -> _RSA.Signing.PrivateKey) {
        guard let octets = Data(base64Encoded: base64.filter { !$0.isWhitespace }), let key = try? read(Array(octets))
        else { preconditionFailure("an embedded test key is damaged") }
        self.init(key)
    }

    /// Creates a key from hexadecimal digits in this module's source. Traps if the source itself is damaged.
    init(embedded curve: TestCurve, _ digits: String) {
        guard let scalar = TestText.bytes(hexadecimal: digits), let key = TestKey(curve, scalar: scalar) else {
            preconditionFailure("an embedded test key is damaged")
        }
        self = key
    }

    private init(_ privateKey: _RSA.Signing.PrivateKey) {
        self.privateKey = .rsa(privateKey)
        publicKey = Array(privateKey.publicKey.pkcs1DERRepresentation)
    }

    /// The curve of an ECDSA key, or nil for RSA.
    package var curve: TestCurve? {
        switch privateKey {
        case .rsa: nil
        case .elliptic(let curve, _): curve
        }
    }

    /// The public key, encoded as in certificates.
    ///
    /// ```
    /// SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
    /// ```
    /// (RFC 5280 §4.1.2.7)
    package var subjectPublicKeyInfo: [UInt8] {
        let algorithm = curve.map(TestAlgorithm.ecPublicKey) ?? .rsaEncryption
        return TestDER.sequence([algorithm.encoded, TestDER.bitString(publicKey)])
    }

    /// SHA-1 of the public key, its identifier in certificates (RFC 5280 §4.2.1.2, method 1).
    package var keyIdentifier: [UInt8] { TestDigest.sha1.hash(publicKey) }

    /// Returns the algorithm identifier of this key's signatures with a hash function.
    package func signatureAlgorithm(_ digest: TestDigest) -> TestAlgorithm {
        curve == nil ? digest.signatureAlgorithm : digest.ecdsaAlgorithm
    }

    /// Signs a message. Returns the signature as in certificates: for ECDSA, in DER.
    package func signature(over message: [UInt8], digest: TestDigest) throws(TestKitError) -> [UInt8] {
        guard case .rsa(let key) = privateKey else { return try ecdsaSignature(over: message, digest: digest).der }
        do {
            return Array(
                try key.signature(for: digest.value(of: message), padding: .insecurePKCS1v1_5).rawRepresentation)
        } catch {
            throw .signingFailed
        }
    }

    /// Signs a message with ECDSA and returns both numbers. Throws for an RSA key.
    package func ecdsaSignature(
        over message: [UInt8], digest: TestDigest = .sha256
    ) throws(TestKitError) -> TestECDSASignature {
        guard case .elliptic(let curve, let scalar) = privateKey,
            let signature = DeterministicNonce(curve: curve, digest: digest, scalar: scalar).signature(over: message)
        else { throw .signingFailed }
        return signature
    }
}

extension TestKey: Equatable {
    /// Compares the public keys.
    package static func == (left: TestKey, right: TestKey) -> Bool { left.publicKey == right.publicKey }
}

extension TestKey: CustomStringConvertible {
    /// The kind of key and the first bytes of its identifier.
    package var description: String {
        let kind = curve.map { $0 == .p256 ? "P-256" : "P-384" } ?? "RSA"
        return "\(kind) key \(TestText.hexadecimal(Array(keyIdentifier.prefix(4))))"
    }
}
