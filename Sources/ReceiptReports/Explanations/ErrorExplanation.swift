public import ReceiptFields
internal import ReceiptKit

/// The meaning of an error's code, and what to do about it. `receipt explain` prints it, and the documentation's page
/// of error codes shows it.
public struct ErrorExplanation: Sendable, Hashable {
    private let row: ErrorCode

    /// The code, such as `chain.untrustedRoot`.
    public var code: String { row.name }
    /// The class of errors with this code, or nil for errors of files, requests and servers. If an error's value shows
    /// a different cause, the error's own class differs: see `class` of ``ReceiptKit/VerificationError``.
    public var `class`: ErrorClass? { row.class }
    /// The meaning of the code, in English.
    public var meaning: String { row.meaning }
    /// The usual cause.
    public var usualCause: String { row.usualCause }
    /// The remedy, or nil if only a forger or the author of a test would need it. The member `hint` of an error in JSON
    /// has the same string.
    public var remedy: String? { row.remedy }
    /// The remedy for test evidence, if genuine evidence never has the fault. It is never a `hint`.
    package var remedyInTests: String? { row.remedyInTests }
    /// The options of the command line that the remedy is about.
    package var options: [String] { row.options }
    /// One sentence for the customer's support: what the code says about the customer's purchase, and what to do next.
    public var support: String { row.support.rawValue }

    /// The explanation of a code of ``ReceiptKit/VerificationError``, ``ReceiptFields/FormatError``, ``ReceiptKit/LedgerError``,
    /// ``ReceiptKit/ReceiptPolicy/InvalidPolicy``, the command line or `receipt-server`, or nil if there is no such code.
    public init?(code: String) {
        guard let row = Self.byCode[code] else { return nil }
        self.init(row)
    }

    private init(_ row: ErrorCode) { self.row = row }

    private static let byCode = Dictionary(
        table.flatMap(\.codes).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// All codes, under the headings of the documentation's page.
    package static let sections = table.map { (title: $0.title, explanations: $0.codes.map(ErrorExplanation.init)) }

    private static let table = [
        ErrorCode.input, ErrorCode.limits, ErrorCode.containers, ErrorCode.payloads, ErrorCode.certificates,
        ErrorCode.attributes, ErrorCode.demands, ErrorCode.merging, ErrorCode.lines, ErrorCode.requests,
        ErrorCode.policies, ErrorCode.calls, ErrorCode.server,
    ]
}
