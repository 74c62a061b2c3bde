/// A property list of the old style: pairs of quoted texts, as transaction receipts write them. Change its pairs, or how it is written.
public struct TestPropertyList: Hashable, Sendable {
    /// One pair.
    public struct Pair: Hashable, Sendable {
        /// Before the equals sign.
        public var key: String
        /// Behind it.
        public var value: String

        /// A pair.
        public init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
    }

    /// In the order of the text.
    public var pairs: [Pair]
    /// What stands before each pair.
    public var indentation = "\t"
    /// What ends a line.
    public var newline = "\n"
    /// What stands behind the closing brace.
    public var ending = ""

    /// A list of pairs.
    public init(_ pairs: [Pair]) { self.pairs = pairs }

    /// The value of the first pair with this key.
    public subscript(_ key: String) -> String? { pairs.first { $0.key == key }?.value }

    /// Gives a key another value, or adds a pair at the end; nil takes the pair out.
    public mutating func set(_ key: String, _ value: String?) {
        guard let value else { return pairs.removeAll { $0.key == key } }
        if let index = pairs.firstIndex(where: { $0.key == key }) {
            pairs[index].value = value
        } else {
            pairs.append(Pair(key, value))
        }
    }

    /// The text.
    public var text: String {
        let lines = pairs.map { "\(indentation)\"\($0.key)\" = \"\($0.value)\";\(newline)" }
        return "{\(newline)" + lines.joined() + "}" + ending
    }

    /// The text as octets.
    public var bytes: [UInt8] { Array(text.utf8) }
}
