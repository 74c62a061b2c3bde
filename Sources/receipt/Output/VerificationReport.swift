import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// The verdict on one file, whatever kind of evidence it contains.
struct VerificationReport: Report, Answering {
    enum Verdict {
        case contents(EvidenceVerdict)
        /// The file has no contents to verify.
        case noFile(UnreadableFile)

        var answer: Answer {
            switch self {
            case .contents(let verdict): Answer(verdict.failure)
            case .noFile(let error): .unreadable(error.code)
            }
        }

        /// True if this is one of Apple's pages without evidence, which adds nothing to a merge.
        var isEmptyPage: Bool {
            if case .contents(let verdict) = self { verdict.isEmptyPage } else { false }
        }
    }

    static let table = CSVTable.files

    let file: String
    let verdict: Verdict
    /// A hint for these contents, if it is better than the remedy of the error's code.
    private let hint: String?

    init(file: FileName, verifier: ReceiptVerifier, time: Date) {
        self.file = file.description
        let limits = verifier.policy.limits
        let contents: [UInt8]
        do throws(UnreadableFile) {
            contents = try BoundedRead.file(file, limit: EvidenceFile.maximumSize(limits))
        } catch {
            (verdict, hint) = (.noFile(error), nil)
            return
        }
        let verdict = EvidenceVerdict(of: contents, by: verifier, at: time)
        self.verdict = .contents(verdict)
        hint =
            if case .malformed? = verdict.error { RefusalHint.text(contents, limits: limits) } else { nil }
    }

    var answer: Answer { verdict.answer }

    /// The reason why the file isn't verified, or nil if it is.
    var failure: Failure? {
        switch verdict {
        case .contents(let verdict): verdict.failure
        case .noFile(let error): Failure(verdict: "unreadable", error: error)
        }
    }

    var outcome: ExitStatus { ExitStatus(answer) }

    var row: CSVRow {
        var row = CSVRow()
        row.member("file", file)
        switch verdict {
        case .contents(let verdict): row.verdict(verdict)
        case .noFile(let error): row.failure("unreadable", error)
        }
        return row
    }

    var rows: [CSVRow] { [row] }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws { try write(json(ledger: nil).bytes) }

    /// Returns the verdict and, for verified evidence, its ledger.
    func json(ledger: LedgerJSON?) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            switch verdict {
            case .contents(let verdict): json.verdict(verdict, hint: hint)
            case .noFile(let error): json.unreadable(error)
            }
            if let ledger { json.member("ledger", ledger) }
        }
        return json
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        try write(heading(style))
        guard case .appReceipt(let receipt)? = evidence, !receipt.purchases.isEmpty else { return }
        try write("\n" + PurchaseTable.text(receipt.purchases, style))
    }

    /// Returns the verdict and the contents of the evidence.
    func heading(_ style: Style) -> String {
        switch verdict {
        case .contents(.verified(let evidence)):
            return style.good("✓ verified") + "  " + style.strong(Self.name(file)) + "\n"
                + EvidenceText.text(evidence, style)
        case .contents(let verdict):
            guard let error = verdict.error else { return "" }
            return Self.failure(verdict.word, file, error, hint: hint, style)
        case .noFile(let error):
            return Self.failure("unreadable", file, error, hint: nil, style)
        }
    }

    static func refusal(of file: String, _ error: LedgerError, _ style: Style) -> String {
        failure("refused", file, error, hint: nil, style)
    }

    private static func failure(
        _ verdict: String, _ file: String, _ error: some CodedError, hint: String?, _ style: Style
    ) -> String {
        let (code, message) = error.words
        return style.bad("✗ " + verdict) + (verdict == "refused" ? "   " : "  ") + style.strong(name(file)) + "\n  "
            + style.bad(code.name) + "\n"
            + FailureText.rows(
                message, remedy: hint ?? code.remedy, options: hint == nil ? code.options : [], style)
    }

    private static func name(_ file: String) -> String { SafeText.printable(file == "-" ? "standard input" : file) }
}
