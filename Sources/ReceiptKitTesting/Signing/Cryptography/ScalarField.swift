/// Arithmetic modulo a prime, which swift-crypto doesn't export. For public test keys only: it isn't constant-time.
struct ScalarField {
    /// A number with as many words as the prime, the least significant first.
    typealias Number = [UInt64]

    private let prime: Number

    /// - Parameter order: The prime, most significant byte first, in whole words of eight bytes.
    init(order: [UInt8]) {
        prime = Self.words(order)
    }

    var zero: Number { Number(repeating: 0, count: prime.count) }

    /// Converts bytes to a number, and subtracts the prime once if the number is not below it. There may not be more
    /// bytes than the prime has.
    func number(_ octets: [UInt8]) -> Number {
        let padding = [UInt8](repeating: 0, count: max(0, prime.count * 8 - octets.count))
        let words = Self.words(padding + octets)
        return Self.isLess(words, prime) ? words : Self.difference(words, prime).words
    }

    /// Converts a number to as many bytes as the prime has, most significant first.
    func octets(_ number: Number) -> [UInt8] {
        number.reversed().flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
    }

    func add(_ left: Number, _ right: Number) -> Number {
        let (sum, carry) = Self.sum(left, right)
        return carry || !Self.isLess(sum, prime) ? Self.difference(sum, prime).words : sum
    }

    func subtract(_ left: Number, _ right: Number) -> Number {
        let (difference, borrow) = Self.difference(left, right)
        return borrow ? Self.sum(difference, prime).words : difference
    }

    /// Multiplies by doubling and adding, bit by bit.
    func multiply(_ left: Number, _ right: Number) -> Number {
        var product = zero
        for word in left.reversed() {
            for bit in (0..<UInt64.bitWidth).reversed() {
                product = add(product, product)
                if word >> UInt64(bit) & 1 == 1 { product = add(product, right) }
            }
        }
        return product
    }

    /// Returns the inverse of a number, which must not be 0, with the binary form of Euclid's algorithm.
    func inverse(of number: Number) -> Number {
        let one: Number = [1] + zero.dropFirst()
        var (left, right) = (number, prime)
        var (leftFactor, rightFactor) = (one, zero)
        while left != one, right != one {
            while left[0] & 1 == 0 {
                left = half(left)
                leftFactor = half(leftFactor)
            }
            while right[0] & 1 == 0 {
                right = half(right)
                rightFactor = half(rightFactor)
            }
            if Self.isLess(left, right) {
                right = Self.difference(right, left).words
                rightFactor = subtract(rightFactor, leftFactor)
            } else {
                left = Self.difference(left, right).words
                leftFactor = subtract(leftFactor, rightFactor)
            }
        }
        return left == one ? leftFactor : rightFactor
    }

    /// Halves a number, after adding the prime if it is odd.
    private func half(_ number: Number) -> Number {
        let (words, carry) = number[0] & 1 == 1 ? Self.sum(number, prime) : (number, false)
        return words.indices.map { index in
            let next = index + 1 < words.count ? words[index + 1] & 1 : (carry ? 1 : 0)
            return words[index] >> 1 | next << 63
        }
    }

    private static func sum(_ left: Number, _ right: Number) -> (words: Number, carry: Bool) {
        var words = left
        var carry = false
        for index in left.indices {
            let (partial, first) = left[index].addingReportingOverflow(right[index])
            let (word, second) = partial.addingReportingOverflow(carry ? 1 : 0)
            words[index] = word
            carry = first || second
        }
        return (words, carry)
    }

    private static func difference(_ left: Number, _ right: Number) -> (words: Number, borrow: Bool) {
        var words = left
        var borrow = false
        for index in left.indices {
            let (partial, first) = left[index].subtractingReportingOverflow(right[index])
            let (word, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
            words[index] = word
            borrow = first || second
        }
        return (words, borrow)
    }

    private static func isLess(_ left: Number, _ right: Number) -> Bool { difference(left, right).borrow }

    private static func words(_ octets: [UInt8]) -> Number {
        stride(from: octets.count - 8, through: 0, by: -8).map { start in
            octets[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
