import ReceiptFields

/// All that the reader finds in a text, in order, numbers as they stand there.
indirect enum Value: Equatable {
    case null
    case bool(Bool)
    case number([UInt8])
    case string([UInt8])
    case array([Value])
    case object([Member])

    struct Member: Equatable {
        let name: [UInt8]
        let value: Value
    }

    init(_ json: inout JSONReader) throws(JSONError) {
        switch json.next() {
        case .object:
            var members: [Member] = []
            try json.object { (json, name) throws(JSONError) in
                let name = json.unescaped(name)
                members.append(Member(name: name, value: try Value(&json)))
            }
            self = .object(members)
        case .array:
            var elements: [Value] = []
            try json.array { (json) throws(JSONError) in elements.append(try Value(&json)) }
            self = .array(elements)
        case .string:
            let string = try json.string()
            self = .string(json.unescaped(string))
        case .number:
            let range = try json.number()
            let octets = json.octets(range)
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

    /// Whether there is what Foundation refuses alone: numbers that no Double can hold, and zero with an exponent.
    var isWider: Bool {
        switch self {
        case .number(let octets):
            guard let number else { return true }
            return !number.isFinite || (number == 0 && octets.contains { $0 | 0x20 == UInt8(ascii: "e") })
        case .array(let elements): return elements.contains(where: \.isWider)
        case .object(let members): return members.contains { $0.value.isWider }
        default: return false
        }
    }

    var hasDistinctNames: Bool {
        switch self {
        case .array(let elements): elements.allSatisfy(\.hasDistinctNames)
        case .object(let members):
            Set(members.map(\.name)).count == members.count && members.allSatisfy { $0.value.hasDistinctNames }
        default: true
        }
    }

    var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }

    /// Whether Foundation found the same. Names that look the same are one name in its dictionary, whatever their octets are.
    func says(_ other: Judged) -> Bool {
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

    func text(escapes: Bool) -> [UInt8] {
        switch self {
        case .null: Array("null".utf8)
        case .bool(let bool): Array(bool ? "true".utf8 : "false".utf8)
        case .number(let octets): octets
        case .string(let octets): Self.quoted(octets, escapes)
        case .array(let elements):
            Array("[".utf8) + elements.map { $0.text(escapes: escapes) }.joined(separator: [UInt8(ascii: ",")])
                + Array("]".utf8)
        case .object(let members):
            Array("{".utf8)
                + members.map { Self.quoted($0.name, escapes) + Array(":".utf8) + $0.value.text(escapes: escapes) }
                .joined(separator: [UInt8(ascii: ",")]) + Array("}".utf8)
        }
    }

    /// Every character as `\u`, or only those that have to be.
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
