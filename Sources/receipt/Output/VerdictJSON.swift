import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// What every object says of a verdict, be it on a file or on a line.
extension JSONWriter {
    /// Writes the members. Of verified evidence no more than that it is, if so wanted, or for which app.
    mutating func verdict(
        _ verdict: EvidenceVerdict, hint: String? = nil, isBrief: Bool = false, namesApp: Bool = false
    ) {
        member("verdict", verdict.word)
        if let error = verdict.error {
            self.error(code: error.code, message: error.description, hint: hint)
        } else if case .verified(let evidence) = verdict {
            if !isBrief {
                evidence.write(into: &self)
            } else if namesApp {
                // Of several pieces, the app of the first: the policy accepts all their apps.
                member("bundleID", evidence.elements.first?.bundleIdentifier)
            }
        }
    }

    /// Writes that there was nothing to verify.
    mutating func unreadable(code: String, message: String) { failure("unreadable", code: code, message: message) }

    /// Writes that evidence does not belong together.
    mutating func refused(_ error: LedgerError) {
        failure("refused", code: error.code, message: error.description)
    }

    private mutating func failure(_ verdict: String, code: String, message: String) {
        member("verdict", verdict)
        error(code: code, message: message)
    }
}
