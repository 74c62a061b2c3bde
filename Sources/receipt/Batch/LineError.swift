import ReceiptFields

/// Why a line of a batch holds nothing to verify.
package enum LineError: Error, Equatable {
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

    /// What the reader of JSON found wrong.
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

    /// A stable name.
    package var code: String { words.code }
    package var message: String { words.message }

    private var words: (code: String, message: String) {
        switch self {
        case .empty: ("line.empty", "The line is empty, expected a JWS, base64 or a JSON object")
        case .tooLong(let allowed): ("line.tooLong", "The line is longer than \(allowed) bytes")
        case .invalidJSON(let expected, let offset):
            ("line.invalidJSON", "The line is no JSON object: expected \(expected) at byte \(offset)")
        case .repeatedMember(let name): ("line.repeatedMember", "The member \(name) is there more than once")
        case .tooManyMembers(let allowed):
            ("line.tooManyMembers", "An object of the line has more than \(allowed) members")
        case .missingReceipt:
            (
                "line.missingReceipt",
                "The object has neither evidence nor receipt, and is none of Apple's JSON bodies"
            )
        case .receiptNotText: ("line.receiptNotText", "The member receipt is no text, expected base64")
        case .evidenceNotText: ("line.evidenceNotText", "The member evidence is neither a text nor an object")
        case .ambiguous: ("line.ambiguous", "Two members have evidence")
        case .invalidID: ("line.invalidID", "The member id is neither a text nor a number")
        case .missingKey: ("line.missingKey", "The member key is not there, or is no text")
        case .keyOrder:
            (
                "line.keyOrder",
                "The key comes again, or belongs before another: lines must be sorted by the bytes of their keys"
            )
        }
    }
}
