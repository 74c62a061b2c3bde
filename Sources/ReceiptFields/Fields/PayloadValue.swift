internal import ReceiptEssentials

/// The value of a payload's member, or of a pair in a property list. Each property is nil if the value isn't of its type.
enum PayloadValue {
    case text(String)
    case number(String)
    case boolean(Bool)
    /// The part of the payload's text that is an object or an array. It is valid JSON.
    case object(ArraySlice<UInt8>)
    case array(ArraySlice<UInt8>)

    /// Reads the next value of `text`. Nil for `null`, which is treated as absent.
    init?(_ json: inout JSONReader, of text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        case .string: self = .text(json.text(try json.string()))
        case .boolean: self = .boolean(try json.boolean())
        case .object: self = .object(text.part(try json.skip()))
        case .array: self = .array(text.part(try json.skip()))
        case .null:
            try json.null()
            return nil
        case .number, nil:
            self = .number(String(decoding: text.part(try json.number()), as: UTF8.self))
        }
    }

    /// Converts a string of a property list to the type that the form requires, or keeps it as a string if that isn't possible. Such a list
    /// has only strings.
    init(_ text: String, as form: Field.Form) {
        switch form {
        case .flag where text == "true" || text == "false": self = .boolean(text == "true")
        case .number where Self.isWhole(text), .milliseconds where Self.isWhole(text): self = .number(text)
        default: self = .text(text)
        }
    }

    /// Returns true if the text consists of digits without a leading zero.
    private static func isWhole(_ text: String) -> Bool {
        let digits = text.utf8
        return digits.allSatisfy { (0x30...0x39).contains($0) } && (digits.count == 1 || digits.first != 0x30)
    }

    /// A number that is written as an integer and fits in 64 bits.
    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

    /// A string that isn't empty. An empty identifier, for instance, means nothing.
    var identifier: String? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }

    /// Returns a date given in milliseconds since 1970, with or without a fraction, from the year 1 to the year 9999.
    func date() -> Date? {
        guard case .number(let digits) = self, let milliseconds = integer.map(Double.init) ?? Double(digits),
            milliseconds >= -62_135_769_600_000, milliseconds <= 253_402_300_799_999
        else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1_000)
    }
}
