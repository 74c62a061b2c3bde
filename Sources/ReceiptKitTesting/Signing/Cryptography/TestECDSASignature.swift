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

    /// `r` and `s` one after the other, as a JWS has them (RFC 7518 §3.4).
    package var raw: [UInt8] { r + s }

    /// Ecdsa-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER }, as a certificate has them (RFC 3279 §2.2.3).
    package var der: [UInt8] {
        TestDER.sequence(
            [r, s].map { number in
                let octets = Array(number.drop { $0 == 0 })
                return TestDER.integer(octets: octets.first.map { $0 < 0x80 } ?? false ? octets : [0] + octets)
            })
    }

    /// The other signature that fits the same message and key: order - s in the place of s. It can be made without the key.
    package var otherForm: TestECDSASignature {
        let field = ScalarField(order: curve.order)
        return TestECDSASignature(curve: curve, r: r, s: field.octets(field.subtract(field.zero, field.number(s))))
    }
}
