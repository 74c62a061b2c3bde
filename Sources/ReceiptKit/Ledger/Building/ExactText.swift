/// A text as a key: two are the same if their bytes are, where `String` asks for canonical equivalence.
///
/// Texts that are equivalent and differ in bytes get different hashes, so that nobody can fill a table with them. ASCII, which
/// is all that was ever seen, has no two spellings, so there `String`'s own comparison and hash will do, and they are fast.
struct ExactText: Hashable, Sendable {
    let string: String

    init(_ string: String) { self.string = string }

    /// Only ASCII has as many UTF-8 as UTF-16 units; `String` knows both numbers.
    private var isASCII: Bool { string.utf8.count == string.utf16.count }

    static func == (a: Self, b: Self) -> Bool {
        // An ASCII text may be equivalent to another text (K and the Kelvin sign), but not to one of the same length.
        a.string.utf8.count == b.string.utf8.count && a.string == b.string
            && (a.isASCII || a.string.utf8.elementsEqual(b.string.utf8))
    }

    func hash(into hasher: inout Hasher) {
        if isASCII { return hasher.combine(string) }
        for byte in string.utf8 { hasher.combine(byte) }
    }

    static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
