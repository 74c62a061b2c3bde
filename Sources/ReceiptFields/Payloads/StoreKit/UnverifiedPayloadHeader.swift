package import ReceiptEssentials

/// What is read of a payload before its signature was checked: which kind it is, and when it was signed. The date decides at
/// which time the chain is judged. It is unverified until the signature is checked.
package struct UnverifiedPayloadHeader: Sendable {
    package let kind: PayloadKind
    package let signedDate: Date

    /// Reads all of the text, so that later reads find no fault in its JSON.
    package init(json text: ArraySlice<UInt8>) throws(FormatError) {
        // Nothing else is kept: an attacker may have put anything there, as much as there is room for.
        var found = [(value: PayloadValue?, offset: Int)?](repeating: nil, count: Self.kinds.count + 2)
        try JSONReader.read(payload: text) { (json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in
                guard let index = Self.names.index(of: name, in: json), let next = json.next(), next != .null else {
                    return
                }
                let offset = text.startIndex + json.position
                let isDate = index >= Self.kinds.count && next == .number
                found[index] = (isDate ? try PayloadValue(&json, of: text) : nil, offset)
            }
        }
        kind = Self.kinds.indices.first { found[$0] != nil }.map { Self.kinds[$0].kind } ?? .unknown
        // Of what is of no kind either date will do.
        let (signed, created) = (found[Self.kinds.count], found[Self.kinds.count + 1])
        let isCreated = kind == .appTransaction || kind == .unknown && signed == nil && created != nil
        let path = FieldPath.member(isCreated ? Self.creationDate : Self.signedDate)
        guard let date = isCreated ? created : signed else {
            throw FormatError(.missingMember, path: path, offset: text.startIndex)
        }
        guard let instant = date.value?.date() else {
            throw FormatError(.malformedMember, path: path, offset: date.offset)
        }
        signedDate = instant
    }

    /// The kind alone, which also a payload without a date tells.
    fileprivate static func kind(json text: ArraySlice<UInt8>) throws(FormatError) -> PayloadKind {
        var found = Set<Int>()
        try JSONReader.read(payload: text) { (json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in
                if let index = names.index(of: name, in: json), json.next() != .null { found.insert(index) }
            }
        }
        return kinds.indices.first(where: found.contains).map { kinds[$0].kind } ?? .unknown
    }

    private static let signedDate = "signedDate"
    private static let creationDate = "receiptCreationDate"
    private static let kinds = PayloadKind.tellingMembers
    private static let names = KnownNames(kinds.map(\.name) + [signedDate, creationDate])
}

extension PayloadKind {
    /// Which payload JSON is of that comes without a signature, or nil where its members tell of none.
    package init?(decoded text: ArraySlice<UInt8>) {
        // Apple's have a few thousand bytes. What is larger was made to be searched.
        guard text.count <= 64 << 10 else { return nil }
        do throws(FormatError) { self = try UnverifiedPayloadHeader.kind(json: text) } catch { return nil }
        if self == .unknown { return nil }
    }
}
