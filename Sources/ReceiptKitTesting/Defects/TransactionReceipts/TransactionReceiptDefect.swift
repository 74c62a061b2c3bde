/// One thing that is wrong in an iOS 6 transaction receipt, or only unusual. Verifiers must accept some of them: see ``refusedAt``.
public struct TransactionReceiptDefect: TestDefect {
    /// The unique name.
    public let name: String
    /// What is wrong, in one line.
    public let summary: String
    /// The step at which a verifier must reject the receipt, or nil if it must accept it; if it asks for the app, number, version and device
    /// of a ``TestTransactionReceipt`` of version 4, in production, an hour after it was bought, and accepts its unsigned environment. The steps in order
    /// are `form`, `chain`, `signature`, `fields`, `environment`, `bundleIdentifier`, `appAppleID`, `appVersion`, `date` and `device`.
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

    /// Every defect of transaction receipts, in the order of the steps.
    public static let all: [TransactionReceiptDefect] =
        lists + purchaseInfos + blobs + chains + signatures + fields + policies + unusual
}

extension TransactionReceiptDefect: DefectDefinition {}
