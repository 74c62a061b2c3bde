package import ReceiptEssentials

extension UUID {
    /// A UUID in its one form: hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4). Foundation takes others too, and
    /// makes of a missing digit another UUID.
    package init?(exactly text: String) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return nil }
        // Written in capitals, which may be small letters in the text.
        let isSame = zip(uuid.uuidString.utf8, text.utf8).allSatisfy { $0 == $1 || ($0 > 0x40 && $0 | 0x20 == $1) }
        guard isSame else { return nil }
        self = uuid
    }
}
