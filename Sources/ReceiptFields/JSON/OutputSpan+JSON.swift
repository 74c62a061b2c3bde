/// What JSON is made of, written into room that was made before: growing an array for each piece would double the time of JSON.
extension OutputSpan<UInt8> {
    /// Bytes that lie in one piece somewhere.
    @inline(__always)
    mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { space, count in
            guard let from = bytes.baseAddress, let room = space.baseAddress, bytes.count <= space.count - count
            else {
                return
            }
            unsafe (room + count).update(from: from, count: bytes.count)
            count += bytes.count
        }
    }

    /// The bytes of a literal.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes in unsafe append(copying: bytes) }
    }

    /// A number in decimal digits. It has up to 20 bytes, for which there must be room.
    mutating func append(decimal number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: number.magnitude)
    }

    private mutating func append(digitsOf number: UInt64) {
        let (tens, ones) = number.quotientAndRemainder(dividingBy: 10)
        if tens > 0 { append(digitsOf: tens) }
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones))
    }

    /// A number from 0 to 99, in two digits.
    @inline(__always)
    mutating func append(twoDigits number: Int64) {
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    }
}
