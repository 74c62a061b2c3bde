import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// `ledger --batch --merge-by-key`: the lines of one key, which come one after the other, become one ledger, or none. Holds the
/// evidence of one key.
struct KeyedLedgers {
    let question: LedgerOptions.Question
    let judge: LineJudge

    private var key: String?
    /// The last key in the order of bytes. That each new one comes behind it says that none comes twice.
    private var greatest: String?
    private var evidence: [(line: Int, piece: VerifiedPieces.Piece)] = []
    /// The first line that fails verification: its error is the key's answer.
    private var failed: JudgedLine?
    /// The first page of Apple's without evidence: it decides about a key that has nothing else.
    private var emptyPage: JudgedLine?
    private var json = JSONWriter()
    private var csv: [UInt8] = []

    init(question: @escaping LedgerOptions.Question, judge: LineJudge) {
        (self.question, self.judge) = (question, judge)
    }

    /// The answers that are ready.
    mutating func takeAnswers() -> [UInt8] {
        defer { (json, csv) = (JSONWriter(), []) }
        return json.bytes + csv
    }

    /// A line without a key is answered by itself.
    mutating func add(_ line: JudgedLine, _ tally: inout Tally) {
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
        case .verified(let pieces)?: evidence += pieces.map { (line.number, $0) }
        case .failed(let verdict, _)? where verdict.isEmptyPage: emptyPage = emptyPage ?? line
        default:
            failed = line
            evidence = []
        }
    }

    /// Answers the key that has ended.
    mutating func endKey(_ tally: inout Tally) {
        guard let key else { return }
        if evidence.isEmpty { failed = failed ?? emptyPage }
        let merged = MergedLedger(evidence.map(\.piece.evidence))
        var answer = failed?.answer ?? .verified
        if failed == nil, case .mismatch(_, let error) = merged { answer = .refused(error.code) }
        if let table = judge.table {
            for row in rows(key, merged) { csv += table.line(row) }
        } else {
            writeJSON(key, merged)
        }
        tally.count(answer, first: "key \(key)")
        (self.key, evidence, failed, emptyPage) = (nil, [], nil, nil)
    }

    private func rows(_ key: String, _ merged: MergedLedger) -> [CSVRow] {
        var row = failed?.row ?? CSVRow()
        row.member("key", key)
        row.member("id", nil as String?)
        if failed != nil { return [row] }
        switch merged {
        case .mismatch(let place, let error):
            row.member("line", evidence[place].line)
            row.member("index", evidence[place].piece.index)
            row.failure("refused", code: error.code)
        case .ledger(let ledger):
            guard judge.isBrief else { return row.rows(ledger) }
            row.member("verdict", "verified")
        }
        return [row]
    }

    private mutating func writeJSON(_ key: String, _ merged: MergedLedger) {
        json.object { [failed, evidence, judge, question] json in
            json.member("key", key)
            if let failed {
                json.member("line", failed.number)
                return failed.writeVerdict(to: &json, judge)
            }
            switch merged {
            case .mismatch(let place, let error):
                json.member("line", evidence[place].line)
                json.member("index", evidence[place].piece.index)
                json.refused(error)
            case .ledger(let ledger):
                json.member("verdict", "verified")
                if !judge.isBrief {
                    LedgerJSON(ledger: ledger, question: question(judge.time)).writeToVerdict(&json)
                } else if judge.namesApp {
                    json.member("bundleID", ledger.bundleIdentifier)
                }
            }
        }
        json.endLine()
    }
}
