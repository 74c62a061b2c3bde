/// Checks whether bytes are UTF-8. It is the only such check in the project, for the strings of receipts and for JSON.
package enum UTF8Check {
    /// Returns true if the bytes are printable ASCII or, if allowed, well-formed UTF-8 (RFC 3629) without control characters.
    static func isText(_ text: Span<UInt8>, asciiOnly: Bool) -> Bool {
        // The bytes from 0x80 on, 0x00 to 0x1F, and 0x7F set the top bit. The loop has no early exit, so that the compiler can vectorize
        // it.
        var bits: UInt8 = 0
        for index in 0..<text.count {
            let byte = text[index]
            bits |= byte | (byte &- 0x20) | (byte &+ 1)
        }
        return bits < 0x80 || (!asciiOnly && firstFault(in: text, refusesControls: true) == nil)
    }

    /// Returns true if the bytes are printable ASCII without quotes and backslashes, so that they need no escapes in JSON.
    @inline(__always)
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        // As in the loop above; here a quote and a backslash set the top bit too.
        var bits: UInt8 = 0
        for index in 0..<text.count {
            let byte = text[index]
            bits |= byte | (byte &- 0x20) | (byte &+ 1)
            bits |= ((byte ^ UInt8(ascii: "\"")) &- 1) | ((byte ^ UInt8(ascii: "\\")) &- 1)
        }
        return bits < 0x80
    }

    /// Returns the position of the first character that isn't well-formed UTF-8 (RFC 3629). Nil if there is none.
    ///
    /// With `refusesControls`, control characters are treated as malformed too: U+0000 to U+001F and U+007F to U+009F.
    package static func firstFault(in text: Span<UInt8>, refusesControls: Bool) -> Int? {
        unsafe text.withUnsafeBufferPointer { bytes in
            var (rest, decoder, offset) = unsafe (bytes.makeIterator(), Unicode.UTF8(), 0)
            while true {
                switch unsafe decoder.decode(&rest) {
                case .emptyInput: return nil
                case .error: return offset
                case .scalarValue(let scalar):
                    if refusesControls, scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return offset }
                    offset += UTF8.width(scalar)
                }
            }
        }
    }
}
