internal import ReceiptEssentials

/// The ASN.1 values of attributes. Each fills the octets exactly.
extension DERReader {
    /// An INTEGER that is not negative.
    mutating func unsigned(_ value: Range<Int>) throws(FormatError) -> Int64 {
        let number = try integer(of: try only(.integer, filling: value), at: value.lowerBound)
        guard number >= 0 else { throw fault(.numberOutOfRange(number), at: value.lowerBound) }
        return number
    }

    /// An INTEGER from `least` to `greatest`.
    mutating func number(_ value: Range<Int>, in range: ClosedRange<Int32>) throws(FormatError) -> Int {
        let number = try unsigned(value)
        guard let small = Int32(exactly: number), range.contains(small) else {
            throw fault(.numberOutOfRange(number), at: value.lowerBound)
        }
        return Int(small)
    }

    /// An IA5String with a date, or nil if it is empty, which is how receipts write "none".
    mutating func date(_ value: Range<Int>) throws(FormatError) -> Date? {
        let text = try only(.ia5String, filling: value)
        if text.isEmpty { return nil }
        guard text.count <= 40, let date = Timestamp.parse(octets(text)) else {
            throw fault(.invalidDate(excerpt(text)), at: value.lowerBound)
        }
        return date
    }

    /// A string of the given type, or nil if it is empty.
    mutating func string(_ value: Range<Int>, _ tag: DERTag, atMost most: Int) throws(FormatError) -> String? {
        let text = try only(tag, filling: value)
        if text.isEmpty { return nil }
        guard text.count <= most else {
            throw fault(.limitExceeded(.string, allowed: most), at: value.lowerBound)
        }
        guard UTF8Check.isText(octets(text), asciiOnly: tag == .ia5String) else {
            throw fault(.invalidString(excerpt(text)), at: value.lowerBound)
        }
        return unsafe octets(text).withUnsafeBufferPointer { octets in unsafe String(decoding: octets, as: UTF8.self) }
    }

    /// The first octets of a malformed text, as evidence.
    private func excerpt(_ range: Range<Int>) -> [UInt8] { range.prefix(64).map { self[$0] } }
}
