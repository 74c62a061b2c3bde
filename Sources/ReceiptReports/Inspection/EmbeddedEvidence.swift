package import ReceiptFields
internal import ReceiptKit

/// The JWS and receipts in a JSON body or in a notification's payload, for display. A string is included if its member has a name that
/// Apple uses for evidence, at any place where Apple's JSON bodies may have that member.
package struct EmbeddedEvidence {
    /// The strings, each with its path, such as `data[0].lastTransactions[1].signedTransactionInfo`.
    package private(set) var texts: [(path: String, text: [UInt8])] = []
    /// The first error in the JSON, or nil if it is well-formed.
    package private(set) var error: FormatError?

    /// Reads a JSON body. The caller limits its size.
    package init(_ text: [UInt8]) {
        do throws(FormatError) {
            try JSONReader.read(whole: text[...]) { (json) throws(JSONError) in
                if json.next() == .object { try read(&json, path: "", isEvidence: false) }
            }
        } catch { self.error = error }
    }

    private static let evidence = [
        "signedPayload", "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo", "signedTransactions",
        "receipt-data", "latest_receipt", "latest_expired_receipt", "evidence",
    ]
    private static let around = ["data", "appData", "lastTransactions", "notificationHistory", "unified_receipt"]

    private mutating func read(_ json: inout JSONReader, path: String, isEvidence: Bool) throws(JSONError) {
        switch json.next() {
        case .string where isEvidence: texts.append((path, json.unescaped(try json.string())))
        case .object:
            try json.object { (json, name) throws(JSONError) in
                let isEvidence = Self.evidence.contains { json.string(name, is: $0) }
                guard let name = (isEvidence ? Self.evidence : Self.around).first(where: { json.string(name, is: $0) })
                else { return }
                try read(&json, path: path.isEmpty ? name : "\(path).\(name)", isEvidence: isEvidence)
            }
        case .array:
            var index = 0
            try json.array { (json) throws(JSONError) in
                guard texts.count < EvidenceMember.maximumPieces else {
                    let limit = EvidenceMember.maximumPieces
                    throw JSONError(.tooManyElements(allowed: limit), offset: json.position)
                }
                try read(&json, path: "\(path)[\(index)]", isEvidence: isEvidence)
                index += 1
            }
        default: return
        }
    }
}
