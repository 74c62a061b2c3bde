import ReceiptEssentials
import ReceiptFields
import ReceiptInspection
import ReceiptKit

/// What `ledger --merge` says of all files together: one ledger, or the first file that was rejected or does not belong.
struct MergedReport: Report {
    private enum Verdict {
        case verified(PurchaseLedger)
        /// A file that fails verification.
        case failed(VerificationReport)
        /// A file of another app, another environment or another trust than those before it.
        case mismatch(String, LedgerError)
    }

    static let table = CSVTable.filePurchases

    private let files: [String]
    private let date: Date
    private let verdict: Verdict

    init(_ reports: [VerificationReport], asOf date: Date) {
        files = reports.map(\.file)
        self.date = date
        verdict = Self.verdict(reports)
    }

    private static func verdict(_ reports: [VerificationReport]) -> Verdict {
        var evidence: [VerifiedEvidence] = []
        let pages = reports.filter { !$0.verdict.isEmptyPage }
        if pages.isEmpty, let empty = reports.first { return .failed(empty) }
        for report in pages {
            guard let one = report.evidence else { return .failed(report) }
            evidence.append(one)
        }
        switch MergedLedger(evidence) {
        case .ledger(let ledger): return .verified(ledger)
        case .mismatch(let place, let error):
            return .mismatch(pages.indices.contains(place) ? pages[place].file : "", error)
        }
    }

    var outcome: Outcome {
        switch verdict {
        case .verified: .good
        case .failed(let report): report.outcome
        case .mismatch: .refused
        }
    }

    var rows: [CSVRow] {
        var row = CSVRow()
        switch verdict {
        case .verified(let ledger): return row.rows(ledger)
        case .failed(let report): return report.rows
        case .mismatch(let file, let error):
            row.member("file", file)
            row.failure("refused", code: error.code)
            return [row]
        }
    }

    /// The timelines as SVG, if all files are verified.
    var picture: String? {
        guard case .verified(let ledger) = verdict else { return nil }
        return LedgerText(ledger: ledger, date: date).picture
    }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        if case .failed(let report) = verdict { return try report.writeJSON(write) }
        var json = JSONWriter()
        json.object { json in
            switch verdict {
            case .verified(let ledger):
                json.list("files", files)
                json.member("verdict", "verified")
                json.ledger(ledger, date)
            case .mismatch(let file, let error):
                json.member("file", file)
                json.refused(error)
            case .failed: break
            }
        }
        try write(json.bytes)
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        switch verdict {
        case .verified(let ledger):
            try write(style.good("✓ verified") + "  " + style.strong("\(files.count) files, one ledger") + "\n")
            try write(EvidenceText.text(ledger, style))
            try write(LedgerText(ledger: ledger, date: date).text(style))
        case .failed(let report): try report.writeText(style, write)
        case .mismatch(let file, let error):
            try write(VerificationReport.refusal(of: file, code: error.code, error.description, style))
        }
    }
}

extension VerificationReport {
    /// What was verified.
    var evidence: VerifiedEvidence? {
        if case .contents(.verified(let evidence)) = verdict { evidence } else { nil }
    }
}

/// A ledger for people: purchases, timelines, entitlements.
struct LedgerText {
    let ledger: PurchaseLedger
    let date: Date

    var picture: String { LedgerTimeline(ledger, asOf: date).svg }

    func text(_ style: Style) -> String {
        var text = EvidenceText.customers(ledger, style) + "\n" + style.strong("Purchases, oldest first") + "\n"
        text += ledger.isEmpty ? "  none\n" : PurchaseTable.text(Array(ledger), style)
        for timeline in LedgerTimeline(ledger, asOf: date).texts(columns: style.columns, ink: style.ink) {
            text += "\n" + timeline
        }
        let entitlements = ledger.currentEntitlements(at: date)
        text += "\n" + style.strong("Entitlements as of \(Timestamp.string(date))") + "\n"
        return text + (entitlements.isEmpty ? "  none\n" : PurchaseTable.text(entitlements.map(\.purchase), style))
    }
}
