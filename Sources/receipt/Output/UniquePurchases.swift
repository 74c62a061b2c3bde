import ReceiptFields
import ReceiptKit
import ReceiptReports

/// `ledger --unique`: each purchase once, however many files it is in.
///
/// The files of an app and an environment become one ledger, which joins what they say of a purchase: the latest receipt may know of a
/// refund, and an earlier transaction of the price. No question is asked of that ledger, since it is of many customers.
struct UniquePurchases {
    private struct App: Hashable {
        let bundleIdentifier: [UInt8]
        let environment: StoreEnvironment
    }

    private(set) var outcome = Outcome.good
    /// In the order of their first files.
    private var apps: [App] = []
    private var evidence: [App: [VerifiedEvidence]] = [:]
    /// Of what is held: the same evidence in a second file says nothing new.
    private var digests: Set<ContentDigest> = []

    /// Keeps the evidence of a file.
    ///
    /// - Returns: the row of a file that has none to keep.
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

    /// A row for each purchase of all files.
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
