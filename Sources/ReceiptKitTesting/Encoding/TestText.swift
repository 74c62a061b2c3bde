internal import ReceiptEssentials

/// The texts in which bytes travel: hexadecimal, base64, PEM.
package enum TestText {
    /// Lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 0x0f))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes that hexadecimal digits stand for, or nil. Colons and hyphens between them are skipped.
    package static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "-") }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(truncatingIfNeeded: value))
                high = nil
            } else {
                high = UInt8(truncatingIfNeeded: value)
            }
        }
        return bytes
    }

    /// Base64 on one line (RFC 4648 §4).
    package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Base64url without padding, the form of a JWS's parts (RFC 7515 §2).
    package static func base64URL(_ bytes: [UInt8]) -> String {
        var text = Array(base64(bytes).utf8)
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        for index in text.indices {
            if text[index] == UInt8(ascii: "+") { text[index] = UInt8(ascii: "-") }
            if text[index] == UInt8(ascii: "/") { text[index] = UInt8(ascii: "_") }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A PEM block of lines of 64 characters (RFC 7468).
    package static func pem(_ label: String, _ bytes: [UInt8]) -> String {
        let text = Array(base64(bytes).utf8)
        var block = "-----BEGIN \(label)-----\n"
        var start = 0
        while start < text.count {
            let end = min(start + 64, text.count)
            block += String(decoding: text[start..<end], as: UTF8.self) + "\n"
            start = end
        }
        return block + "-----END \(label)-----\n"
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
