import CryptoExtras

extension _RSA.Signing.PrivateKey {
    /// Creates the key from two primes of equal length, one after the other. The public exponent is 65537.
    init(primes: [UInt8]) throws {
        let exponent = 65_537
        let p = Array(primes.prefix(primes.count / 2))
        let q = Array(primes.suffix(primes.count / 2))
        // Subtract 1 from each prime. Primes are odd, so only the last bit changes.
        let order = Self.product(p.dropLast() + [(p.last ?? 0) ^ 1], q.dropLast() + [(q.last ?? 0) ^ 1])
        // The private exponent is (1 + factor × order) / 65537, with the factor that makes it a whole number.
        let rest = order.reduce(0) { ($0 << 8 | Int($1)) % exponent }
        let factor = Int64((1..<exponent).first { (1 + Int64($0) * Int64(rest)) % Int64(exponent) == 0 } ?? 0)
        var dividend = Self.product(order, [UInt8(factor >> 16), UInt8(factor >> 8 & 0xff), UInt8(factor & 0xff)])
        // order is a multiple of 4, so there is no carry.
        dividend[dividend.count - 1] += 1
        var remainder = 0
        let quotient = dividend.map { byte in
            remainder = remainder << 8 | Int(byte)
            defer { remainder %= exponent }
            return UInt8(remainder / exponent)
        }
        try self.init(
            n: Self.product(p, q), e: [1, 0, 1] as [UInt8], d: Array(quotient.suffix(primes.count)), p: p, q: q)
    }

    /// Multiplies two numbers, most significant byte first.
    private static func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var product = [UInt8](repeating: 0, count: left.count + right.count)
        for i in left.indices.reversed() {
            var carry = 0
            for j in right.indices.reversed() {
                carry += Int(product[i + j + 1]) + Int(left[i]) * Int(right[j])
                product[i + j + 1] = UInt8(carry & 0xff)
                carry >>= 8
            }
            product[i] = UInt8(carry)
        }
        return product
    }
}
