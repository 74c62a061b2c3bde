import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Verifies lines. Several tasks use it concurrently.
struct LineJudge: Sendable {
    let verifier: ReceiptVerifier
    /// The time of verification, or nil to use the current time for each line; a batch may run for hours.
    let fixedTime: Date?
    /// True to leave out the contents of verified evidence.
    let isBrief: Bool
    /// True if each answer names the app, because the command's options don't name it.
    let namesApp: Bool
    /// True if a line may contain a list of evidence, which only ledgers accept.
    let takesLists: Bool
    /// True if a ledger leaves out the elements of a list that fail verification.
    let skipsRejected: Bool
    /// The columns to write, or nil to write JSON.
    let table: CSVTable?

    var time: Date { fixedTime ?? DateOption.now }

    /// The maximum size of a line with evidence, in bytes: base64 with line breaks, and the JSON and escapes around it.
    var longestLine: Int { EvidenceFile.maximumSize(verifier.policy.limits) }

    /// Calls `body` with the verdict on each line of a block, in order.
    func forEachLine(of block: LineBlock, _ body: (LineVerdict) -> Void) {
        guard case .lines(let bytes) = block.contents else {
            return body(LineVerdict(number: block.firstLine, verdict: .nothing(.tooLong(allowed: longestLine))))
        }
        let time = time
        var start = bytes.startIndex
        var number = block.firstLine
        while start < bytes.endIndex {
            let end = Newline.first(in: bytes, from: start) ?? bytes.endIndex
            body(judged(bytes[start..<end], line: number, at: time))
            start = end + 1
            number += 1
        }
    }

    /// Writes the answer to a line, as JSON or as rows of the table.
    func write(_ line: LineVerdict, to json: inout JSONWriter, _ csv: inout [UInt8]) {
        guard let table else { return line.write(to: &json, self) }
        for row in line.rows(self) { csv += table.line(row) }
    }

    private func judged(_ bytes: ArraySlice<UInt8>, line number: Int, at time: Date) -> LineVerdict {
        let text = number == 1 ? WhiteSpace.withoutByteOrderMark(bytes) : bytes
        let line = BatchLine(text, longest: longestLine)
        let verdict: LineVerdict.Verdict
        if takesLists, let pieces = line.pieces {
            verdict = .pieces(VerifiedPieces(pieces, by: verifier, at: time, skipsRejected: skipsRejected))
        } else if let evidence = line.pieces == nil ? line.evidence : text {
            // Verify a list like one of Apple's lists: either all of it, or up to the first piece that fails.
            verdict = .evidence(
                EvidenceVerdict(by: verifier, at: time, isEnclosed: line.isEnclosed) { () throws(FormatError) in
                    try EvidenceFile(text: evidence, limits: verifier.policy.limits)
                })
        } else {
            verdict = .nothing(line.error ?? .empty)
        }
        return LineVerdict(number: number, id: line.id, key: line.key, verdict: verdict)
    }
}

/// The judgement of a line.
struct LineVerdict: Sendable {
    enum Verdict: Sendable {
        case evidence(EvidenceVerdict)
        /// The pieces of a list.
        case pieces(VerifiedPieces)
        /// The whole line as one ledger.
        case ledger(LedgerVerdict)
        /// The line contains no evidence to verify.
        case nothing(LineError)
    }

    let number: Int
    /// The line's identifier as written in its JSON, to be returned in the answer.
    var id: String?
    /// The customer that the evidence belongs to.
    var key: String?
    var verdict: Verdict
    /// The verdict on the only piece in the ledger.
    fileprivate var only: EvidenceVerdict?

    var answer: Answer { Answer(failure) }

    /// The reason why the line isn't verified, or nil if it is.
    var failure: Failure? {
        switch verdict {
        case .evidence(let verdict), .pieces(.failed(let verdict, _)): verdict.failure
        case .pieces(.noPieces): VerifiedPieces.noEvidence.failure
        case .ledger(let verdict): verdict.failure
        case .nothing(let error): Failure(verdict: "unreadable", error: error)
        case .pieces(.verified): nil
        }
    }

    var pieces: VerifiedPieces? {
        switch verdict {
        case .evidence(let verdict): VerifiedPieces(verdict)
        case .pieces(let pieces): pieces
        case .ledger, .nothing: nil
        }
    }

    /// Returns the line's evidence as one ledger.
    func ledger(_ question: LedgerQuestion) -> LineVerdict {
        var line = self
        if case .evidence(let verdict) = verdict { line.only = verdict }
        if let pieces { line.verdict = .ledger(LedgerVerdict(pieces, question)) }
        return line
    }

    func write(to json: inout JSONWriter, _ judge: LineJudge) {
        json.object { json in
            json.member("line", number)
            json.member("id", raw: id)
            writeVerdict(to: &json, judge)
        }
        json.endLine()
    }

    var row: CSVRow {
        var row = CSVRow()
        row.member("line", number)
        row.member("id", raw: id)
        switch verdict {
        case .evidence(let verdict): row.verdict(verdict)
        case .pieces(.failed(let verdict, let index)), .ledger(.failed(let verdict, let index)):
            row.member("index", index)
            row.verdict(verdict)
        case .ledger(.mismatch(let error, let index)):
            row.member("index", index)
            row.failure("refused", error)
        case .pieces(.noPieces): row.verdict(VerifiedPieces.noEvidence)
        case .ledger(.verified), .ledger(.noEvidence), .pieces(.verified):
            row.member("verdict", "verified")
            if let only { row.verdict(only) }
        case .nothing(let error): row.failure("unreadable", error)
        }
        return row
    }

    /// Returns the answer as table rows: one for each purchase of a ledger.
    func rows(_ judge: LineJudge) -> [CSVRow] {
        guard case .ledger(.verified(let ledger, _)) = verdict, !judge.isBrief else { return [row] }
        return row.rows(ledger)
    }

    func writeVerdict(to json: inout JSONWriter, _ judge: LineJudge) {
        switch verdict {
        case .evidence(let verdict): json.verdict(verdict, isBrief: judge.isBrief, namesApp: judge.namesApp)
        case .pieces(.failed(let verdict, let index)):
            json.member("index", index)
            json.verdict(verdict)
        case .pieces(.noPieces): json.verdict(VerifiedPieces.noEvidence)
        case .ledger(.verified(let ledger, _)) where judge.isBrief:
            json.member("verdict", "verified")
            if judge.namesApp { json.member("bundleID", ledger.bundleIdentifier) }
        case .ledger(.noEvidence) where judge.isBrief: json.member("verdict", "verified")
        case .pieces(.verified): json.member("verdict", "verified")
        case .ledger(let verdict): verdict.write(into: &json)
        case .nothing(let error): json.unreadable(error)
        }
    }
}
