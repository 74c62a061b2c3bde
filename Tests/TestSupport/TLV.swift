/// Encodes tag, length and value. Used only by tests, so that it shares no code with the reader under test.
package enum TLV {
    /// Encodes an element: `tag`, the shortest definite length, and the concatenated parts.
    package static func element(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] { element(tag, joining: parts) }

    /// Encodes an element with these parts.
    package static func element(_ tag: UInt8, joining parts: [[UInt8]]) -> [UInt8] {
        let content = concatenated(parts)
        return [tag] + length(content.count) + content
    }

    /// Encodes an element of indefinite length, with its end-of-contents bytes.
    package static func indefinite(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        [tag, 0x80] + concatenated(parts) + [0, 0]
    }

    /// Concatenates parts. In a debug build, `joined()` takes much longer, because it copies byte by byte.
    package static func concatenated(_ parts: [[UInt8]]) -> [UInt8] { parts.reduce(into: []) { $0 += $1 } }

    /// Encodes the shortest length.
    package static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(octets.count)] + octets
    }

    package static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, joining: parts) }

    package static func set(_ parts: [UInt8]...) -> [UInt8] { element(0x31, joining: parts) }

    package static func context(_ number: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        element(0xA0 | number, joining: parts)
    }

    package static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }

    package static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    package static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    package static func bits(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

    package static let null: [UInt8] = [0x05, 0x00]

    /// Encodes an INTEGER in the shortest form.
    package static func integer(_ value: Int64) -> [UInt8] {
        var octets: [UInt8] = []
        for shift in stride(from: 56, through: 0, by: -8) { octets.append(UInt8(truncatingIfNeeded: value >> shift)) }
        while octets.count > 1, (octets[0] == 0 && octets[1] < 0x80) || (octets[0] == 0xFF && octets[1] >= 0x80) {
            octets.removeFirst()
        }
        return element(0x02, octets)
    }

    /// Encodes an OBJECT IDENTIFIER from its arcs.
    package static func oid(_ arcs: UInt64...) -> [UInt8] {
        var content: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
            var groups = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            content += groups
        }
        return element(0x06, content)
    }

    /// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
    package static func attribute(_ type: Int64, version: Int64 = 1, _ value: [UInt8]) -> [UInt8] {
        sequence(integer(type), integer(version), octets(value))
    }
}

extension [UInt8] {
    /// Repeats bytes. Doubles them, because a debug build takes long for a step per copy.
    package init(copies count: Int, of bytes: [UInt8]) {
        let size = count * bytes.count
        self = size == 0 ? [] : bytes
        while !isEmpty, self.count <= size / 2 { self += self }
        self += prefix(size - self.count)
    }
}
