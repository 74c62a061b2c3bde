package import ReceiptFields

/// A reason why a line of a batch contains no evidence to verify.
package enum LineError: CodedError, Equatable {
    /// Code: `line.empty`.
    case empty
    /// Code: `line.tooLong`.
    case tooLong(allowed: Int)
    /// Code: `line.invalidJSON`.
    case invalidJSON(FormatError)
    /// Code: `line.repeatedMember`.
    case repeatedMember(FormatError)
    /// Code: `line.tooManyMembers`.
    case tooManyMembers(FormatError)
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
        let error = error.formatError
        switch error.reason {
        case .repeatedMember: self = .repeatedMember(error)
        case .limitExceeded(.jsonMembers, _): self = .tooManyMembers(error)
        default: self = .invalidJSON(error)
        }
    }

    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .empty: (.lineEmpty, "The line is empty, expected a JWS, base64 or a JSON object")
        case .tooLong(let allowed): (.lineTooLong, "The line is longer than \(allowed) bytes")
        case .invalidJSON(let error): (.lineInvalidJSON, "In the line: \(error)")
        case .repeatedMember(let error): (.lineRepeatedMember, "In the line: \(error)")
        case .tooManyMembers(let error): (.lineTooManyMembers, "In the line: \(error)")
        case .missingReceipt:
            (
                .lineMissingReceipt,
                "The object has neither evidence nor receipt, and isn't one of Apple's JSON bodies"
            )
        case .receiptNotText: (.lineReceiptNotText, "The member receipt isn't a string; expected base64")
        case .evidenceNotText: (.lineEvidenceNotText, "The member evidence is neither a string nor an object")
        case .ambiguous: (.lineAmbiguous, "Two members contain evidence")
        case .invalidID: (.lineInvalidID, "The member id is neither a string nor a number")
        case .missingKey: (.lineMissingKey, "The member key is missing or isn't a string")
        case .keyOrder:
            (
                .lineKeyOrder,
                "The key occurred before or is out of order: sort the lines by the bytes of their keys"
            )
        }
    }
}
