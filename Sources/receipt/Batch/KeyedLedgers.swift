import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Merges evidence for `ledger --batch --merge-by-key`. Consecutive lines with the same key become one ledger, or none.
/// Holds the evidence of one key at a time.
struct KeyedLedgers {
    let question: LedgerOptions.Question
    let judge: LineJudge

    private var key: String?
    /// The greatest key so far, in bytewise order. If each new key is greater, no key occurs twice.
    private var greatest: String?
    private var evidence: [(line: Int, piece: VerifiedPieces.Piece)] = []
    /// The first line that fails verification. Its error becomes the key's answer.
    private var failed: LineVerdict?
    /// The pieces and lines that the ledger leaves out, in line order.
    private var skipped: [Skipped] = []
    /// The first line that is left out entirely. This line is the answer for a key without evidence.
    private var firstSkipped: LineVerdict?
    /// The first of Apple's pages without evidence. This page is the answer for a key that has nothing else.
    private var emptyPage: LineVerdict?
    /// The first empty list. It says that the customer has no evidence, if the key has nothing else.
    private var emptyList: LineVerdict?
    private var json = JSONWriter()
    private var csv: [UInt8] = []

    init(question: @escaping LedgerOptions.Question, judge: LineJudge) {
        (self.question, self.judge) = (question, judge)
    }

    /// Removes and returns the finished answers.
    mutating func takeAnswers() -> [UInt8] {
        defer { (json, csv) = (JSONWriter(), []) }
        return json.bytes + csv
    }

    /// Adds a line. A line without a key is answered by itself.
    mutating func add(_ line: LineVerdict, _ tally: inout VerdictCounts) {
        var line = line
        guard let next = line.key else {
            switch line.verdict {
            case .nothing: break
            default: line.verdict = .nothing(.missingKey)
            }
            judge.write(line, to: &json, &csv)
            return tally.count(line.answer, first: "line \(line.number)")
        }
        if key?.utf8.elementsEqual(next.utf8) != true {
            endKey(&tally)
            key = next
            if let greatest, !greatest.utf8.lexicographicallyPrecedes(next.utf8) {
                line.verdict = .nothing(.keyOrder)
            } else {
                greatest = next
            }
        }
        guard failed == nil else { return }
        switch line.pieces {
        case .verified(let pieces, let skipped)?:
            evidence += pieces.map { (line.number, $0) }
            self.skipped += skipped.map { Skipped(line: line.number, index: $0.index, failure: $0.verdict.failure) }
            if pieces.isEmpty, firstSkipped == nil, let first = skipped.first {
                line.verdict = .pieces(.failed(first.verdict, index: first.index))
                firstSkipped = line
            }
        case .failed(let verdict, _)? where verdict.isEmptyPage: emptyPage = emptyPage ?? line
        case .noPieces?: emptyList = emptyList ?? line
        case .failed, nil:
            // A repeated key already has an answer; if the failed line were left out, the key would get a second, different answer.
            guard judge.skipsRejected, !line.isOutOfOrder else {
                failed = line
                evidence = []
                return
            }
            firstSkipped = firstSkipped ?? line
            skipped.append(Skipped(line: line.number, index: line.failedIndex, failure: line.failure))
        }
    }

    /// Finishes the current key and writes its answer.
    mutating func endKey(_ tally: inout VerdictCounts) {
        guard let key else { return }
        if evidence.isEmpty {
            failed = failed ?? firstSkipped ?? emptyPage
            if question(judge.time).products == nil { failed = failed ?? emptyList }
        }
        let merged = evidence.isEmpty ? nil : MergedLedger(evidence.map(\.piece.evidence))
        var answer = failed?.answer ?? .verified
        if failed == nil, case .mismatch(_, let error)? = merged { answer = .refused(error.code) }
        if let table = judge.table {
            for row in rows(key, merged) { csv += table.line(row) }
        } else {
            writeJSON(key, merged)
        }
        tally.count(answer, first: "key \(key)")
        if failed == nil { tally.skip(skipped.count) }
        (self.key, evidence, skipped) = (nil, [], [])
        (failed, firstSkipped, emptyPage, emptyList) = (nil, nil, nil, nil)
    }

    private func rows(_ key: String, _ merged: MergedLedger?) -> [CSVRow] {
        var row = failed?.row ?? CSVRow()
        row.member("key", key)
        row.member("id", nil as String?)
        if failed != nil { return [row] }
        switch merged {
        case .mismatch(let place, let error)?:
            row.member("line", evidence[place].line)
            row.member("index", evidence[place].piece.index)
            row.failure("refused", error)
            return [row]
        case .ledger(let ledger)? where !judge.isBrief: return row.rows(ledger) + skipped.map { $0.row(key) }
        case .ledger?, nil:
            row.member("verdict", "verified")
            return [row] + skipped.map { $0.row(key) }
        }
    }

    private mutating func writeJSON(_ key: String, _ merged: MergedLedger?) {
        json.object { [failed, evidence, skipped, judge, question] json in
            json.member("key", key)
            if let failed {
                json.member("line", failed.number)
                return failed.writeVerdict(to: &json, judge)
            }
            var ledger: PurchaseLedger?
            switch merged {
            case .mismatch(let place, let error)?:
                json.member("line", evidence[place].line)
                json.member("index", evidence[place].piece.index)
                return json.refused(error)
            case .ledger(let merged)?: ledger = merged
            case nil: break
            }
            json.member("verdict", "verified")
            if !skipped.isEmpty { json.list("skipped", skipped) }
            if !judge.isBrief {
                LedgerJSON(ledger: ledger, question: question(judge.time)).writeToVerdict(&json)
            } else if judge.namesApp {
                json.member("bundleID", ledger?.bundleIdentifier)
            }
        }
        json.endLine()
    }
}

/// A piece, or a line, that a key's ledger leaves out.
private struct Skipped: JSONObject {
    let line: Int
    /// The piece's position in a list.
    let index: Int?
    let failure: Failure?

    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("line", line)
        try sink.member("index", index)
        guard let failure else { return }
        try sink.member("verdict", failure.verdict)
        try sink.member("code", failure.error.code)
        try sink.member("class", failure.error.class?.rawValue)
    }

    func row(_ key: String) -> CSVRow {
        var row = CSVRow()
        row.member("key", key)
        row.member("line", line)
        row.member("index", index)
        if let failure { row.failure(failure.verdict, failure.error) }
        return row
    }
}

extension LineVerdict {
    /// True if the line's key has occurred before, or is out of order.
    fileprivate var isOutOfOrder: Bool {
        if case .nothing(.keyOrder) = verdict { true } else { false }
    }

    /// The position of the failed piece in a list.
    fileprivate var failedIndex: Int? {
        if case .pieces(.failed(_, let index)) = verdict { index } else { nil }
    }
}
