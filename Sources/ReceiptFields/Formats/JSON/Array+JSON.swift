/// Appends the parts of JSON to bytes.
extension [UInt8] {
    package mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { source in unsafe append(contentsOf: source) }
    }

    package mutating func append(decimal number: Int64) { append(contentsOf: String(number).utf8) }

    /// Appends the last two decimal digits of a number.
    mutating func append(pair number: Int64) {
        append(UInt8(truncatingIfNeeded: 0x30 + number / 10 % 10))
        append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
    }
}
