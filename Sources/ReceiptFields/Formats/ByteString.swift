/// A text that is the same as another if its bytes are, where `String` asks for canonical equivalence: U+212A would be a `K`, and one app's
/// identifier another's.
package struct ByteString: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    /// Only ASCII has as many UTF-8 as UTF-16 units, and of one length nothing else is equivalent to it.
    package static func == (a: Self, b: Self) -> Bool {
        let (one, two) = (a.string, b.string)
        return one.utf8.count == two.utf8.count && one == two
            && (one.utf8.count == one.utf16.count || one.utf8.elementsEqual(two.utf8))
    }

    /// Hashes the bytes as they are: the `String` would normalize them first.
    package func hash(into hasher: inout Hasher) {
        var text = string
        text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    }

    /// Whether the bytes of a text come before those of another.
    package static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
