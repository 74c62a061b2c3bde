/// Untrusted strings, made safe for one line of a log or for a terminal.
package enum SafeText {
    private static let longest = 64

    /// Returns a string in quotes, with control characters, quotes and everything that isn't printable ASCII escaped, and cut to a bounded length.
    package static func quoted(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = [UInt8(ascii: "\"")]
        var count = 0
        for byte in bytes {
            guard count < longest else {
                out += Array("…".utf8)
                break
            }
            count += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: out.append(byte)
            default: out += Array("\\x".utf8) + [digit(byte >> 4), digit(byte & 0x0F)]
            }
        }
        out.append(UInt8(ascii: "\""))
        return String(decoding: out, as: UTF8.self)
    }

    package static func quoted(_ string: String) -> String { quoted(string.utf8) }

    /// Returns a string without characters that could move the cursor, change colors or look like another line.
    package static func printable(_ string: String) -> String {
        var out = ""
        for scalar in string.unicodeScalars {
            if isSafe(scalar) {
                out.unicodeScalars.append(scalar)
            } else {
                out += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return out
    }

    /// Returns a byte in the form `0x2d`.
    package static func hex(_ byte: UInt8) -> String { "0x" + hex([byte]) }

    /// Returns bytes as lowercase hexadecimal, two digits each.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        append(hex: Array(bytes)[...], to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends bytes as lowercase hexadecimal digits.
    package static func append(hex bytes: ArraySlice<UInt8>, to out: inout [UInt8]) {
        for byte in bytes {
            out.append(digit(byte >> 4))
            out.append(digit(byte & 0x0F))
        }
    }

    /// Returns the bytes of hexadecimal digits, with or without `separators` between them. Nil if the string contains anything else, or an
    /// odd number of digits.
    package static func bytes(hexadecimal text: String, separators: String) -> [UInt8]? {
        var digits: [UInt8] = []
        for byte in text.utf8 where !separators.utf8.contains(byte) {
            guard let digit = JSONReader.hexadecimal(byte) else { return nil }
            digits.append(digit)
        }
        guard digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Returns true if a character is visible and doesn't affect the display of others: it isn't a control character, doesn't change the
    /// text direction, has a width, doesn't end a line, and is assigned in Unicode. All others are escaped in terminal output and in JSON,
    /// which may be printed to a terminal too.
    package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
