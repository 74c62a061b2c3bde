/// Encodes tag-length-value elements (X.690), with one function per type.
///
/// Never checks its input, so that a test can create elements that no correct encoder writes.
package enum TestDER {
    /// Encodes an element with any one-byte tag.
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    /// Encodes the shortest definite length (X.690 §10.1).
    package static func length(_ count: Int) -> [UInt8] {
        guard count > 127 else { return [UInt8(truncatingIfNeeded: count)] }
        let octets = bigEndian(UInt64(count))
        return [0x80 | UInt8(truncatingIfNeeded: octets.count)] + octets
    }

    /// Encodes INTEGER in the fewest bytes (X.690 §8.3).
    package static func integer(_ value: Int64) -> [UInt8] {
        var octets: [UInt8] = []
        var rest = value
        repeat {
            octets.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while !(rest == 0 && octets.last.map { $0 < 0x80 } == true
            || rest == -1 && octets.last.map { $0 >= 0x80 } == true)
        return element(0x02, octets.reversed())
    }

    /// Encodes INTEGER with the given content bytes, as for serial numbers.
    package static func integer(octets: [UInt8]) -> [UInt8] { element(0x02, octets) }

    /// Encodes BOOLEAN; true is `ff` (X.690 §11.1).
    package static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xff : 0x00]) }

    package static let null: [UInt8] = [0x05, 0x00]

    package static func objectIdentifier(_ identifier: TestOID) -> [UInt8] { element(0x06, identifier.octets) }

    /// Encodes a primitive OCTET STRING.
    package static func octetString(_ octets: [UInt8]) -> [UInt8] { element(0x04, octets) }

    /// Encodes BIT STRING. The first content byte is the number of unused bits in the last one (X.690 §8.6.2).
    package static func bitString(_ octets: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        element(0x03, [unusedBits] + octets)
    }

    package static func utf8String(_ string: String) -> [UInt8] { element(0x0c, Array(string.utf8)) }

    /// Encodes IA5String. Doesn't check that the string is ASCII.
    package static func ia5String(_ string: String) -> [UInt8] { element(0x16, Array(string.utf8)) }

    /// Encodes SEQUENCE with the elements in the given order.
    package static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, concatenated(elements)) }

    /// Encodes SET with the elements in the given order. See ``sorted(_:)`` for DER's order.
    package static func set(_ elements: [[UInt8]]) -> [UInt8] { element(0x31, concatenated(elements)) }

    /// Encodes a context-specific constructed element, `[number]`.
    package static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xa0 | number, content) }

    /// Sorts elements in DER's order for a SET OF: ascending as byte strings (X.690 §11.6).
    package static func sorted(_ elements: [[UInt8]]) -> [[UInt8]] {
        elements.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Concatenates elements. `joined()` copies byte by byte, which is slow in a debug build.
    package static func concatenated(_ elements: [[UInt8]]) -> [UInt8] { elements.reduce(into: []) { $0 += $1 } }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        var octets: [UInt8] = []
        var rest = value
        while rest > 0 {
            octets.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        return octets.reversed()
    }
}
