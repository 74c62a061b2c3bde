#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of a member, and what it can be taken for. Each property is nil where the value cannot be that.
enum PayloadValue {
    case text(String)
    case number(String)
    case boolean(Bool)
    /// The object's own part of the payload's text.
    case object(ArraySlice<UInt8>)
    case array([PayloadValue])

    /// Reads the next value of `text`; nil for `null`, which is as good as absent.
    init?(_ json: inout JSONReader, of text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        case .string:
            let string = try json.string()
            let range = string.contents
            self = .text(
                string.hasEscapes
                    ? json.text(string)
                    : String(decoding: text.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self))
        case .boolean: self = .boolean(try json.boolean())
        case .object:
            let range = try json.skip()
            self = .object(text.dropFirst(range.lowerBound).prefix(range.count))
        case .array:
            var elements: [PayloadValue] = []
            try json.array { (json) throws(JSONError) in
                if let element = try PayloadValue(&json, of: text) { elements.append(element) }
            }
            self = .array(elements)
        case .null:
            try json.null()
            return nil
        case .number, nil:
            let range = try json.number()
            self = .number(String(decoding: text.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self))
        }
    }

    /// A text that is not empty: identifiers, and whatever else means nothing without a character.
    var identifier: String? {
        guard case .text(let text) = self, !text.isEmpty else { return nil }
        return text
    }

    var object: ArraySlice<UInt8>? { if case .object(let text) = self { text } else { nil } }

    var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

    /// A number that is written as a whole one and fits.
    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

    /// A whole number that is not negative, such as the store's identifiers.
    var unsigned: Int64? { integer.flatMap { $0 >= 0 ? $0 : nil } }

    /// A whole number from 0 to 2^31 - 1.
    var small: Int? { unsigned.flatMap { Int32(exactly: $0) }.map(Int.init) }

    /// 0 or 1.
    var bit: Bool? { integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil } }

    /// Milliseconds since 1970, with or without a fraction, from the year 1 to the year 9999.
    var date: Date? {
        guard case .number(let digits) = self, let milliseconds = integer.map(Double.init) ?? Double(digits),
            milliseconds >= -62_135_769_600_000, milliseconds <= 253_402_300_799_999
        else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1_000)
    }

    var uuid: UUID? { identifier.flatMap(UUID.init(exactly:)) }

    /// Octets in base64.
    var octets: [UInt8]? {
        guard let text = identifier else { return nil }
        let characters = Array(text.utf8)[...]
        do throws(FormatError) { return try Base64.decode(exactly: characters.span, .standard, at: 0) } catch {
            return nil
        }
    }

    var identifiers: [String]? {
        guard case .array(let elements) = self else { return nil }
        let texts = elements.compactMap(\.identifier)
        return texts.count == elements.count ? texts : nil
    }
}
