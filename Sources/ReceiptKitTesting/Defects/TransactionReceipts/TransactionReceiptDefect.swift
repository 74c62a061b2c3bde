/// A single defect or unusual feature of an iOS 6 transaction receipt. Some of them verifiers must accept: see ``refusedAt``.
public struct TransactionReceiptDefect: TestDefect {
    /// The unique name.
    public let name: String
    /// The defect in one line.
    public let summary: String
    /// The step at which a verifier must reject the receipt, or nil if it must accept it. This assumes that a ``TestTransactionReceipt`` of
    /// version 4 is verified an hour after the purchase, under a policy that demands the receipt's app, App Store identifier, version and
    /// device in production and accepts an unsigned environment. The steps in order are `form`, `chain`, `signature`, `fields`,
    /// `environment`, `bundleIdentifier`, `appAppleID`, `appVersion`, `date` and `device`.
    public var refusedAt: String? { step?.rawValue }
    package let step: TestVerificationStep?
    let changes: [DefectChange<TransactionReceiptDraft>]

    init(
        _ name: String, _ summary: String, _ step: TestVerificationStep?, _ layer: TransactionReceiptDraft.Layer,
        _ change: @escaping @Sendable (inout TransactionReceiptDraft) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.step = step
        changes = [DefectChange(layer, change)]
    }

    /// Every defect of a transaction receipt, ordered by the step that rejects it.
    public static let all: [TransactionReceiptDefect] =
        lists + purchaseInfos + blobs + chains + signatures + fields + policies + unusual
}

extension TransactionReceiptDefect: DefectDefinition {}
