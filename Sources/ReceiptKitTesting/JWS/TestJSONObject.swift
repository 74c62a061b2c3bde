/// A JSON object whose members keep their order and their spelling: what a JWS says, down to the letter.
///
/// ```swift
/// let transaction = TestTransaction().with {
///     $0.changes.set("price", "\"free\"")
/// }
/// let jws = try TestAuthority.standard.sign(transaction)
/// ```
///
/// Nothing is checked. A key may stand twice, a value may be anything but JSON.
public struct TestJSONObject: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// What stands between the quotes, escapes and all.
        package var key: String
        /// The text of the value.
        package var value: String

        package init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    package var members: [Member]

    package init(_ members: [Member]) { self.members = members }

    package init() { members = [] }

    /// The text of the value that first stands under a key.
    package subscript(_ key: String) -> String? { members.first { $0.key == key }?.value }

    /// Puts a value in the place of the one with the same key, or at the end.
    public mutating func set(_ key: String, _ value: String) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value = value
        } else {
            append(key, value)
        }
    }

    /// Adds a member at the end, also if its key is there already.
    package mutating func append(_ key: String, _ value: String) { members.append(Member(key, value)) }

    /// Takes out every member with this key. False if there is none.
    @discardableResult
    package mutating func remove(_ key: String) -> Bool {
        let count = members.count
        members.removeAll { $0.key == key }
        return members.count < count
    }

    /// The text, without white space.
    package var text: String { "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}" }

    /// A text as a JSON string: in quotes, with what must be escaped escaped.
    package static func string(_ text: String) -> String { JSONText.string(text).compact }
}

extension TestJSONObject: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension TestJSONObject {
    /// The members that are not nil, of several lists one after the other.
    init(_ lists: [KeyValuePairs<String, JSONText?>]) {
        self.init(lists.flatMap { $0.compactMap { key, value in value.map { Member(key, $0.compact) } } })
    }

    /// Puts what another object has into this one; members whose value is empty are taken out.
    func applying(_ changes: TestJSONObject) -> TestJSONObject {
        var result = self
        for change in changes.members {
            if change.value.isEmpty { result.remove(change.key) } else { result.set(change.key, change.value) }
        }
        return result
    }
}
