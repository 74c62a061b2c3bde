internal import ReceiptEssentials

/// The texts in which bytes travel: hexadecimal, base64, PEM.
package enum TestText {
    /// Lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 0x0f, radix: 16) }.joined()
    }

    /// The bytes that hexadecimal digits stand for, or nil. Colons and hyphens between them are skipped.
    package static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "-") }
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(truncatingIfNeeded: values[$0] << 4 | values[$0 + 1])
        }
    }

    /// Base64 on one line (RFC 4648 §4).
    package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Base64url without padding, the form of a JWS's parts (RFC 7515 §2).
    package static func base64URL(_ bytes: [UInt8]) -> String {
        let octets = base64(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }.map { octet in
            octet == UInt8(ascii: "+") ? UInt8(ascii: "-") : octet == UInt8(ascii: "/") ? UInt8(ascii: "_") : octet
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// A PEM block of lines of 64 characters (RFC 7468).
    package static func pem(_ label: String, _ bytes: [UInt8]) -> String {
        let text = Array(base64(bytes).utf8)
        let lines = stride(from: 0, to: text.count, by: 64).map { start in
            String(decoding: text[start..<min(start + 64, text.count)], as: UTF8.self) + "\n"
        }
        return "-----BEGIN \(label)-----\n" + lines.joined() + "-----END \(label)-----\n"
    }
}
