/// Names that are looked for in objects, in the order in which they mostly come.
struct KnownNames: Sendable {
    private let names: [[UInt8]]
    /// Looked at first: mostly a name has another length.
    private let lengths: [Int]
    private let longest: Int

    init(_ names: [String]) {
        (self.names, lengths) = (names.map { Array($0.utf8) }, names.map(\.utf8.count))
        longest = lengths.max() ?? 0
    }

    /// The place of a name that the reader found, looked for from one place on and then from the first, or nil.
    func index(of name: JSONString, from start: Int = 0, in json: borrowing JSONReader) -> Int? {
        // One byte more than the longest has shows that it is none of them.
        if name.hasEscapes { return names.firstIndex(of: json.unescaped(name, atMost: longest + 1)) }
        for index in start..<names.count where isName(index, name.contents, json) { return index }
        for index in 0..<start where isName(index, name.contents, json) { return index }
        return nil
    }

    @inline(__always)
    private func isName(_ index: Int, _ found: Range<Int>, _ json: borrowing JSONReader) -> Bool {
        lengths[index] == found.count && json.holds(names[index], at: found.lowerBound)
    }
}
