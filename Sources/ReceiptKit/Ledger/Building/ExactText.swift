/// A text as a key: two are the same if their bytes are, where `String` asks for canonical equivalence.
///
/// The bytes are hashed too, so that texts which look alike and differ do not meet in one bucket.
struct ExactText: Hashable, Sendable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (a: Self, b: Self) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }

    func hash(into hasher: inout Hasher) {
        // Eight bytes at a time: a call for each byte would cost more than all the rest of building a ledger.
        var word: UInt64 = 0
        var count = 0
        for byte in string.utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count & 7 == 0 {
                hasher.combine(word)
                word = 0
            }
        }
        hasher.combine(word)
        hasher.combine(count)
    }

    static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
