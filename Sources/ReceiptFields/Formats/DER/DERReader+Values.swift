internal import ReceiptEssentials

/// Reads the ASN.1 values of attributes. Each value fills the bytes exactly.
extension DERReader {
    /// Reads an INTEGER that isn't negative.
    mutating func unsigned(_ value: Range<Int>) throws(FormatError) -> Int64 {
        try number(of: try only(.integer, filling: value), at: value.lowerBound, in: 0...Int64.max)
    }

    mutating func number(_ value: Range<Int>, in range: ClosedRange<Int32>) throws(FormatError) -> Int {
        let range = Int64(range.lowerBound)...Int64(range.upperBound)
        let content = try only(.integer, filling: value)
        return Int(truncatingIfNeeded: try number(of: content, at: value.lowerBound, in: range))
    }

    /// Reads an IA5String with a date. Nil if the string is empty, which in receipts means that there is no date.
    mutating func date(_ value: Range<Int>) throws(FormatError) -> Date? {
        let text = try only(.ia5String, filling: value)
        if text.isEmpty { return nil }
        guard let date = Timestamp.parse(octets(text)) else {
            throw fault(.invalidDate(excerpt(text)), at: value.lowerBound)
        }
        return date
    }

    /// Reads a string of the given type. Nil if it is empty.
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

    /// Returns the first bytes of a malformed string, for an error.
    private func excerpt(_ range: Range<Int>) -> [UInt8] { range.prefix(64).map { self[$0] } }
}
