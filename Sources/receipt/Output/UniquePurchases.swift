import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Collects purchases for `ledger --unique`: each purchase once, however many files contain it.
///
/// The files of an app and environment are merged into one ledger, which combines what they contain about a purchase:
/// the latest receipt may show a refund, and an earlier transaction the price. The ledger isn't asked for access,
/// because it covers many customers.
struct UniquePurchases {
    private struct App: Hashable {
        let bundleIdentifier: [UInt8]
        let environment: StoreEnvironment
    }

    private(set) var outcome = ExitStatus.good
    /// The apps, in the order of their first files.
    private var apps: [App] = []
    private var evidence: [App: [VerifiedEvidence]] = [:]
    /// The digests of the evidence that is held in memory. The same evidence in a second file adds nothing.
    private var digests: Set<ContentDigest> = []

    /// Adds the evidence of a file.
    ///
    /// - Returns: The row for a file that has no evidence to keep.
    mutating func add(_ report: VerificationReport) -> [CSVRow] {
        guard let piece = report.evidence else {
            outcome = max(outcome, report.outcome)
            return report.rows
        }
        if let digest = piece.contentDigest, !digests.insert(digest).inserted { return [] }
        switch MergedLedger([piece]) {
        case .ledger(let ledger):
            let app = App(
                bundleIdentifier: Array(ledger.bundleIdentifier.utf8), environment: ledger.environment)
            if evidence[app] == nil { apps.append(app) }
            evidence[app, default: []].append(piece)
            return []
        case .mismatch(_, let error): return [refused(error, report.row)]
        }
    }

    private mutating func refused(_ error: LedgerError, _ row: CSVRow) -> CSVRow {
        outcome = max(outcome, .refused)
        var row = row
        row.failure("refused", error)
        return row
    }

    /// Returns a row for each purchase of all files.
    mutating func finish() -> [CSVRow] {
        var rows: [CSVRow] = []
        for app in apps {
            switch MergedLedger(evidence[app] ?? []) {
            case .ledger(let ledger): rows += CSVRow().rows(ledger, isOfOneCustomer: false)
            case .mismatch(_, let error): rows.append(refused(error, CSVRow()))
            }
        }
        return rows
    }
}
