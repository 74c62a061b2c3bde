/// Whether bytes are UTF-8: the one check of the project, for texts of receipts and for JSON.
package enum UTF8Check {
    /// Whether the bytes are printable ASCII or, where allowed, well-formed UTF-8 (RFC 3629) without control characters.
    static func isText(_ text: Span<UInt8>, asciiOnly: Bool) -> Bool {
        // The top bit is set by bytes from 80, from 00 to 1F, and by 7F. No early exit, so the compiler can vectorize the loop.
        var bits: UInt8 = 0
        for index in 0..<text.count {
            let byte = text[index]
            bits |= byte | (byte &- 0x20) | (byte &+ 1)
        }
        return bits < 0x80 || (!asciiOnly && firstFault(in: text, refusesControls: true) == nil)
    }

    /// Whether the bytes are printable ASCII without quotes and backslashes, which is what needs no escapes in JSON.
    @inline(__always)
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        // As above, and the top bit is set by a quote and by a backslash.
        var bits: UInt8 = 0
        for index in 0..<text.count {
            let byte = text[index]
            bits |= byte | (byte &- 0x20) | (byte &+ 1)
            bits |= ((byte ^ UInt8(ascii: "\"")) &- 1) | ((byte ^ UInt8(ascii: "\\")) &- 1)
        }
        return bits < 0x80
    }

    /// Where the first character begins that is not well-formed UTF-8 (RFC 3629), or nil.
    ///
    /// With `refusesControls`, control characters count as such too: U+0000 to U+001F and U+007F to U+009F.
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
