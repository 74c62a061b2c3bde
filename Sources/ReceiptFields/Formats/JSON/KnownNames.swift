/// Names to look up in objects.
struct KnownNames: Sendable {
    private let names: [[UInt8]]
    private let longest: Int

    init(_ names: [String]) {
        self.names = names.map { Array($0.utf8) }
        longest = names.map(\.utf8.count).max() ?? 0
    }

    func index(of name: JSONString, in json: borrowing JSONReader) -> Int? {
        // One byte more than the longest name is enough to see that it is none of them.
        if name.hasEscapes { return names.firstIndex(of: json.unescaped(name, atMost: longest + 1)) }
        let found = name.contents
        for index in names.indices where names[index].count == found.count {
            if json.holds(names[index], at: found.lowerBound) { return index }
        }
        return nil
    }
}
