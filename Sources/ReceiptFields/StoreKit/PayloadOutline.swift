#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What is read of a payload before its signature was checked: which kind it is, and when it was signed. The date decides at
/// which time the chain is judged. Nobody vouches for it yet; the signature does, later.
package struct PayloadOutline: Sendable {
    package let kind: PayloadKind
    package let signedDate: Date

    /// Reads all of the text, so that whoever reads it later finds no fault in its JSON.
    package init(json text: ArraySlice<UInt8>) throws(FormatError) {
        var names: Set<String> = []
        var dates: [String: (value: PayloadValue?, offset: Int)] = [:]
        do throws(JSONError) {
            try JSONReader.read(text, limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    guard let known = Self.names.first(where: { json.string(name, is: $0) }), let next = json.next(),
                        next != .null
                    else { return }
                    names.insert(known)
                    // Nothing else is kept: whoever made this may have put anything there, as much of it as there is room for.
                    guard known == Self.signedDate || known == Self.creationDate else { return }
                    let offset = text.startIndex + json.position
                    dates[known] = (next == .number ? try PayloadValue(&json, of: text) : nil, offset)
                }
            }
        } catch {
            throw FormatError(error, in: text)
        }
        kind =
            if names.contains("transactionId") { .transaction } else if names.contains("autoRenewProductId") {
                .renewalInfo
            } else if names.contains("receiptType") { .appTransaction } else if names.contains("notificationType") {
                .notification
            } else { .unknown }
        // Of what is of no kind either date will do.
        let isUndated = dates[Self.signedDate] == nil && dates[Self.creationDate] != nil
        let name = kind == .appTransaction || kind == .unknown && isUndated ? Self.creationDate : Self.signedDate
        guard let found = dates[name] else {
            throw FormatError(.missingMember, path: .member(name), offset: text.startIndex)
        }
        guard let date = found.value?.date else {
            throw FormatError(.malformedMember, path: .member(name), offset: found.offset)
        }
        signedDate = date
    }

    private static let signedDate = "signedDate"
    private static let creationDate = "receiptCreationDate"
    private static let names = [
        "transactionId", "autoRenewProductId", "receiptType", "notificationType", signedDate, creationDate,
    ]
}
