/// An object identifier, written as its arcs: `[1, 2, 840, 113549]`.
package struct TestOID: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The arcs. The first two share a byte.
    package var arcs: [UInt64]

    package init(_ arcs: [UInt64]) { self.arcs = arcs }

    package init(arrayLiteral arcs: UInt64...) { self.arcs = arcs }

    /// The content bytes: each arc in base 128, with the first two joined as 40 × first + second (X.690 §8.19).
    package var octets: [UInt8] {
        guard arcs.count >= 2 else { return arcs.flatMap(Self.base128) }
        return ([arcs[0] &* 40 &+ arcs[1]] + arcs.dropFirst(2)).flatMap(Self.base128)
    }

    private static func base128(_ arc: UInt64) -> [UInt8] {
        var octets = [UInt8(truncatingIfNeeded: arc & 0x7f)]
        var rest = arc >> 7
        while rest > 0 {
            octets.append(0x80 | UInt8(truncatingIfNeeded: rest & 0x7f))
            rest >>= 7
        }
        return octets.reversed()
    }
}

extension TestOID: CustomStringConvertible {
    package var description: String { arcs.map(String.init).joined(separator: ".") }
}

extension TestOID {
    /// The marker extension of certificates that sign receipts.
    package static let receiptSignerMarker: Self = [1, 2, 840, 113_635, 100, 6, 11, 1]
    /// The marker extension of the intermediate that issues them.
    package static let receiptIssuerMarker: Self = [1, 2, 840, 113_635, 100, 6, 2, 1]
    /// The marker extension of certificates that signed transaction receipts of version 2.
    package static let purchaseSignerMarker: Self = [1, 2, 840, 113_635, 100, 6, 5, 1]
    /// The marker extension of the intermediate that issued them.
    package static let purchaseIssuerMarker: Self = [1, 2, 840, 113_635, 100, 6, 2, 2]
    /// The marker extension of certificates that sign apps for distribution. Any developer may have one.
    package static let developerMarker: Self = [1, 2, 840, 113_635, 100, 6, 1, 4]
    /// The certificate policy in certificates that sign receipts.
    package static let receiptSignerPolicy: Self = [1, 2, 840, 113_635, 100, 5, 6, 1]
    /// PKCS#7 id-data (RFC 5652 §4).
    package static let data: Self = [1, 2, 840, 113_549, 1, 7, 1]
    /// PKCS#7 id-signedData (RFC 5652 §5.1).
    package static let signedData: Self = [1, 2, 840, 113_549, 1, 7, 2]
    /// PKCS#7 id-envelopedData (RFC 5652 §6.1).
    package static let envelopedData: Self = [1, 2, 840, 113_549, 1, 7, 3]
    /// The signed attribute content-type (RFC 5652 §11.1).
    package static let contentTypeAttribute: Self = [1, 2, 840, 113_549, 1, 9, 3]
    /// The signed attribute message-digest (RFC 5652 §11.2).
    package static let messageDigestAttribute: Self = [1, 2, 840, 113_549, 1, 9, 4]
}
