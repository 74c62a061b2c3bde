import Crypto
import CryptoExtras
internal import ReceiptEssentials

/// A key pair that signs: RSA for receipts, ECDSA for StoreKit 2's JWS.
///
/// Both are deterministic, so the same message gets the same bytes each time: RSA because it signs with PKCS #1 v1.5, ECDSA because its
/// nonce is that of RFC 6979.
package struct TestKey: Sendable {
    private enum PrivateKey: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case elliptic(TestCurve, scalar: [UInt8])
    }

    private let privateKey: PrivateKey

    /// The public key: RSAPublicKey (RFC 8017 §A.1.1), or the uncompressed point (RFC 5480 §2.2).
    package let publicKey: [UInt8]

    /// An RSA key of your own, as `-----BEGIN RSA PRIVATE KEY-----` or `-----BEGIN PRIVATE KEY-----`. Nil if it isn't RSA of at least 2048
    /// bits.
    package init?(pemRepresentation: String) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pemRepresentation) else { return nil }
        self.init(key)
    }

    /// An ECDSA key of your own, as the bytes of its number, most significant first. Nil if they aren't as many as the curve's coordinates
    /// have, or not from 1 to below the order.
    package init?(_ curve: TestCurve, scalar: [UInt8]) {
        guard scalar.count == curve.coordinateSize, let point = curve.point(scalar) else { return nil }
        privateKey = .elliptic(curve, scalar: scalar)
        publicKey = point
    }

    /// A key that stands in this module's source, as its primes. It traps if the source itself is damaged, before any test starts.
    init(primes base64: String) {
        guard let primes = Data(base64Encoded: base64.filter { !$0.isWhitespace }),
            let key = try? _RSA.Signing.PrivateKey(primes: Array(primes))
        else { preconditionFailure("an embedded test key is damaged") }
        self.init(key)
    }

    /// A key of 1024 bits that stands in this module's source. It traps if the source itself is damaged.
    init(embeddedShort base64: String) {
        guard let der = Data(base64Encoded: base64.filter { !$0.isWhitespace }),
            let key = try? _RSA.Signing.PrivateKey(unsafeDERRepresentation: der)
        else { preconditionFailure("an embedded test key is damaged") }
        self.init(key)
    }

    /// A key that stands in this module's source, as hexadecimal digits. It traps if the source itself is damaged.
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

    /// The curve of an ECDSA key, nil for RSA.
    package var curve: TestCurve? {
        switch privateKey {
        case .rsa: nil
        case .elliptic(let curve, _): curve
        }
    }

    /// The public key, encoded as certificates hold it.
    ///
    /// ```
    /// SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
    /// ```
    /// (RFC 5280 §4.1.2.7)
    package var subjectPublicKeyInfo: [UInt8] {
        let algorithm = curve.map(TestAlgorithm.ecPublicKey) ?? .rsaEncryption
        return TestDER.sequence([algorithm.encoded, TestDER.bitString(publicKey)])
    }

    /// SHA-1 of the public key, which names it in certificates (RFC 5280 §4.2.1.2, method 1).
    package var keyIdentifier: [UInt8] { TestDigest.sha1.hash(publicKey) }

    /// What certificates call a signature of this key over a hash.
    package func signatureAlgorithm(_ digest: TestDigest) -> TestAlgorithm {
        curve == nil ? digest.signatureAlgorithm : digest.ecdsaAlgorithm
    }

    /// The signature over a message as certificates have it: of ECDSA, the DER form.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    package func signature(over message: [UInt8], digest: TestDigest) throws(TestKitError) -> [UInt8] {
        guard case .rsa(let key) = privateKey else { return try ecdsaSignature(over: message, digest: digest).der }
        do {
            let signature =
                switch digest {
                case .sha1: try sign(Insecure.SHA1.hash(data: message), with: key)
                case .sha256: try sign(SHA256.hash(data: message), with: key)
                case .sha384: try sign(SHA384.hash(data: message), with: key)
                case .sha512: try sign(SHA512.hash(data: message), with: key)
                }
            return signature
        } catch {
            throw .signingFailed
        }
    }

    /// The two numbers of an ECDSA signature over a message.
    ///
    /// - Throws: ``TestKitError/signingFailed``, also for a key of RSA.
    package func ecdsaSignature(
        over message: [UInt8], digest: TestDigest = .sha256
    ) throws(TestKitError) -> TestECDSASignature {
        guard case .elliptic(let curve, let scalar) = privateKey,
            let signature = DeterministicNonce(curve: curve, digest: digest, scalar: scalar).signature(over: message)
        else { throw .signingFailed }
        return signature
    }

    private func sign<Hash: Digest>(_ digest: Hash, with key: _RSA.Signing.PrivateKey) throws -> [UInt8] {
        Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
}

extension TestKey: Equatable {
    /// Two key pairs are the same if their public keys are.
    package static func == (left: TestKey, right: TestKey) -> Bool { left.publicKey == right.publicKey }
}

extension TestKey: CustomStringConvertible {
    /// Its kind and the first bytes of the key identifier.
    package var description: String {
        let kind = curve.map { $0 == .p256 ? "P-256" : "P-384" } ?? "RSA"
        return "\(kind) key \(TestText.hexadecimal(Array(keyIdentifier.prefix(4))))"
    }
}
