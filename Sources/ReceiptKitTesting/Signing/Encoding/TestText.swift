internal import ReceiptEssentials

/// Encodings of bytes as text: hexadecimal, base64, PEM.
package enum TestText {
    /// Encodes lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 0x0f, radix: 16) }.joined()
    }

    /// Decodes hexadecimal digits, and returns nil for anything else. Skips colons and hyphens between them.
    package static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "-") }
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(truncatingIfNeeded: values[$0] << 4 | values[$0 + 1])
        }
    }

    /// Returns a UUID derived from these strings, which is the same in every run.
    package static func uuid(of names: [String]) -> String {
        func hash(_ seed: UInt64) -> UInt64 {
            names.joined(separator: "\0").utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
        func bytes(_ number: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        var all = bytes(hash(0xcbf2_9ce4_8422_2325)) + bytes(hash(0x8422_2325_cbf2_9ce4))
        // Set version 4 and its variant (RFC 9562).
        all[6] = all[6] & 0x0f | 0x40
        all[8] = all[8] & 0x3f | 0x80
        let digits = hexadecimal(all)
        var (text, rest) = ("", digits[...])
        for count in [8, 4, 4, 4, 12] {
            text += (text.isEmpty ? "" : "-") + rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        return text
    }

    /// Encodes base64 on one line (RFC 4648 §4).
    package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Encodes base64url without padding, as in the parts of a JWS (RFC 7515 §2).
    package static func base64URL(_ bytes: [UInt8]) -> String {
        let octets = base64(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }.map { octet in
            octet == UInt8(ascii: "+") ? UInt8(ascii: "-") : octet == UInt8(ascii: "/") ? UInt8(ascii: "_") : octet
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns a PEM block with lines of 64 characters (RFC 7468).
    package static func pem(_ label: String, _ bytes: [UInt8]) -> String {
        let text = Array(base64(bytes).utf8)
        let lines = stride(from: 0, to: text.count, by: 64).map { start in
            String(decoding: text[start..<min(start + 64, text.count)], as: UTF8.self) + "\n"
        }
        return "-----BEGIN \(label)-----\n" + lines.joined() + "-----END \(label)-----\n"
    }
}
