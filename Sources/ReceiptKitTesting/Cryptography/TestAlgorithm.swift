/// An algorithm, as certificates and containers name it.
///
/// ```
/// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY DEFINED BY algorithm OPTIONAL }
/// ```
/// (RFC 5280 §4.1.1.2). It is only a label: changing it does not change what is computed.
public struct TestAlgorithm: Hashable, Sendable {
    /// The algorithm.
    public var identifier: TestOID
    /// The encoded parameters: NULL by default, as in Apple's receipts; nil leaves them out.
    public var parameters: [UInt8]?

    /// A label of this identifier.
    public init(_ identifier: TestOID, parameters: [UInt8]? = TestDER.null) {
        self.identifier = identifier
        self.parameters = parameters
    }

    /// The encoded AlgorithmIdentifier.
    public var encoded: [UInt8] {
        TestDER.sequence([TestDER.objectIdentifier(identifier), parameters ?? []])
    }
}

extension TestAlgorithm {
    /// MD5.
    public static let md5 = TestAlgorithm([1, 2, 840, 113_549, 2, 5])
    /// SHA-1.
    public static let sha1 = TestAlgorithm([1, 3, 14, 3, 2, 26])
    /// SHA-256.
    public static let sha256 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 1])
    /// SHA-384.
    public static let sha384 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 2])
    /// SHA-512.
    public static let sha512 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 3])
    /// RSA, as a key's type and as the signature algorithm of Apple's receipts.
    public static let rsaEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 1])
    /// RSA over MD5.
    public static let md5WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 4])
    /// RSA over SHA-1.
    public static let sha1WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 5])
    /// RSA over SHA-256.
    public static let sha256WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 11])
    /// RSA over SHA-384.
    public static let sha384WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 12])
    /// RSA over SHA-512.
    public static let sha512WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 13])
    /// ECDSA over SHA-1, which no certificate of Apple's has.
    public static let ecdsaWithSHA1 = TestAlgorithm([1, 2, 840, 10045, 4, 1], parameters: nil)
    /// ECDSA over SHA-256.
    public static let ecdsaWithSHA256 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 2], parameters: nil)
    /// ECDSA over SHA-384, as in the certificates of JWS.
    public static let ecdsaWithSHA384 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 3], parameters: nil)
    /// ECDSA over SHA-512.
    public static let ecdsaWithSHA512 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 4], parameters: nil)

    /// An elliptic-curve key's type, with its curve (RFC 5480 §2.1.1).
    public static func ecPublicKey(_ curve: TestCurve) -> TestAlgorithm {
        TestAlgorithm([1, 2, 840, 10045, 2, 1], parameters: TestDER.objectIdentifier(curve.identifier))
    }
}
