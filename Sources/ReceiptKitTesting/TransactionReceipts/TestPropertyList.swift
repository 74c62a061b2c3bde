/// A property list of the old style, with quoted strings, as in transaction receipts. Its pairs and its layout can be
/// changed.
package struct TestPropertyList: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package var key: String
        package var value: String

        package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
    }

    package var pairs: [Pair]
    /// The white space before each pair.
    package var indentation = "\t"
    /// The line break.
    package var newline = "\n"
    /// The text after the closing brace.
    package var ending = ""

    package init(_ pairs: [Pair]) { self.pairs = pairs }

    /// The value of the first pair with this key.
    package subscript(_ key: String) -> String? { pairs.first { $0.key == key }?.value }

    /// Sets the value of a key, or adds a pair at the end. Nil removes the pair.
    package mutating func set(_ key: String, _ value: String?) {
        guard let value else { return pairs.removeAll { $0.key == key } }
        if let index = pairs.firstIndex(where: { $0.key == key }) {
            pairs[index].value = value
        } else {
            pairs.append(Pair(key, value))
        }
    }

    package var text: String {
        let lines = pairs.map { "\(indentation)\"\($0.key)\" = \"\($0.value)\";\(newline)" }
        return "{\(newline)" + lines.joined() + "}" + ending
    }

    package var bytes: [UInt8] { Array(text.utf8) }
}
