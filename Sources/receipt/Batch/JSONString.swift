#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a text of JSON is. Its escapes are known to be well-formed.
struct JSONString {
    /// The bytes between the quotes.
    let contents: Range<Int>
    let hasEscapes: Bool

    /// The text with its escapes replaced, as UTF-8.
    static func unescaped(_ contents: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(contents.count)
        var rest = contents
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                out.append(byte)
                continue
            }
            switch kind {
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                var value = unit(&rest)
                if (0xD800..<0xDC00).contains(value) {
                    rest = rest.dropFirst(2)
                    value = 0x10000 + (value - 0xD800) << 10 + (unit(&rest) &- 0xDC00)
                }
                if let scalar = Unicode.Scalar(value) { out += Array(String(Character(scalar)).utf8) }
            default: out.append(kind)
            }
        }
        return out
    }

    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { break }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// Whether bytes are UTF-8.
    static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
        let copy = bytes.indices.map { bytes[$0] }
        return String(bytes: copy, encoding: .utf8) != nil
    }
}
