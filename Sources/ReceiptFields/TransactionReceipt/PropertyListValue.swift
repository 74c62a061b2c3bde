#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The text of a pair, and what it can be taken for. Each property is nil where it cannot be that.
struct PropertyListValue {
    let text: String

    /// A text that is not empty.
    var identifier: String? { text.isEmpty ? nil : text }

    /// A whole number that is not negative, as digits without a zero before them.
    var unsigned: Int64? {
        let digits = text.utf8
        guard digits.count <= 19, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.count == 1 || digits.first != 0x30
        else { return nil }
        return Int64(text)
    }

    /// A whole number from 1 to 2^31 - 1.
    var quantity: Int? { unsigned.flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? Int($0) : nil } }

    /// Milliseconds since 1970, up to the year 9999.
    var milliseconds: Int64? { unsigned.flatMap { $0 <= 253_402_300_799_999 ? $0 : nil } }

    var date: Date? { milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) } }

    /// Seconds since 1970 of a date as people read it: `2012-04-30 15:05:55 Etc/GMT`.
    var writtenSeconds: Double? {
        var octets = Array(text.utf8)
        guard octets.count == 27, octets[10] == 0x20, octets[19...].elementsEqual(" Etc/GMT".utf8) else { return nil }
        octets[10] = UInt8(ascii: "T")
        octets.replaceSubrange(19..., with: [UInt8(ascii: "Z")])
        let plain = octets[...]
        return Timestamp.parse(plain.span, years: 1970...9999)?.timeIntervalSince1970
    }

    var flag: Bool? { text == "true" ? true : text == "false" ? false : nil }

    var uuid: UUID? { UUID(exactly: text) }
}
