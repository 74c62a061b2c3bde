import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Answers lines. Many tasks ask it at once.
struct LineJudge: Sendable {
    let verifier: ReceiptVerifier
    /// The time of verification, or nil for now, which for a batch of hours is not when it began.
    let fixedTime: Date?
    /// Whether what verified evidence says is left out.
    let isBrief: Bool
    /// Whether the answer names the app, because the command does not.
    let namesApp: Bool
    /// Whether a line may have a list of evidence: where it is asked for a ledger.
    let takesLists: Bool
    /// True if a ledger leaves out the elements of a list that fail verification.
    let skipsRejected: Bool
    /// The columns to write, or nil for JSON.
    let table: CSVTable?

    var time: Date { fixedTime ?? DateOption.now }

    /// The most bytes of a line that can hold evidence: base64 with line breaks, JSON around it, escapes in it.
    var longestLine: Int { EvidenceFile.maximumSize(verifier.policy.limits) }

    /// Hands out what each line of a block says, in order.
    func forEachLine(of block: LineBlock, _ body: (JudgedLine) -> Void) {
        guard case .lines(let bytes) = block.contents else {
            return body(JudgedLine(number: block.firstLine, verdict: .nothing(.tooLong(allowed: longestLine))))
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
    func write(_ line: JudgedLine, to json: inout JSONWriter, _ csv: inout [UInt8]) {
        guard let table else { return line.write(to: &json, self) }
        for row in line.rows(self) { csv += table.line(row) }
    }

    private func judged(_ bytes: ArraySlice<UInt8>, line number: Int, at time: Date) -> JudgedLine {
        let text = number == 1 ? WhiteSpace.withoutByteOrderMark(bytes) : bytes
        let line = BatchLine(text, longest: longestLine)
        let verdict: JudgedLine.Verdict
        if takesLists, let pieces = line.pieces {
            verdict = .pieces(VerifiedPieces(pieces, by: verifier, at: time, skipsRejected: skipsRejected))
        } else if let evidence = line.pieces == nil ? line.evidence : text {
            // A list is verified as one of Apple's lists is: all of it, or the first piece that fails.
            verdict = .evidence(
                EvidenceVerdict(by: verifier, at: time, isEnclosed: line.isEnclosed) { () throws(FormatError) in
                    try EvidenceFile(text: evidence, limits: verifier.policy.limits)
                })
        } else {
            verdict = .nothing(line.error ?? .empty)
        }
        return JudgedLine(number: number, id: line.id, key: line.key, verdict: verdict)
    }
}

/// What a line says.
struct JudgedLine: Sendable {
    enum Verdict: Sendable {
        case evidence(EvidenceVerdict)
        /// Of a list.
        case pieces(VerifiedPieces)
        /// All of the line as one ledger.
        case ledger(LedgerVerdict)
        /// The line holds nothing to verify.
        case nothing(LineError)
    }

    let number: Int
    /// The identifier as it stood there, in JSON, to be given back.
    var id: String?
    /// Whose evidence it is.
    var key: String?
    var verdict: Verdict
    /// The verdict on the one piece that a ledger was made of.
    fileprivate var only: EvidenceVerdict?

    var answer: Answer { Answer(failure) }

    /// Why the line isn't verified.
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

    /// What all of the line says together.
    func ledger(_ question: LedgerQuestion) -> JudgedLine {
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

    /// The answer as rows of a table: one for each purchase of a ledger.
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
