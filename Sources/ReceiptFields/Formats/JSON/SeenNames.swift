/// The names of one object, to find the one that comes twice. Two are the same if their unescaped bytes are.
struct SeenNames {
    private static let most = 32

    /// Those without escapes, as long as they are few. Comparing each with each takes a fifth of what a set takes, and few objects that
    /// Apple signs have more.
    private var few: [Range<Int>] = []
    /// All, once they are more.
    private var all: Set<ByteString> = []

    /// Adds a name that the reader found, or returns false if it was added before.
    mutating func insert(_ name: JSONString, in json: borrowing JSONReader) -> Bool {
        if all.isEmpty, !name.hasEscapes, few.count < Self.most {
            for other in few where json.areEqual(other, name.contents) { return false }
            if few.isEmpty { few.reserveCapacity(Self.most) }
            few.append(name.contents)
            return true
        }
        for name in few { all.insert(ByteString(json.text(JSONString(contents: name, hasEscapes: false)))) }
        few = []
        return all.insert(ByteString(json.text(name))).inserted
    }
}
