import ReceiptFields
import TestSupport

/// All that the reader finds in a text, in order, numbers as they stand there.
indirect enum JSONTree: Equatable {
    case null
    case bool(Bool)
    case number([UInt8])
    case string([UInt8])
    case array([JSONTree])
    case object([Member])

    struct Member: Equatable {
        let name: [UInt8]
        let value: JSONTree
    }

    static let limits = JSONLimits(maximumSize: 1 << 20)

    init(_ text: [UInt8], limits: JSONLimits = JSONTree.limits) throws(JSONError) {
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

    /// Whether a decoder found the same.
    func says(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): Double(String(decoding: a, as: UTF8.self)) == b
        case (.string(let a), .string(let b)): a.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.says($1) }
        case (.object(let a), .object(let b)):
            a.count == b.count
                && a.allSatisfy { member in
                    b[String(decoding: member.name, as: UTF8.self)].map(member.value.says) ?? false
                }
        default: false
        }
    }
}

/// What the reader refuses a text for, or nil. Reading it into a tree and passing over it give the same answer.
func jsonError(_ text: [UInt8], limits: JSONLimits = JSONTree.limits) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONReader.read(text[...], limits: limits) { (json) throws(JSONError) in try json.skip() }
        return nil
    } catch { return error }
}

func jsonError(_ text: String, limits: JSONLimits = JSONTree.limits) -> JSONError? {
    jsonError(Array(text.utf8), limits: limits)
}
