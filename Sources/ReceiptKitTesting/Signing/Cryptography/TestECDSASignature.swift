/// An ECDSA signature: two numbers, each as long as a coordinate of the curve, most significant byte first.
package struct TestECDSASignature: Hashable, Sendable {
    package let curve: TestCurve
    package var r: [UInt8]
    package var s: [UInt8]

    package init(curve: TestCurve, r: [UInt8], s: [UInt8]) {
        self.curve = curve
        self.r = r
        self.s = s
    }

    /// `r` followed by `s`, as in a JWS (RFC 7518 §3.4).
    package var raw: [UInt8] { r + s }

    /// Ecdsa-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER }, as in a certificate (RFC 3279 §2.2.3).
    package var der: [UInt8] {
        TestDER.sequence(
            [r, s].map { number in
                let octets = Array(number.drop { $0 == 0 })
                return TestDER.integer(octets: octets.first.map { $0 < 0x80 } ?? false ? octets : [0] + octets)
            })
    }

    /// The other valid signature for the same message and key: order - s in place of s. Anyone can compute it without
    /// the key.
    package var otherForm: TestECDSASignature {
        let field = ScalarField(order: curve.order)
        return TestECDSASignature(curve: curve, r: r, s: field.octets(field.subtract(field.zero, field.number(s))))
    }
}
