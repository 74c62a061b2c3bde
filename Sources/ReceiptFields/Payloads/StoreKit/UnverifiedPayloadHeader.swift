package import ReceiptEssentials

/// The part of a payload that is decoded before its signature is verified: its kind and the date of signing. The date determines when the
/// certificates must have been valid. This date is unverified until the signature is checked.
package struct UnverifiedPayloadHeader: Sendable {
    package let kind: PayloadKind
    package let signedDate: Date

    /// Parses the whole text, so that later parsing finds only valid JSON.
    package init(json text: ArraySlice<UInt8>) throws(FormatError) {
        let (kind, signed, created) = try Self.read(text)
        self.kind = kind
        // A payload of unknown kind may have either date.
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

    /// Reads the kind, which is known even if the payload has no date, and the two dates if they are numbers.
    fileprivate static func read(
        _ text: ArraySlice<UInt8>
    ) throws(FormatError) -> (kind: PayloadKind, signed: Member?, created: Member?) {
        // Nothing else is kept, because an attacker may have put anything there, up to the size limit.
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
    /// The kind of payload that unsigned JSON appears to be. Nil if its members match no known kind.
    package init?(decoded text: ArraySlice<UInt8>) {
        // Apple's payloads have a few thousand bytes. Larger input was crafted to make this slow.
        guard text.count <= 64 << 10 else { return nil }
        do throws(FormatError) { self = try UnverifiedPayloadHeader.read(text).kind } catch { return nil }
        if self == .unknown { return nil }
    }
}
