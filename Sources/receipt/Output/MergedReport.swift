import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// The report of `ledger --merge` on all files together: one ledger, or the first file that was rejected or that doesn't belong to the
/// others. The ledger may leave out files that aren't verified; the report lists these.
struct MergedReport: Report {
    private enum Verdict {
        case verified(PurchaseLedger)
        case failed(VerificationReport)
        /// A file with a different app, environment or trust store than the files before it.
        case mismatch(String, LedgerError)
    }

    static let table = CSVTable.filePurchases

    let skipped: [VerificationReport]
    private let files: [String]
    /// True if there would be a ledger without the rejected files.
    private let canSkip: Bool
    private let question: LedgerQuestion
    private let namesFiles: Bool
    private let verdict: Verdict

    /// If no file is verified, none is skipped, so that there is always an answer.
    ///
    /// - Parameter namesFiles: True if the text names the files.
    init(
        _ reports: [VerificationReport], _ question: LedgerQuestion, skipsRejected: Bool = false,
        namesFiles: Bool = false
    ) {
        self.namesFiles = namesFiles
        let hasEvidence = reports.contains { $0.evidence != nil }
        let skips = skipsRejected && hasEvidence
        canSkip = !skipsRejected && hasEvidence
        skipped = skips ? reports.filter(\.isRejected) : []
        let reports = skips ? reports.filter { !$0.isRejected } : reports
        files = reports.map(\.file)
        self.question = question
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

    /// Lists the skipped files on standard error, for formats that can't contain them.
    func nameSkipped() {
        for report in skipped {
            switch report.answer {
            case .verified: break
            case .refused(let code), .unreadable(let code):
                StandardError.write("receipt: skipped \(report.file): \(code)")
            }
        }
    }

    var outcome: ExitStatus {
        switch verdict {
        case .verified: .good
        case .failed(let report): report.outcome
        case .mismatch: .refused
        }
    }

    var rows: [CSVRow] {
        var row = CSVRow()
        switch verdict {
        case .verified(let ledger): return row.rows(ledger) + skipped.flatMap(\.rows)
        case .failed(let report): return report.rows
        case .mismatch(let file, let error):
            row.member("file", file)
            row.failure("refused", error)
            return [row]
        }
    }

    /// The timelines as SVG, if all files are verified.
    var picture: String? {
        guard case .verified(let ledger) = verdict else { return nil }
        return LedgerTimeline(ledger, question).svg
    }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        if case .failed(let report) = verdict { return try report.writeJSON(write) }
        var json = JSONWriter()
        json.object { json in
            switch verdict {
            case .verified(let ledger):
                json.list("files", files)
                json.member("verdict", "verified")
                if !skipped.isEmpty {
                    json.name("skipped")
                    json.array(skipped) { json, report in
                        json.raw(String(decoding: report.json(ledger: nil).bytes, as: UTF8.self))
                    }
                }
                LedgerJSON(ledger: ledger, question: question).writeToVerdict(&json)
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
            var count = files.count == 1 ? "1 file" : "\(files.count) files, one ledger"
            if !skipped.isEmpty { count += ", without \(skipped.count == 1 ? "1 file" : "\(skipped.count) files")" }
            try write(style.good("✓ verified") + "  " + style.strong(count) + "\n")
            if namesFiles {
                for file in files { try write("  " + style.faint(SafeText.printable(file)) + "\n") }
            }
            try write(EvidenceText.text(ledger, style))
            try write(LedgerText(ledger: ledger, question: question).text(style))
        case .failed(let report):
            try report.writeText(style, write)
            if canSkip { try write(FailureText.note("To make a ledger of the other files: --skip-rejected", style)) }
        case .mismatch(let file, let error):
            try write(VerificationReport.refusal(of: file, error, style))
        }
    }
}

extension VerificationReport {
    var evidence: VerifiedEvidence? {
        if case .contents(.verified(let evidence)) = verdict { evidence } else { nil }
    }

    /// True if the file isn't verified. An empty page isn't rejected, because it has nothing to verify.
    fileprivate var isRejected: Bool { evidence == nil && !verdict.isEmptyPage }
}

/// A ledger as text: purchases, timelines, access.
struct LedgerText {
    let ledger: PurchaseLedger
    let question: LedgerQuestion

    func text(_ style: Style) -> String {
        var text = EvidenceText.customers(ledger, style) + "\n" + style.strong("Purchases, oldest first") + "\n"
        text += ledger.isEmpty ? "  none\n" : PurchaseTable.text(Array(ledger), style)
        for timeline in LedgerTimeline(ledger, question).texts(columns: style.columns, ink: style.ink) {
            text += "\n" + timeline
        }
        let found = question.purchases(ledger)
        if !found.isEmpty {
            text += "\n" + style.strong("Transactions asked about") + "\n"
            for (identifier, purchase) in found {
                text +=
                    purchase.map { PurchaseTable.text([$0], style) }
                    ?? "  \(SafeText.printable(identifier)): not in the evidence\n"
            }
        }
        let dated = question.dated(ledger)
        let access = question.access(dated).filter { question.products != nil || !$0.value.isNoEntitlement }
        text += "\n" + style.strong("Access as of \(Timestamp.string(question.asOf))") + "\n"
        text += access.isEmpty ? "  none\n" : access.map { line($0.name, $0.value, style) }.joined()
        text += section("Introductory offer", question.introductoryOfferEligibility(dated)?.description, style)
        return text + section("First acquired", question.firstAcquired(ledger)?.description, style)
    }

    private func section(_ title: String, _ answer: String?, _ style: Style) -> String {
        guard let answer else { return "" }
        return "\n" + style.strong(title) + "\n  " + style.wrapped(SafeText.printable(answer), indent: 2) + "\n"
    }

    private func line(_ name: String, _ access: Access, _ style: Style) -> String {
        let words = "\(name): \(AccessWords(name, access).line)"
        let line = style.wrapped(SafeText.printable(words), indent: 4)
        let name = SafeText.printable(name)
        let rest = line.dropFirst(name.count)
        let answer =
            switch access {
            case .granted: style.good(String(rest))
            case .denied: String(rest)
            case .undetermined: style.warning(String(rest))
            }
        return "  " + style.strong(String(line.prefix(name.count))) + answer + "\n"
    }
}

extension Access {
    /// True if the product never gives access, such as a consumable. The text omits it unless the user asked for it.
    fileprivate var isNoEntitlement: Bool {
        guard case .denied(let denial) = self, denial.reason == .notAnEntitlement else { return false }
        return denial.purchase?.productType != .nonRenewable
    }
}
