/// A text as a key: two are the same if their bytes are, where `String` asks for canonical equivalence.
struct ByteString: Hashable, Sendable {
    let string: String

    init(_ string: String) { self.string = string }

    /// Only ASCII has as many UTF-8 as UTF-16 units, and of one length nothing else is equivalent to it.
    static func == (a: Self, b: Self) -> Bool {
        let (one, two) = (a.string, b.string)
        return one.utf8.count == two.utf8.count && one == two
            && (one.utf8.count == one.utf16.count || one.utf8.elementsEqual(two.utf8))
    }

    static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
