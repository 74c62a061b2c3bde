public import ReceiptEssentials
public import ReceiptFields

/// Why evidence cannot be merged: it is not about the same thing. The first difference is thrown.
///
/// Compare errors by value or by ``code``; the text of ``description`` may change between releases.
@nonexhaustive
public enum LedgerError: Error, Hashable, Sendable {
    /// The evidence is for two apps.
    case bundleIdentifierMismatch(String, other: String)
    /// The evidence is from two environments: a purchase in sandbox is not one in production.
    case environmentMismatch(ReceiptEnvironment, other: ReceiptEnvironment)
    /// The evidence was believed on the word of two different trust anchors: another mode, or other roots by name or key.
    case trustAnchorMismatch(Fingerprint, other: Fingerprint)
    /// There is nothing to make a ledger of.
    case noEvidence
}

extension LedgerError: CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `ledger.environment`: for logs, metrics and programs that read them.
    public var code: String {
        switch self {
        case .bundleIdentifierMismatch: "ledger.bundleIdentifier"
        case .environmentMismatch: "ledger.environment"
        case .trustAnchorMismatch: "ledger.trustAnchor"
        case .noEvidence: "ledger.noEvidence"
        }
    }

    /// One line: what differs. Text that came from the receipts is escaped.
    public var description: String {
        switch self {
        case .bundleIdentifierMismatch(let one, let other):
            "Ledgers of two apps cannot be merged: \(Escaped.text(one)) and \(Escaped.text(other))"
        case .environmentMismatch(let one, let other):
            "Ledgers of two environments cannot be merged: \(one) and \(other)"
        case .trustAnchorMismatch(let one, let other):
            "Ledgers of two trust anchors cannot be merged: \(one) and \(other)"
        case .noEvidence: "There is no evidence to make a ledger of"
        }
    }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}
