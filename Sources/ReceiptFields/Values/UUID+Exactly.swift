package import ReceiptEssentials

extension UUID {
    /// A UUID in its one form: hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4). Foundation takes others too, and
    /// makes of a missing digit another UUID.
    package init?(exactly text: String) {
        guard text.utf8.count == 36 else { return nil }
        var b: [UInt8] = []
        b.reserveCapacity(16)
        var high: UInt8?
        for (place, byte) in text.utf8.enumerated() {
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = JSONReader.hexadecimal(byte) else { return nil }
                if let first = high { b.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            }
        }
        guard b.count == 16 else { return nil }
        self.init(
            uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15])
        )
    }
}
