package import ReceiptFields

/// Everything that the reader finds in JSON, in order, with numbers as written.
package indirect enum JSONTree: Equatable {
    case null
    case bool(Bool)
    case number([UInt8])
    case string([UInt8])
    case array([JSONTree])
    case object([Member])

    package struct Member: Equatable {
        package let name: [UInt8]
        package let value: JSONTree

        package init(name: [UInt8], value: JSONTree) { (self.name, self.value) = (name, value) }
    }

    package static let limits = JSONLimits(maximumSize: 1 << 20)

    package init(_ text: [UInt8], limits: JSONLimits = JSONTree.limits) throws(JSONError) {
        self = try JSONReader.read(text[...], limits: limits) { (json) throws(JSONError) in try JSONTree(&json) }
    }

    private init(_ json: inout JSONReader) throws(JSONError) {
        switch json.next() {
        case .object:
            var members: [Member] = []
            try json.object { (json, name) throws(JSONError) in
                let name = json.unescaped(name)
                members.append(Member(name: name, value: try JSONTree(&json)))
            }
            self = .object(members)
        case .array:
            var elements: [JSONTree] = []
            try json.array { (json) throws(JSONError) in elements.append(try JSONTree(&json)) }
            self = .array(elements)
        case .string:
            let string = try json.string()
            self = .string(json.unescaped(string))
        case .number:
            let range = try json.number()
            let octets = json.extracting(range)
            self = .number(octets.indices.map { octets[$0] })
        case .boolean: self = .bool(try json.boolean())
        case .null:
            try json.null()
            self = .null
        case nil:
            try json.skip()
            self = .null
        }
    }

    private var number: Double? {
        guard case .number(let octets) = self else { return nil }
        return Double(String(decoding: octets, as: UTF8.self))
    }

    /// True if the tree contains numbers that only Foundation rejects: those that a `Double` can't hold, and zero with
    /// an exponent.
    package var isWider: Bool {
        switch self {
        case .number(let octets):
            guard let number else { return true }
            return !number.isFinite || (number == 0 && octets.contains { $0 | 0x20 == UInt8(ascii: "e") })
        case .array(let elements): return elements.contains(where: \.isWider)
        case .object(let members): return members.contains { $0.value.isWider }
        default: return false
        }
    }

    package var hasDistinctNames: Bool {
        switch self {
        case .array(let elements): elements.allSatisfy(\.hasDistinctNames)
        case .object(let members):
            Set(members.map(\.name)).count == members.count && members.allSatisfy { $0.value.hasDistinctNames }
        default: true
        }
    }

    package var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }

    /// Returns whether Foundation found the same values. In its dictionary, names that look the same are one name, even
    /// if their bytes differ.
    package func says(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number, .number(let b)): number == b
        case (.string(let a), .string(let b)): a.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.says($1) }
        case (.object(let a), .object(let b)):
            Set(a.map { String(decoding: $0.name, as: UTF8.self) }) == Set(b.keys)
                && (a.count > b.count
                    || a.allSatisfy { b[String(decoding: $0.name, as: UTF8.self)].map($0.value.says) ?? false })
        default: false
        }
    }

    // MARK: Writing

    package func text(escapes: Bool) -> [UInt8] {
        switch self {
        case .null: Array("null".utf8)
        case .bool(let bool): Array(bool ? "true".utf8 : "false".utf8)
        case .number(let octets): octets
        case .string(let octets): Self.quoted(octets, escapes)
        case .array(let elements):
            Self.list("[", elements.map { $0.text(escapes: escapes) }, "]")
        case .object(let members):
            Self.list(
                "{", members.map { Self.quoted($0.name, escapes) + ":".utf8 + $0.value.text(escapes: escapes) }, "}")
        }
    }

    private static func list(_ start: String, _ elements: [[UInt8]], _ end: String) -> [UInt8] {
        start.utf8 + Array(elements.joined(separator: ",".utf8)) + end.utf8
    }

    /// Returns a JSON string with every character as `\u`, or only with the necessary escapes.
    private static func quoted(_ octets: [UInt8], _ escapes: Bool) -> [UInt8] {
        var text = "\""
        for scalar in String(decoding: octets, as: UTF8.self).unicodeScalars {
            if escapes || scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: unit & 1 == 0)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return Array((text + "\"").utf8)
    }
}

extension JSONError {
    /// True for an error that only the reader has: Foundation accepts the text.
    package func isStricter(in text: [UInt8]) -> Bool {
        switch reason {
        case .repeatedName, .tooDeep, .tooManyMembers: return true
        default: break
        }
        // Foundation treats zeros as a sign of UTF-16 or UTF-32, accepts the byte order marks of these, and skips that
        // of UTF-8.
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        if text.prefix(4).contains(0) || marks.contains(where: text.starts(with:)) { return true }
        // A comma after the last element or member.
        let last = text.prefix(offset).last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let next = offset < text.count ? text[offset] : 0
        return last == UInt8(ascii: ",") && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(next)
    }
}
