import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// The report of `ledger` on one file: the verdict, and the ledger of verified evidence.
struct LedgerReport: Report {
    static let table = CSVTable.filePurchases

    private let verification: VerificationReport
    /// The ledger, or nil if the evidence fails verification.
    private let ledger: MergedLedger?
    private let question: LedgerQuestion

    init(_ verification: VerificationReport, _ question: LedgerQuestion) {
        self.verification = verification
        self.question = question
        ledger = verification.evidence.map { MergedLedger([$0]) }
    }

    var outcome: ExitStatus {
        // A JSON body may contain JWS of two apps.
        if case .mismatch? = ledger { .refused } else { verification.outcome }
    }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        switch ledger {
        case nil: try verification.writeJSON(write)
        case .ledger(let ledger)?:
            try write(verification.json(ledger: LedgerJSON(ledger: ledger, question: question)).bytes)
        case .mismatch(_, let error)?:
            var json = JSONWriter()
            json.object { json in
                json.member("file", verification.file)
                json.refused(error)
            }
            try write(json.bytes)
        }
    }

    var rows: [CSVRow] {
        var row = verification.row
        switch ledger {
        case nil: return [row]
        case .ledger(let ledger)?: return row.rows(ledger)
        case .mismatch(_, let error)?:
            row.failure("refused", error)
            return [row]
        }
    }

    /// The timelines as SVG, if the evidence is verified.
    var picture: String? {
        guard case .ledger(let ledger)? = ledger else { return nil }
        return LedgerTimeline(ledger, question).svg
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        if case .mismatch(_, let error)? = ledger {
            return try write(VerificationReport.refusal(of: verification.file, error, style))
        }
        try write(verification.heading(style))
        if case .ledger(let ledger)? = ledger { try write(LedgerText(ledger: ledger, question: question).text(style)) }
    }
}
