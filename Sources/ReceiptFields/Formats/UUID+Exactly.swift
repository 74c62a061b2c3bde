package import ReceiptEssentials

extension UUID {
    /// Creates a UUID from its canonical form: hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4). Foundation accepts
    /// other forms too, and creates a different UUID if a digit is missing.
    package init?(exactly text: String) {
        guard text.utf8.count == 36 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        var place = 0
        for byte in text.utf8 {
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = JSONReader.hexadecimal(byte) else { return nil }
                (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
            }
            place += 1
        }
        self.init(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
    }

    package var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe Array($0) } }

    /// The UUID in lowercase, as the App Store writes it and as hashes use it.
    package var lowercaseText: String {
        let bytes = bytes
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for group in [0..<4, 4..<6, 6..<8, 8..<10, 10..<16] {
            if group.lowerBound > 0 { text.append(UInt8(ascii: "-")) }
            SafeText.append(hex: bytes[group], to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
