/// The names of one object, for finding duplicates. Two names are equal if their unescaped bytes are.
struct SeenNames {
    private static let most = 32

    /// Names without escapes, while there are few. For few names, comparing each with each is faster than a set, and few objects that Apple
    /// signs have more.
    private var few: [Range<Int>] = []
    /// All names, once there are more.
    private var all: Set<ByteString> = []

    /// Adds a name that the reader found. Returns false if it was added before.
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
