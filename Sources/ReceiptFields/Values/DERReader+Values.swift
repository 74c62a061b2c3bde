#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text that was read, and the octets of the attribute's value that held it.
struct RepeatedText {
    var octets: Range<Int> = 0..<0
    var text: String?
}

/// The values of attributes: each is the encoding of one ASN.1 value that fills the octets exactly.
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

    /// An INTEGER that is 0 or 1.
    mutating func flag(_ value: Range<Int>) throws(FormatError) -> Bool { try number(value, in: 0...1) == 1 }

    /// An IA5String with a date, or nil if it is empty, which is how receipts write "none".
    mutating func date(_ value: Range<Int>) throws(FormatError) -> Date? {
        let text = try only(.ia5String, filling: value)
        if text.isEmpty { return nil }
        guard text.count <= 40, let date = Timestamp.parse(text, in: self) else {
            throw fault(.invalidDate(excerpt(text)), at: value.lowerBound)
        }
        return date
    }

    /// A string of the given type, or nil if it is empty. `source` is what this reader reads.
    mutating func string(_ value: Range<Int>, _ tag: DERTag, of source: Source) throws(FormatError) -> String? {
        let text = try only(tag, filling: value)
        if text.isEmpty { return nil }
        guard text.count <= source.limits.maximumStringLength else {
            throw fault(.limitExceeded(.string, allowed: source.limits.maximumStringLength), at: value.lowerBound)
        }
        guard isText(text, asciiOnly: tag == .ia5String) else {
            throw fault(.invalidString(excerpt(text)), at: value.lowerBound)
        }
        return String(decoding: source.slice(text), as: UTF8.self)
    }

    /// A string as ``string(_:_:of:)`` reads it, taken from `known` if that has the same octets, and else remembered there.
    mutating func string(
        _ value: Range<Int>, _ tag: DERTag, of source: Source, like known: inout RepeatedText
    ) throws(FormatError) -> String? {
        if known.text != nil, holdsSameOctets(value, known.octets) {
            _ = try only(tag, filling: value)
            return known.text
        }
        let text = try string(value, tag, of: source)
        known = RepeatedText(octets: value, text: text)
        return text
    }

    private func holdsSameOctets(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        let (left, right) = (octets(a), octets(b))
        var difference: UInt8 = 0
        for index in 0..<min(left.count, right.count) { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    /// The first octets of a malformed text, as evidence.
    private func excerpt(_ range: Range<Int>) -> [UInt8] { range.prefix(64).map { self[$0] } }

    /// Whether the octets are printable ASCII or, where allowed, well-formed UTF-8 (RFC 3629) without control characters.
    func isText(_ range: Range<Int>, asciiOnly: Bool) -> Bool {
        let text = octets(range)
        // The top bit is set by octets from 80, from 00 to 1F, and by 7F. Without a way out of the loop the compiler
        // takes many octets at once.
        var bits: UInt8 = 0
        for index in 0..<text.count {
            let octet = text[index]
            bits |= octet | (octet &- 0x20) | (octet &+ 1)
        }
        return bits < 0x80 || (!asciiOnly && UTF8Check.firstFault(in: text, refusesControls: true) == nil)
    }
}
