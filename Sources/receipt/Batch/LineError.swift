package import ReceiptFields

/// A reason why a line of a batch contains no evidence to verify.
package enum LineError: CodedError, Equatable {
    /// Code: `line.empty`.
    case empty
    /// Code: `line.tooLong`.
    case tooLong(allowed: Int)
    /// Code: `line.invalidJSON`.
    case invalidJSON(expected: String, offset: Int)
    /// The name, escaped and without quotes.
    /// Code: `line.repeatedMember`.
    case repeatedMember(String)
    /// Code: `line.tooManyMembers`.
    case tooManyMembers(allowed: Int)
    /// Code: `line.missingReceipt`.
    case missingReceipt
    /// Code: `line.receiptNotText`.
    case receiptNotText
    /// Code: `line.evidenceNotText`.
    case evidenceNotText
    /// Code: `line.ambiguous`.
    case ambiguous
    /// Code: `line.invalidID`.
    case invalidID
    /// Code: `line.missingKey`.
    case missingKey
    /// Code: `line.keyOrder`.
    case keyOrder

    /// Converts an error of the JSON reader.
    init(_ error: JSONError) {
        switch error.reason {
        case .expected(let words), .shape(_, let words, _): self = .invalidJSON(expected: words, offset: error.offset)
        case .expectedEnd: self = .invalidJSON(expected: "the end of the line", offset: error.offset)
        case .repeatedName(let name): self = .repeatedMember(String(Escaped.text(name).dropFirst().dropLast()))
        case .tooDeep: self = .invalidJSON(expected: "less nesting", offset: error.offset)
        case .tooManyMembers(let allowed): self = .tooManyMembers(allowed: allowed)
        case .tooManyElements: self = .invalidJSON(expected: "fewer elements", offset: error.offset)
        case .tooLarge(let allowed): self = .tooLong(allowed: allowed)
        case .notUTF8: self = .invalidJSON(expected: "UTF-8", offset: error.offset)
        }
    }

    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .empty: (.lineEmpty, "The line is empty, expected a JWS, base64 or a JSON object")
        case .tooLong(let allowed): (.lineTooLong, "The line is longer than \(allowed) bytes")
        case .invalidJSON(let expected, let offset):
            (.lineInvalidJSON, "The line is no JSON object: expected \(expected) at byte \(offset)")
        case .repeatedMember(let name): (.lineRepeatedMember, "The member \(name) is there more than once")
        case .tooManyMembers(let allowed):
            (.lineTooManyMembers, "An object of the line has more than \(allowed) members")
        case .missingReceipt:
            (
                .lineMissingReceipt,
                "The object has neither evidence nor receipt, and is none of Apple's JSON bodies"
            )
        case .receiptNotText: (.lineReceiptNotText, "The member receipt is no text, expected base64")
        case .evidenceNotText: (.lineEvidenceNotText, "The member evidence is neither a text nor an object")
        case .ambiguous: (.lineAmbiguous, "Two members have evidence")
        case .invalidID: (.lineInvalidID, "The member id is neither a text nor a number")
        case .missingKey: (.lineMissingKey, "The member key is not there, or is no text")
        case .keyOrder:
            (
                .lineKeyOrder,
                "The key comes again, or belongs before another: lines must be sorted by the bytes of their keys"
            )
        }
    }
}
