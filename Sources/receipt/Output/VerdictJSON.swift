import ReceiptFields
import ReceiptKit

/// What every object says of a verdict, be it on a file or on a line.
extension JSONWriter {
    /// Writes the members. Of verified evidence no more than that it is, if so wanted.
    mutating func verdict(_ verdict: VerificationReport.Verdict, isBrief: Bool = false) {
        switch verdict {
        case .verified(let verified):
            member("verdict", "verified")
            if !isBrief { verified.writeMembers(to: &self) }
        case .refused(let error): failure("refused", code: error.code, message: error.description)
        case .unreadable(let error): unreadable(code: "file.unreadable", message: error.reason)
        }
    }

    /// Writes that there was nothing to verify.
    mutating func unreadable(code: String, message: String) { failure("unreadable", code: code, message: message) }

    private mutating func failure(_ verdict: String, code: String, message: String) {
        member("verdict", verdict)
        error(code: code, message: message)
    }

    mutating func error(code: String, message: String) {
        name("error")
        object { json in
            json.member("code", code)
            json.member("message", message)
        }
    }
}
