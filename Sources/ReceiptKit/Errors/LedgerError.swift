public import ReceiptEssentials
public import ReceiptFields

/// An error thrown when evidence can't be merged because it isn't all from the same app and environment, or wasn't all verified with the
/// same trust store. The error describes the first difference found.
///
/// Compare errors by value or by ``code``; the text of ``description`` may change between releases.
@nonexhaustive
public enum LedgerError: Error, Hashable, Sendable {
    /// The evidence is for two different apps.
    /// Code: `ledger.bundleIdentifier`.
    case bundleIdentifierMismatch(String, other: String)
    /// The evidence is from two environments: a sandbox purchase isn't a production purchase.
    /// ``PurchaseLedger/ledgers(merging:)-(Sequence)`` creates a ledger for each environment.
    /// Code: `ledger.environment`.
    case environmentMismatch(StoreEnvironment, other: StoreEnvironment)
    /// The evidence was verified with two trust stores that differ in their mode, or in the names or keys of their root certificates.
    /// Code: `ledger.trustAnchor`.
    case trustAnchorMismatch(Fingerprint, other: Fingerprint)
    /// There is no evidence to create a ledger from.
    /// Code: `ledger.noEvidence`.
    case noEvidence
}

extension LedgerError: CodedError, CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `ledger.environment`, for logs, metrics and programs that read them.
    public var code: String { words.code.name }

    /// One line that states the difference. Strings from the evidence are escaped.
    public var description: String { words.text }

    /// The same as ``description``, in English. `localizedDescription` returns it.
    public var errorDescription: String? { description }

    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .bundleIdentifierMismatch(let one, let other):
            (.ledgerBundleIdentifier, Self.text("apps", SafeText.quoted(one), SafeText.quoted(other)))
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
