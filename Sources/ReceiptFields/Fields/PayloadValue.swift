internal import ReceiptEssentials

/// The value of a member of a payload, or of a pair of a property list. Each property is nil where the value cannot be that.
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

    /// The value as a property wants it, or nil where it cannot be that.
    @inline(__always)
    mutating func read<Value: FieldValue>(_: Value.Type, _ shape: Field.Shape) -> Value? {
        do throws(FormatError) { return try Value.read(shape, &self) } catch { return nil }
    }

    /// A number that is written as a whole one and fits.
    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

    /// A text that is not empty: identifiers, and whatever else means nothing without a character.
    private var identifier: String? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }
}

extension PayloadValue: FieldSource {
    static var isAttribute: Bool { false }

    func text(_ shape: Field.Shape) -> String? { identifier }

    func texts() -> [String]? {
        guard case .array(let elements) = self else { return nil }
        let texts = elements.compactMap(\.identifier)
        return texts.count == elements.count ? texts : nil
    }

    /// Milliseconds since 1970, with or without a fraction, from the year 1 to the year 9999.
    func date() -> Date? {
        guard case .number(let digits) = self, let milliseconds = integer.map(Double.init) ?? Double(digits),
            milliseconds >= -62_135_769_600_000, milliseconds <= 253_402_300_799_999
        else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1_000)
    }

    func flag(_ shape: Field.Shape) -> Bool? {
        if shape.form == .bit { return integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil } }
        return if case .boolean(let flag) = self { flag } else { nil }
    }

    func wide(_ shape: Field.Shape) -> Int64? {
        integer.flatMap { $0 >= 0 || shape.form == .milliunits ? $0 : nil }
    }

    func small(_ shape: Field.Shape) -> Int? {
        integer.flatMap { Int32(exactly: $0) }.flatMap { shape.range.contains($0) ? Int($0) : nil }
    }

    /// Octets in base64, or an object's own part of the text.
    func octets(_ shape: Field.Shape) -> ArraySlice<UInt8>? {
        if case .object(let text) = self { return shape.form == .object ? text : nil }
        guard shape.form == .base64, let identifier else { return nil }
        let characters = Array(identifier.utf8)[...]
        do throws(FormatError) { return try Base64.decode(exactly: characters.span, .standard, at: 0)[...] } catch {
            return nil
        }
    }
}
