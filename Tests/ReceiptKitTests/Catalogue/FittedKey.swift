import ReceiptKitTesting

/// A public RSA key made to fit a signature, so that the signature decrypts to any chosen block.
///
/// The kit's private keys only create valid blocks. But if the key can be chosen too, no private key is needed: take
/// any number s and the exponent 3, and let the modulus be s³ minus the block. Then s³ modulo the modulus is the block.
struct FittedKey: Sendable {
    let modulus: [UInt8]
    let signature: [UInt8]

    /// Creates a key of exactly `bits` bits. `block` must be at least two bytes shorter.
    init(_ block: [UInt8], bits: Int = 2_048) {
        // s = m · 2^a, plus one if the modulus would be even otherwise. m³ has 1, 7 or 5 bits.
        let m = [1, 5, 3][bits % 3]
        let a = (bits - [0, 7, 5][bits % 3]) / 3
        let isOdd = block.last.map { $0 & 1 == 0 } ?? true
        var cube = Number(octets: (bits + 7) / 8 + 1)
        cube.add(m * m * m, shiftedBy: 3 * a)
        var root = Number(octets: (bits + 7) / 8)
        root.add(m, shiftedBy: a)
        if isOdd {
            cube.add(3 * m * m, shiftedBy: 2 * a)
            cube.add(3 * m, shiftedBy: a)
            cube.add(1, shiftedBy: 0)
            root.add(1, shiftedBy: 0)
        }
        cube.subtract(block)
        modulus = Array(cube.octets.drop { $0 == 0 })
        signature = root.octets
    }

    /// `n − signature`, and `signature + n`.
    var complement: [UInt8] {
        var number = Number(modulus)
        number.subtract(signature)
        return number.octets
    }
    var plusModulus: [UInt8] {
        var number = Number(modulus)
        for (index, octet) in signature.reversed().enumerated() { number.add(Int(octet), shiftedBy: 8 * index) }
        return number.octets
    }

    /// SubjectPublicKeyInfo of RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER } (RFC 8017 section A.1.1).
    static func publicKey(modulus: [UInt8], exponent: [UInt8] = [3]) -> [UInt8] {
        let key = TestDER.sequence([TestDER.integer(octets: modulus), TestDER.integer(octets: exponent)])
        return TestDER.sequence([TestAlgorithm.rsaEncryption.encoded, TestDER.bitString(key)])
    }

    /// The key, with a zero before the modulus if it would be negative otherwise.
    var publicKey: [UInt8] {
        Self.publicKey(modulus: (modulus.first.map { $0 >= 0x80 } == true ? [0] : []) + modulus)
    }
}

/// Big-endian bytes of a fixed size. Overflow is discarded, and doesn't occur in these computations.
private struct Number {
    var octets: [UInt8]

    init(octets count: Int) { octets = [UInt8](repeating: 0, count: count) }
    init(_ octets: [UInt8]) { self.octets = octets }

    mutating func add(_ value: Int, shiftedBy bits: Int) {
        var rest = value << (bits % 8)
        var index = octets.count - 1 - bits / 8
        while rest > 0, index >= 0 {
            rest += Int(octets[index])
            octets[index] = UInt8(rest & 0xFF)
            rest >>= 8
            index -= 1
        }
    }

    mutating func subtract(_ other: [UInt8]) {
        var borrow = 0
        for offset in octets.indices {
            let index = octets.count - 1 - offset
            let digit = Int(octets[index]) - borrow - (offset < other.count ? Int(other[other.count - 1 - offset]) : 0)
            octets[index] = UInt8((digit + 256) & 0xFF)
            borrow = digit < 0 ? 1 : 0
        }
    }
}
