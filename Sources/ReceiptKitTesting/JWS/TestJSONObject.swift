/// A JSON object whose members keep their order and spelling, for exact control over the text of a JWS.
///
/// ```swift
/// let transaction = TestTransaction().with {
///     $0.changes.set("price", "\"free\"")
/// }
/// let jws = try TestAuthority.standard.sign(transaction)
/// ```
///
/// Nothing is checked. A key may occur twice, and a value may be invalid JSON.
public struct TestJSONObject: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// The key as written between the quotation marks, including escapes.
        package var key: String
        /// The value's JSON text.
        package var value: String

        package init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    package var members: [Member]

    package init(_ members: [Member]) { self.members = members }

    package init() { members = [] }

    /// The JSON text of the first value with a key.
    package subscript(_ key: String) -> String? { members.first { $0.key == key }?.value }

    /// Replaces the value of a key, or adds a member at the end.
    public mutating func set(_ key: String, _ value: String) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value = value
        } else {
            append(key, value)
        }
    }

    /// Adds a member at the end, even if its key exists already.
    package mutating func append(_ key: String, _ value: String) { members.append(Member(key, value)) }

    /// Removes every member with this key. Returns false if there is none.
    @discardableResult
    package mutating func remove(_ key: String) -> Bool {
        let count = members.count
        members.removeAll { $0.key == key }
        return members.count < count
    }

    /// The JSON text, without white space.
    package var text: String { "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}" }

    /// Returns a JSON string: quoted, with the necessary escapes.
    package static func string(_ text: String) -> String { JSONText.string(text).compact }
}

extension TestJSONObject: CustomStringConvertible {
    /// The JSON text.
    public var description: String { text }
}

extension TestJSONObject {
    /// Creates an object from several lists of members, one after the other. Omits members that are nil.
    init(_ lists: [KeyValuePairs<String, JSONText?>]) {
        self.init(lists.flatMap { $0.compactMap { key, value in value.map { Member(key, $0.compact) } } })
    }

    /// Returns the object with the members of another object set. Members with an empty value are removed.
    func applying(_ changes: TestJSONObject) -> TestJSONObject {
        var result = self
        for change in changes.members {
            if change.value.isEmpty { result.remove(change.key) } else { result.set(change.key, change.value) }
        }
        return result
    }
}
