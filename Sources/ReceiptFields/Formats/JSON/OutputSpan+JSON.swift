/// What JSON is made of, written into room that was made before: with plain
/// appends and digits one at a time, JSON takes three times the instructions.
extension OutputSpan<UInt8> {
    /// Bytes that lie in one piece somewhere.
    @inline(__always)
    mutating func append(copying source: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { space, count in
            guard let from = source.baseAddress, let room = space.baseAddress, source.count <= space.count - count
            else {
                return
            }
            unsafe (room + count).update(from: from, count: source.count)
            count += source.count
        }
    }

    /// The bytes of a literal.
    @inline(__always)
    package mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { source in unsafe append(copying: source) }
    }

    /// The first `count` bytes of a word, of which the lowest comes first. There must be room for all eight.
    @inline(__always)
    mutating func append(_ word: UInt64, first count: Int = 8) {
        let end = self.count
        append(repeating: 0, count: 8)
        var source = mutableSpan
        var room = unsafe source.mutableBytes
        room.storeBytes(of: word.littleEndian, toByteOffset: end, as: UInt64.self)
        removeLast(8 - count)
    }

    /// A number in decimal digits. There must be room for `DecimalDigits.most` bytes.
    package mutating func append(decimal number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let (rest, low) = number.magnitude.quotientAndRemainder(dividingBy: 100_000_000)
        let (high, middle) = rest.quotientAndRemainder(dividingBy: 100_000_000)
        guard rest > 0 else { return append(withoutZeros: low) }
        if high > 0 {
            append(withoutZeros: high)
            append(DecimalDigits.eight(middle))
        } else {
            append(withoutZeros: middle)
        }
        append(DecimalDigits.eight(low))
    }

    /// A number of up to eight digits, without the zeros before it.
    @inline(__always)
    private mutating func append(withoutZeros number: UInt64) {
        let digits = DecimalDigits.eight(number)
        // The last digit stays, whatever it is.
        let zeros = min(7, (digits ^ DecimalDigits.zeros).trailingZeroBitCount / 8)
        append(digits &>> UInt64(truncatingIfNeeded: zeros * 8), first: 8 - zeros)
    }
}

/// Digits of numbers, eight in a word: with digits one at a time, and texts looked through byte by byte, a line of 187 purchases
/// takes a third longer.
enum DecimalDigits {
    /// The most bytes that a number has, and what writing whole words wants beyond them.
    static let most = 32

    static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// The eight digits of a number below 100,000,000 as characters, the first in the lowest byte.
    ///
    /// The word is parted into halves, quarters and eighths: each step divides all parts at once, by a multiplication and a shift
    /// that are exact for numbers so small.
    @inline(__always)
    static func eight(_ number: UInt64) -> UInt64 {
        let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
        let fours = high | low &<< 32
        let hundreds = ((fours &* 10_486) &>> 20) & 0x7F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) &<< 16
        let tens = ((twos &* 103) &>> 10) & 0xF_000F_000F_000F
        return (tens | (twos &- tens &* 10) &<< 8) | zeros
    }
}
