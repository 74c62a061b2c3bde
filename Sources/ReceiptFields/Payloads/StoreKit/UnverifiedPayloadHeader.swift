package import ReceiptEssentials

/// What is read of a payload before its signature was checked: which kind it is, and when it was signed. The date decides at
/// which time the chain is judged. It is unverified until the signature is checked.
package struct UnverifiedPayloadHeader: Sendable {
    package let kind: PayloadKind
    package let signedDate: Date

    /// Reads all of the text, so that later reads find no fault in its JSON.
    package init(json text: ArraySlice<UInt8>) throws(FormatError) {
        let (kind, signed, created) = try Self.read(text)
        self.kind = kind
        // Of what is of no kind either date will do.
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

    fileprivate typealias Member = (value: PayloadValue?, offset: Int)

    /// The kind, which also a payload without a date tells, and the two dates, of which only numbers are read.
    fileprivate static func read(
        _ text: ArraySlice<UInt8>
    ) throws(FormatError) -> (kind: PayloadKind, signed: Member?, created: Member?) {
        // Nothing else is kept: an attacker may have put anything there, as much as there is room for.
        var found = [Member?](repeating: nil, count: kinds.count + 2)
        try JSONReader.read(whole: text) { (json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in
                guard let index = names.index(of: name, in: json), let next = json.next(), next != .null else { return }
                let offset = text.startIndex + json.position
                let isDate = index >= kinds.count && next == .number
                found[index] = (isDate ? try PayloadValue(&json, of: text) : nil, offset)
            }
        }
        let kind = kinds.indices.first { found[$0] != nil }.map { kinds[$0].kind } ?? .unknown
        return (kind, found[kinds.count], found[kinds.count + 1])
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
        do throws(FormatError) { self = try UnverifiedPayloadHeader.read(text).kind } catch { return nil }
        if self == .unknown { return nil }
    }
}
