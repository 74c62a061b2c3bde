/// One thing that is wrong in a transaction receipt, or only unusual.
///
/// Each spoils one thing and leaves all else right, so that a refusal has only one reason. Where the thing is under a signature, it is
/// signed after it was spoilt. Some must not be refused at all: see ``refusedAt``.
public struct TransactionReceiptDefect: Sendable {
    /// The name on the command line.
    public let name: String
    /// What is wrong, in one line.
    public let summary: String
    /// The step at which a verifier must refuse it, or nil if it must be believed; if it asks for the app, number, version and device of
    /// a ``TestTransactionReceipt`` of version 4, in production, an hour after it was bought, and accepts that nobody signed its
    /// environment.
    public let refusedAt: TestTransactionReceiptStep?
    let layer: TransactionReceiptDraft.Layer
    let change: @Sendable (inout TransactionReceiptDraft) -> Void

    init(
        _ name: String, _ summary: String, _ refusedAt: TestTransactionReceiptStep?,
        _ layer: TransactionReceiptDraft.Layer, _ change: @escaping @Sendable (inout TransactionReceiptDraft) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.refusedAt = refusedAt
        self.layer = layer
        self.change = change
    }

    /// The defect of a name, such as `environment-removed`.
    public init?(named name: String) {
        guard let defect = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = defect
    }
}

extension TransactionReceiptDefect: CaseIterable {
    /// Every defect, in the order of the steps.
    public static let allCases: [TransactionReceiptDefect] =
        lists + purchaseInfos + blobs + chains + signatures + fields + policies + unusual
}

extension TransactionReceiptDefect: Hashable {
    /// Names are unique.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Names are unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TransactionReceiptDefect: CustomStringConvertible {
    /// The name on the command line.
    public var description: String { name }
}
