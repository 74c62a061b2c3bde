import Crypto
internal import ReceiptEssentials

/// The curves of the kit's keys (FIPS 186-5, SP 800-186).
package enum TestCurve: CaseIterable, Hashable, Sendable {
    /// P-256, the curve of the certificates that sign Apple's JWS, which all use ES256.
    case p256
    /// P-384, the curve of the root and of the intermediate above the signers.
    case p384

    /// The size in bytes of a coordinate and of a scalar.
    package var coordinateSize: Int { self == .p256 ? 32 : 48 }

    /// The identifier of the curve (RFC 5480 §2.1.1.1).
    package var identifier: TestOID {
        switch self {
        case .p256: [1, 2, 840, 10045, 3, 1, 7]
        case .p384: [1, 3, 132, 0, 34]
        }
    }

    /// The order of the base point, most significant byte first.
    var order: [UInt8] {
        let digits =
            switch self {
            case .p256: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
            case .p384:
                "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
            }
        return TestText.bytes(hexadecimal: digits) ?? []
    }

    /// Returns the base point times a scalar, uncompressed: `04`, x, y (SEC 1 §2.3.3). Returns nil unless the scalar is
    /// above 0 and below the order.
    func point(_ scalar: [UInt8]) -> [UInt8]? {
        switch self {
        case .p256:
            (try? P256.Signing.PrivateKey(rawRepresentation: scalar)).map { Array($0.publicKey.x963Representation) }
        case .p384:
            (try? P384.Signing.PrivateKey(rawRepresentation: scalar)).map { Array($0.publicKey.x963Representation) }
        }
    }
}
