internal import ReceiptFields

/// JSON in the spacing of Apple's server: a space behind each comma, none behind a colon, and a line break before what is large.
struct AppleJSON {
    var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) { bytes.append(text) }

    /// What was written before, once more.
    mutating func again(_ range: Range<Int>) { bytes.append(contentsOf: Array(bytes[range])) }

    /// The receipt in base64, without what may stand between its characters.
    mutating func latestReceipt(_ text: ArraySlice<UInt8>) {
        line("latest_receipt")
        bytes.append(Self.quote)
        bytes.append(contentsOf: text.contains { $0 <= 0x20 } ? text.filter { $0 > 0x20 }[...] : text)
        bytes.append(Self.quote)
    }

    /// The text between quotes. Slashes are not escaped, nor is anything that is not ASCII.
    mutating func text(_ text: String) {
        bytes.append(Self.quote)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Looked at where it was written: reading a text one byte at a time takes ten times as long.
        var isPlain = true
        for byte in bytes[start...] {
            isPlain = isPlain && byte >= 0x20 && byte != Self.quote && byte != Self.backslash
        }
        if !isPlain {
            bytes.removeSubrange(start...)
            for byte in text.utf8 {
                if byte < 0x20 {
                    raw("\\u00")
                    Escaped.append(hex: [byte], to: &bytes)
                } else {
                    if byte == Self.quote || byte == Self.backslash { bytes.append(Self.backslash) }
                    bytes.append(byte)
                }
            }
        }
        bytes.append(Self.quote)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// The name of a member, behind others.
    mutating func name(_ name: StaticString, _ suffix: StaticString = "\":") {
        raw(", \"")
        raw(name)
        raw(suffix)
    }

    /// The name of a member whose value is large.
    mutating func line(_ name: StaticString) {
        raw(", \n\"")
        raw(name)
        raw("\":")
    }

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        text(value)
    }

    mutating func number(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.name(name)
        digits(value)
    }

    /// A number that stands there as a text, as all of a purchase do.
    mutating func quoted(_ name: StaticString, _ value: Int64, _ suffix: StaticString = "\":\"") {
        self.name(name, suffix)
        digits(value)
        bytes.append(Self.quote)
    }

    mutating func digits(_ value: Int64) { bytes.append(decimal: value) }
}
