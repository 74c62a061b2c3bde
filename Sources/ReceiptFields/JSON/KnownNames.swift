/// Names that are looked for in objects, in the order in which they mostly come.
struct KnownNames: Sendable {
    /// All of them, one behind the other, so that looking for a name, which mostly has another length, touches only lengths.
    private let bytes: [UInt8]
    private let starts: [Int]
    private let lengths: [Int]

    init(_ names: [String]) {
        bytes = names.flatMap { Array($0.utf8) }
        lengths = names.map(\.utf8.count)
        var start = 0
        starts = names.map { name in
            defer { start += name.utf8.count }
            return start
        }
    }

    /// The place of a name that the reader found, looked for from one place on and then from the first, or nil.
    func index(of name: JSONString, from start: Int = 0, in json: borrowing JSONReader) -> Int? {
        if name.hasEscapes { return index(ofEscaped: name, in: json) }
        let length = name.contents.count
        for index in start..<lengths.count where lengths[index] == length && isName(index, name, json) { return index }
        for index in 0..<start where lengths[index] == length && isName(index, name, json) { return index }
        return nil
    }

    private func isName(_ index: Int, _ name: JSONString, _ json: borrowing JSONReader) -> Bool {
        let (known, found) = (starts[index], name.contents.lowerBound)
        for offset in 0..<lengths[index] where json.bytes[found + offset] != bytes[known + offset] { return false }
        return true
    }

    private func index(ofEscaped name: JSONString, in json: borrowing JSONReader) -> Int? {
        let plain = json.unescaped(name)
        return lengths.indices.first { bytes[starts[$0]..<(starts[$0] + lengths[$0])] == plain[...] }
    }
}
