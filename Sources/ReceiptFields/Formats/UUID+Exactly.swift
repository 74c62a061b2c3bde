package import ReceiptEssentials

extension UUID {
    /// A UUID in its one form: hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4). Foundation takes others too, and
    /// makes of a missing digit another UUID.
    package init?(exactly text: String) {
        guard text.utf8.count == 36 else { return nil }
        for (place, byte) in text.utf8.enumerated() {
            let isHyphen = place == 8 || place == 13 || place == 18 || place == 23
            guard isHyphen ? byte == UInt8(ascii: "-") : JSONReader.hexadecimal(byte) != nil else { return nil }
        }
        self.init(uuidString: text)
    }
}
