package import ReceiptEssentials

/// What is read of a payload before its signature was checked: which kind it is, and when it was signed. The date decides at
/// which time the chain is judged. It is unverified until the signature is checked.
package struct PayloadOutline: Sendable {
    package let kind: PayloadKind
    package let signedDate: Date

    /// Reads all of the text, so that later reads find no fault in its JSON.
    package init(json text: ArraySlice<UInt8>) throws(FormatError) {
        // Which of the names stand there, and where the dates are.
        var found = [Bool](repeating: false, count: Self.kinds.count)
        var signed: (value: PayloadValue?, offset: Int)?
        var created: (value: PayloadValue?, offset: Int)?
        do throws(JSONError) {
            try JSONReader.read(text, limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    // Nothing else is kept: an attacker may have put anything there, as much as there is room for.
                    guard let index = Self.names.index(of: name, in: json), let next = json.next(), next != .null else {
                        return
                    }
                    if index < found.count {
                        found[index] = true
                    } else {
                        let offset = text.startIndex + json.position
                        let value = next == .number ? try PayloadValue(&json, of: text) : nil
                        if index == found.count { signed = (value, offset) } else { created = (value, offset) }
                    }
                }
            }
        } catch {
            throw FormatError(error, in: text)
        }
        kind = found.firstIndex(of: true).map { Self.kinds[$0].kind } ?? .unknown
        // Of what is of no kind either date will do.
        let isUndated = signed == nil && created != nil
        let name = kind == .appTransaction || kind == .unknown && isUndated ? Self.creationDate : Self.signedDate
        guard let found = name == Self.creationDate ? created : signed else {
            throw FormatError(.missingMember, path: .member(name), offset: text.startIndex)
        }
        guard let date = found.value?.date() else {
            throw FormatError(.malformedMember, path: .member(name), offset: found.offset)
        }
        signedDate = date
    }

    private static let signedDate = "signedDate"
    private static let creationDate = "receiptCreationDate"
    /// What tells each kind, the first that is there.
    private static let kinds: [(name: String, kind: PayloadKind)] = [
        ("transactionId", .transaction), ("autoRenewProductId", .renewalInfo), ("receiptType", .appTransaction),
        ("notificationType", .notification), ("userLocale", .realtimeRequest),
    ]
    private static let names = KnownNames(kinds.map(\.name) + [signedDate, creationDate])
}
