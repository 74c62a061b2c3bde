package import ReceiptFields

/// Base64 in the standard alphabet (RFC 4648 section 4), strict where it matters.
///
/// Line breaks, spaces and tabs are passed over, wherever they are. Padding must be there and the unused bits must be zero, so
/// that the same receipt has one spelling. Foundation's decoder accepts more than that.
package enum Base64 {
    /// The value of a character, or nil if it is not of the alphabet.
    package static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// The bytes that the text stands for. `maximumInputSize` limits them, and the text to one and a half times as much.
    package static func decode(
        _ text: some Collection<UInt8>, maximumInputSize: Int
    ) throws(FormatError) -> [UInt8] {
        guard text.count <= maximumInputSize / 2 * 3 + 4 else {
            throw FormatError(.limitExceeded(.input, allowed: maximumInputSize), offset: 0)
        }
        let start = Array(text.drop { table[Int($0)] == skipped }.prefix(4))
        if start.isEmpty { throw FormatError(.emptyInput, offset: 0) }
        if let stranger = InputSniffer.strangerInBase64(start[...]) { throw FormatError(stranger, offset: 0) }
        var decoder = Decoder(capacity: text.count / 4 * 3)
        for character in text { try decoder.take(character) }
        return try decoder.finish()
    }

    private static let skipped: UInt8 = 0xFE
    private static let padding: UInt8 = 0xFD
    private static let refused: UInt8 = 0xFF

    private static let table: [UInt8] = (0...255).map { character in
        switch UInt8(character) {
        case 0x20, 0x09, 0x0A, 0x0D: skipped
        case UInt8(ascii: "="): padding
        default: value(of: UInt8(character)) ?? refused
        }
    }

    private struct Decoder {
        private var bytes: [UInt8] = []
        private var bits: UInt32 = 0
        /// Characters of the current group of four, padding included.
        private var characters = 0
        private var paddings = 0
        private var offset = 0
        private let table = Base64.table

        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        mutating func take(_ character: UInt8) throws(FormatError) {
            let value = table[Int(character)]
            defer { offset += 1 }
            if value < 64 {
                guard paddings == 0 else { throw FormatError(.invalidBase64(.padding), offset: offset) }
                bits = bits << 6 | UInt32(value)
                characters += 1
                if characters == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: bits))
                    (bits, characters) = (0, 0)
                }
            } else if value == padding {
                paddings += 1
                guard characters >= 2, characters + paddings <= 4 else {
                    throw FormatError(.invalidBase64(.padding), offset: offset)
                }
            } else if value != skipped {
                throw FormatError(.invalidBase64(.character(character)), offset: offset)
            }
        }

        mutating func finish() throws(FormatError) -> [UInt8] {
            guard characters == 0 || characters + paddings == 4 else {
                throw FormatError(.invalidBase64(.padding), offset: offset)
            }
            switch characters {
            case 2:
                guard bits & 0x0F == 0 else { throw FormatError(.invalidBase64(.trailingBits), offset: offset) }
                bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
            case 3:
                guard bits & 0x03 == 0 else { throw FormatError(.invalidBase64(.trailingBits), offset: offset) }
                bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
            default: break
            }
            return bytes
        }
    }
}
