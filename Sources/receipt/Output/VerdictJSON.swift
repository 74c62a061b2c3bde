import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Members that every verdict has, on a file or on a line.
extension JSONWriter {
    /// Writes the verdict's members. For verified evidence, `isBrief` omits the contents, and `namesApp` adds the app.
    mutating func verdict(
        _ verdict: EvidenceVerdict, hint: String? = nil, isBrief: Bool = false, namesApp: Bool = false
    ) {
        member("verdict", verdict.word)
        if let error = verdict.error {
            self.error(error, hint: hint)
        } else if case .verified(let evidence) = verdict {
            if !isBrief {
                evidence.write(into: &self)
            } else if namesApp {
                // For several pieces, use the app of the first piece; the policy accepts the apps of all pieces.
                member("bundleID", evidence.elements.first?.bundleIdentifier)
            }
        }
    }

    /// Writes that there was nothing to verify.
    mutating func unreadable(_ error: some CodedError) { failure("unreadable", error) }

    /// Writes that pieces of evidence don't belong together.
    mutating func refused(_ error: LedgerError) { failure("refused", error) }

    private mutating func failure(_ verdict: String, _ error: some CodedError) {
        member("verdict", verdict)
        self.error(error)
    }
}
