/// The names of one object, to find the one that comes twice.
///
/// Names are the same if their unescaped bytes are: as a `String`, U+212A would equal `K`.
struct JSONNames {
    /// Comparing each with each is quicker than a set as long as names are few, short and without escapes, as Apple's are.
    private static let (most, longest) = (24, 32)

    private var few: [Range<Int>] = []
    /// All names, once one is not like that.
    private var all: Set<[UInt8]> = []

    /// Adds a name that the reader found, and returns false if it was added before.
    mutating func insert(_ name: JSONString, in json: borrowing JSONReader) -> Bool {
        let range = name.contents
        if all.isEmpty, !name.hasEscapes, range.count <= Self.longest, few.count < Self.most {
            for other in few where other.count == range.count && json.areEqual(other, range) { return false }
            if few.isEmpty { few.reserveCapacity(Self.most) }
            few.append(range)
            return true
        }
        // Growing step by step would hash each name twice.
        if few.count == Self.most || all.count == Self.most { all.reserveCapacity(json.maximumMembers) }
        for name in few { all.insert(json.unescaped(JSONString(contents: name, hasEscapes: false))) }
        few = []
        return all.insert(json.unescaped(name)).inserted
    }
}
