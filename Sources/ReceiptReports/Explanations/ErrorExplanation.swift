public import ReceiptFields
internal import ReceiptKit

/// What an error's code means, and what to do about it: what `receipt explain` prints and the documentation's page of error codes shows.
public struct ErrorExplanation: Sendable, Hashable {
    private let row: ErrorCode

    /// The code, such as `chain.untrustedRoot`.
    public var code: String { row.name }
    /// The class of errors with this code, or nil for errors of files, requests and servers. An error whose value shows another cause has
    /// another: see `class` of ``ReceiptKit/VerificationError``.
    public var `class`: ErrorClass? { row.class }
    /// What is wrong, in English.
    public var meaning: String { row.meaning }
    /// The usual cause.
    public var usualCause: String { row.usualCause }
    /// The remedy; nil if only a forger or the author of a test would need it. The member `hint` of an error in JSON has the same text.
    public var remedy: String? { row.remedy }
    /// The remedy where a test made the evidence, and genuine evidence never has the fault. No answer has it as `hint`.
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
