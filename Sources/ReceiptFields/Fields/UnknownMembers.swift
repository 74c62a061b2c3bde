internal import ReceiptEssentials

/// A part of evidence that may have members for which this version has no property.
package protocol UnknownMembers {
    /// The members without a property, as the text of a JSON object. Nil if there are none.
    ///
    /// The object has the structure of the payload. It contains a nested object only if that object has such members, and then only these.
    /// In a list of objects, `{}` represents an element that has none. Values are as they were signed. Getting this property parses the
    /// payload's text again, and a nested object's text once for each object around it.
    var unknownMembers: [UInt8]? { get }
}

extension Payload {
    package var unknownMembers: [UInt8]? { Self.unknownMembers(in: json[...]) }
}

extension MemberOwner {
    /// Always nil: the payload includes the unknown members of its nested objects, and a property list has none to show.
    package var unknownMembers: [UInt8]? { nil }

    /// Returns the members of an object's text that have no row in the table. The text was parsed before, so it is valid JSON.
    fileprivate static func unknownMembers(in text: ArraySlice<UInt8>) -> [UInt8]? {
        let names = table.names
        var found: [UInt8] = []
        do throws(FormatError) {
            try JSONReader.read(whole: text) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    let kind = json.next()
                    let row = names.index(of: name, in: json)
                    guard row == nil || kind == .object || kind == .array else { return }
                    let value = text.part(try json.skip())
                    guard let unknown = row.map({ unknownMembers(in: value, row: $0, isList: kind == .array) }) ?? value
                    else { return }
                    found.append(UInt8(ascii: found.isEmpty ? "{" : ","))
                    // The escapes stay as they were signed.
                    found.append(UInt8(ascii: "\""))
                    found += text.part(name.contents)
                    found += "\":".utf8
                    found += unknown
                }
            }
        } catch { return nil }
        if found.isEmpty { return nil }
        return found + [UInt8(ascii: "}")]
    }

    /// Returns the unknown members of the objects in the value of a member that has a row.
    private static func unknownMembers(in value: ArraySlice<UInt8>, row: Int, isList: Bool) -> ArraySlice<UInt8>? {
        var nested = NestedObjects(row: row, value: value, isList: isList)
        _ = Self(&nested, nil)
        return nested.unknown.map { $0[...] }
    }
}

/// Finds the type of the objects in one row of a field table, and collects their members without a property.
private struct NestedObjects: FieldVisitor {
    let row: Int
    var value: ArraySlice<UInt8>
    var isList: Bool
    /// The number of the next row.
    private var place = 0
    private(set) var unknown: [UInt8]?

    init(row: Int, value: ArraySlice<UInt8>, isList: Bool) {
        (self.row, self.value, self.isList) = (row, value, isList)
    }

    mutating func visit<Value: FieldValue>(_ field: Field, _: @autoclosure () -> Value?) -> Value? {
        if place == row { read(Value.self) }
        place += 1
        return nil
    }

    /// Reads the value only to visit the objects in it. If it is malformed, the payload's diagnostics say so.
    private mutating func read<Value: FieldValue>(_: Value.Type) {
        do throws(FormatError) { _ = try Value.read(&self) } catch {}
    }
}

extension NestedObjects: FieldSource {
    static var isAttribute: Bool { false }

    func text() -> String? { nil }
    func date() -> Date? { nil }
    func flag() -> Bool? { nil }
    func wide() -> Int64? { nil }
    func small() -> Int? { nil }
    func bytes() -> ArraySlice<UInt8>? { nil }

    mutating func object<Object: MemberOwner>() -> Object? {
        if !isList { unknown = Object.unknownMembers(in: value) }
        return nil
    }

    mutating func list<Element: FieldElement>() throws(FormatError) -> [Element]? {
        guard isList else { return nil }
        let list = value
        isList = false
        var (found, isKnown): ([UInt8], Bool) = ([], true)
        try JSONReader.read(whole: list) { (json) throws(JSONError) in
            try json.array { (json) throws(JSONError) in
                let isObject = json.next() == .object
                (value, unknown) = (list.part(try json.skip()), nil)
                if isObject { read(Element.self) }
                isKnown = isKnown && unknown == nil
                found.append(UInt8(ascii: found.isEmpty ? "[" : ","))
                found += unknown ?? Array("{}".utf8)
            }
        }
        unknown = isKnown ? nil : found + [UInt8(ascii: "]")]
        return nil
    }
}
