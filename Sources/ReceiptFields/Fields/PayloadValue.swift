internal import ReceiptEssentials

/// The value of a member of a payload, or of a pair of a property list. Each property is nil where the value cannot be that.
enum PayloadValue {
    case text(String)
    case number(String)
    case boolean(Bool)
    /// An object's or an array's own part of the payload's text, whose JSON holds no fault.
    case object(ArraySlice<UInt8>)
    case array(ArraySlice<UInt8>)

    /// Reads the next value of `text`; nil for `null`, which is as good as absent.
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

    /// Reads a text of a property list as what the form asks for, or as text where it is not that: such a list has only texts.
    init(_ text: String, as form: Field.Form) {
        switch form {
        case .flag where text == "true" || text == "false": self = .boolean(text == "true")
        case .number where Self.isWhole(text), .milliseconds where Self.isWhole(text): self = .number(text)
        default: self = .text(text)
        }
    }

    /// Digits without a zero before them.
    private static func isWhole(_ text: String) -> Bool {
        let digits = text.utf8
        return digits.allSatisfy { (0x30...0x39).contains($0) } && (digits.count == 1 || digits.first != 0x30)
    }

    /// A number that is written as a whole one and fits.
    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

    /// A text that is not empty: identifiers, and whatever else means nothing without a character.
    var identifier: String? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }

    /// Milliseconds since 1970, with or without a fraction, from the year 1 to the year 9999.
    func date() -> Date? {
        guard case .number(let digits) = self, let milliseconds = integer.map(Double.init) ?? Double(digits),
            milliseconds >= -62_135_769_600_000, milliseconds <= 253_402_300_799_999
        else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1_000)
    }
}
