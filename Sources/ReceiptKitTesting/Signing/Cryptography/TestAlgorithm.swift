/// An algorithm identifier in certificates and containers.
///
/// ```
/// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY DEFINED BY algorithm OPTIONAL }
/// ```
/// (RFC 5280 §4.1.1.2). It is only a label: changing it doesn't change the computed signature.
package struct TestAlgorithm: Hashable, Sendable {
    package var identifier: TestOID
    /// The encoded parameters: NULL by default, as in Apple's receipts; nil omits them.
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
    /// RSA, as the type of keys and as the signature algorithm of Apple's receipts.
    package static let rsaEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 1])
    package static let md5WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 4])
    package static let sha1WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 5])
    package static let sha256WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 11])
    package static let sha384WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 12])
    package static let sha512WithRSAEncryption = TestAlgorithm([1, 2, 840, 113_549, 1, 1, 13])
    /// ECDSA over SHA-1, which none of Apple's certificates use.
    package static let ecdsaWithSHA1 = TestAlgorithm([1, 2, 840, 10045, 4, 1], parameters: nil)
    package static let ecdsaWithSHA256 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 2], parameters: nil)
    /// ECDSA over SHA-384, as in the certificates for JWS.
    package static let ecdsaWithSHA384 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 3], parameters: nil)
    package static let ecdsaWithSHA512 = TestAlgorithm([1, 2, 840, 10045, 4, 3, 4], parameters: nil)

    /// Returns the type of an elliptic-curve key, with its curve (RFC 5480 §2.1.1).
    package static func ecPublicKey(_ curve: TestCurve) -> TestAlgorithm {
        TestAlgorithm([1, 2, 840, 10045, 2, 1], parameters: TestDER.objectIdentifier(curve.identifier))
    }
}
