/// What an error's code means, and what to do about it: the table that `receipt explain` prints and the documentation's page of error codes shows.
public struct ErrorExplanation: Sendable, Hashable {
    /// The code, such as `chain.untrustedRoot`.
    public let code: String
    /// What is wrong, in English.
    public let meaning: String
    /// The usual cause.
    public let usualCause: String
    /// The remedy; nil if only a forger or the author of a test would need it. The member `hint` of an error in JSON has the same text.
    public let remedy: String?
    /// The remedy where a test made the evidence, and genuine evidence never has the fault. No answer has it as `hint`.
    package let remedyInTests: String?

    /// The explanation of a code of ``ReceiptKit/VerificationError``, ``ReceiptFields/FormatError``, ``ReceiptKit/LedgerError``,
    /// ``ReceiptKit/ReceiptPolicy/InvalidPolicy``, the command line or `receipt-server`, or nil if there is no such code.
    public init?(code: String) {
        guard let explanation = Self.byCode[code] else { return nil }
        self = explanation
    }

    private static let byCode = Dictionary(
        sections.flatMap(\.explanations).map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
}
