/// A string that equals another only if their bytes are equal. `String` compares by canonical equivalence, under which U+212A equals `K`,
/// so one app's identifier could equal another's.
package struct ByteString: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    /// Only ASCII strings have as many UTF-8 as UTF-16 code units, and an ASCII string is canonically equivalent to no other string of the
    /// same length.
    package static func == (a: Self, b: Self) -> Bool {
        let (one, two) = (a.string, b.string)
        return one.utf8.count == two.utf8.count && one == two
            && (one.utf8.count == one.utf16.count || one.utf8.elementsEqual(two.utf8))
    }

    /// Hashes the bytes themselves; `String` would normalize them first.
    package func hash(into hasher: inout Hasher) {
        var text = string
        text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    }

    /// Returns true if the bytes of one string sort before those of another.
    package static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
