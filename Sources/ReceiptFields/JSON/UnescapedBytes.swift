/// The bytes of a text whose escapes are known to be well-formed, one after the other, escapes replaced, up to its closing quote.
///
/// Names are compared through it, so that `"\u0061lg"` is `"alg"`, without making a copy of either.
struct UnescapedBytes: ~Escapable {
    private let bytes: Span<UInt8>
    private var position: Int
    /// What is left of a character that was written as `\u`.
    private var pending = Unicode.UTF8.EncodedScalar().makeIterator()

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, from start: Int) {
        self.bytes = bytes
        self.position = start
    }

    /// The next byte, or nil at the closing quote.
    mutating func next() -> UInt8? {
        if let byte = pending.next() { return byte }
        guard let byte = take() else { return nil }
        switch byte {
        case UInt8(ascii: "\""):
            position -= 1
            return nil
        case UInt8(ascii: "\\"):
            guard let kind = take() else { return nil }
            guard kind == UInt8(ascii: "u") else { return Self.short(kind) }
            guard let scalar = scalar(), let encoded = Unicode.UTF8.encode(scalar) else { return nil }
            pending = encoded.makeIterator()
            return pending.next()
        default: return byte
        }
    }

    private mutating func take() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    private mutating func scalar() -> Unicode.Scalar? {
        let high = unit()
        guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
        _ = (take(), take())
        let low = unit()
        guard (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + ((high - 0xD800) << 10 | (low - 0xDC00)))
    }

    private mutating func unit() -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 { unit = unit << 4 | (take().flatMap(Self.hexadecimal) ?? 0) }
        return unit
    }

    /// What the escape of a backslash and this character stands for, or nil for `\u` and what is not an escape.
    static func short(_ kind: UInt8) -> UInt8? {
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): kind
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    static func hexadecimal(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(digit - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
