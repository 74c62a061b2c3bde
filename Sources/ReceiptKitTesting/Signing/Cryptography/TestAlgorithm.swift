/// An algorithm, as certificates and containers name it.
///
/// ```
/// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY DEFINED BY algorithm OPTIONAL }
/// ```
/// (RFC 5280 §4.1.1.2). It is only a label: changing it does not change what is computed.
package struct TestAlgorithm: Hashable, Sendable {
    package var identifier: TestOID
    /// The encoded parameters: NULL by default, as in Apple's receipts; nil leaves them out.
    package var parameters: [UInt8]?

    package init(_ identifier: TestOID, parameters: [UInt8]? = TestDER.null) {
        self.identifier = identifier
        self.parameters = parameters
    }

    package var encoded: [UInt8] {
        TestDER.sequence([TestDER.objectIdentifier(identifier), parameters ?? []])
    }
}

extension TestAlgorithm {
    package static let md5 = TestAlgorithm([1, 2, 840, 113_549, 2, 5])
    package static let sha1 = TestAlgorithm([1, 3, 14, 3, 2, 26])
    package static let sha256 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 1])
    package static let sha384 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 2])
    package static let sha512 = TestAlgorithm([2, 16, 840, 1, 101, 3, 4, 2, 3])
    /// RSA, as a key's type and as the signature algorithm of Apple's receipts.
    package static let rsaEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 1])
    package static let md5WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 4])
    package static let sha1WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 5])
    package static let sha256WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 11])
    package static let sha384WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 12])
    package static let sha512WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 13])
    /// ECDSA over SHA-1, which no certificate of Apple's has.
    package static let ecdsaWithSHA1 = TestAlgorithm([1, 2, 840, 10045, 4, 1], parameters: nil)
    package static let ecdsaWithSHA256 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 2], parameters: nil)
    /// ECDSA over SHA-384, as in the certificates of JWS.
    package static let ecdsaWithSHA384 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 3], parameters: nil)
    package static let ecdsaWithSHA512 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 4], parameters: nil)

    /// An elliptic-curve key's type, with its curve (RFC 5480 §2.1.1).
    package static func ecPublicKey(_ curve: TestCurve) -> TestAlgorithm {
        TestAlgorithm([1, 2, 840, 10045, 2, 1], parameters: TestDER.objectIdentifier(curve.identifier))
    }
}
