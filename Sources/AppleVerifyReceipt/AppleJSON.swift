internal import ReceiptFields

/// JSON with the spacing of Apple's server: a space after each comma, none after a colon, and a line break before large values.
struct AppleJSON {
    var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) { bytes.append(text) }

    /// Writes some of the bytes written so far a second time.
    mutating func again(_ range: Range<Int>) { bytes.append(contentsOf: Array(bytes[range])) }

    /// Writes the receipt in base64, without the white space between its characters.
    mutating func latestReceipt(_ text: ArraySlice<UInt8>) {
        line("latest_receipt")
        bytes.append(Self.quote)
        bytes.append(contentsOf: text.contains { $0 <= 0x20 } ? text.filter { $0 > 0x20 }[...] : text)
        bytes.append(Self.quote)
    }

    /// Writes a string in quotation marks. Neither slashes nor non-ASCII characters are escaped.
    mutating func text(_ text: String) {
        bytes.append(Self.quote)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Scan the bytes after copying them: iterating over a string byte by byte is much slower.
        var isPlain = true
        for byte in bytes[start...] {
            isPlain = isPlain && byte >= 0x20 && byte != Self.quote && byte != Self.backslash
        }
        if !isPlain {
            bytes.removeSubrange(start...)
            for byte in text.utf8 {
                if byte < 0x20 {
                    raw("\\u00")
                    SafeText.append(hex: [byte], to: &bytes)
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

    /// Writes the name of a member that follows others.
    mutating func name(_ name: StaticString, _ suffix: StaticString = "\":") {
        raw(", \"")
        raw(name)
        raw(suffix)
    }

    /// Writes the name of a member with a large value.
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

    /// Writes a number as a string, like all numbers of a purchase.
    mutating func quoted(_ name: StaticString, _ value: Int64, _ suffix: StaticString = "\":\"") {
        self.name(name, suffix)
        digits(value)
        bytes.append(Self.quote)
    }

    mutating func digits(_ value: Int64) { bytes.append(decimal: value) }
}
