public import ReceiptEssentials
public import ReceiptFields

/// Why evidence cannot be merged: it is not about the same thing. The first difference is thrown.
///
/// Compare errors by value or by ``code``; the text of ``description`` may change between releases.
@nonexhaustive
public enum LedgerError: Error, Hashable, Sendable {
    /// The evidence is for two apps.
    /// Code: `ledger.bundleIdentifier`.
    case bundleIdentifierMismatch(String, other: String)
    /// The evidence is from two environments: a purchase in sandbox is not one in production. ``PurchaseLedger/ledgers(merging:)-(Sequence)`` makes a
    /// ledger for each.
    /// Code: `ledger.environment`.
    case environmentMismatch(StoreEnvironment, other: StoreEnvironment)
    /// The evidence was verified with two trust stores that differ in their mode, or in the names or keys of their roots.
    /// Code: `ledger.trustAnchor`.
    case trustAnchorMismatch(Fingerprint, other: Fingerprint)
    /// There is nothing to make a ledger of.
    /// Code: `ledger.noEvidence`.
    case noEvidence
}

extension LedgerError: CodedError, CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `ledger.environment`: for logs, metrics and programs that read them.
    public var code: String { words.code.name }

    /// One line: what differs. Text that came from the receipts is escaped.
    public var description: String { words.text }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }

    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .bundleIdentifierMismatch(let one, let other):
            (.ledgerBundleIdentifier, Self.text("apps", Escaped.text(one), Escaped.text(other)))
        case .environmentMismatch(let one, let other):
            (.ledgerEnvironment, Self.text("environments", one.description, other.description))
        case .trustAnchorMismatch(let one, let other):
            (.ledgerTrustAnchor, Self.text("trust anchors", one.description, other.description))
        case .noEvidence: (.ledgerNoEvidence, "There is no evidence to make a ledger of")
        }
    }

    private static func text(_ what: String, _ one: String, _ other: String) -> String {
        "Ledgers of two \(what) cannot be merged: \(one) and \(other)"
    }
}
