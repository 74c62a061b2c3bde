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
        var dates: [String: PayloadValue] = [:]
        do throws(JSONError) {
            try JSONReader.read(text, limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    for known in Self.names where json.string(name, is: known) {
                        guard let value = try PayloadValue(&json, of: text) else { return }
                        names.insert(known)
                        if known == Self.signedDate || known == Self.creationDate { dates[known] = value }
                        return
                    }
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
        guard let value = dates[name] else {
            throw FormatError(.missingMember, path: .member(name), offset: text.startIndex)
        }
        guard let date = value.date else {
            throw FormatError(.malformedMember, path: .member(name), offset: text.startIndex)
        }
        signedDate = date
    }

    private static let signedDate = "signedDate"
    private static let creationDate = "receiptCreationDate"
    private static let names = [
        "transactionId", "autoRenewProductId", "receiptType", "notificationType", signedDate, creationDate,
    ]
}
