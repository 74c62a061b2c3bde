import ReceiptEssentials
import ReceiptFields
import ReceiptInspection
import ReceiptKit

/// Answers lines. Many tasks ask it at once.
struct LineJudge: Sendable {
    let verifier: ReceiptVerifier
    /// The time of verification, or nil for now, which for a batch of hours is not when it began.
    let fixedTime: Date?
    /// Whether what verified evidence says is left out.
    let isBrief: Bool
    /// Whether the app is said all the same, because the command does not say which one it is.
    let namesApp: Bool
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

    private func judged(_ bytes: ArraySlice<UInt8>, line number: Int, at time: Date) -> JudgedLine {
        let text = number == 1 ? WhiteSpace.withoutByteOrderMark(bytes) : bytes
        let line = BatchLine(text, longest: longestLine)
        guard let evidence = line.evidence else {
            return JudgedLine(number: number, id: line.id, key: line.key, verdict: .nothing(line.error ?? .empty))
        }
        let verdict = EvidenceVerdict(by: verifier, at: time) { () throws(FormatError) in
            try EvidenceFile(text: evidence, limits: verifier.policy.limits)
        }
        return JudgedLine(number: number, id: line.id, key: line.key, verdict: .evidence(.contents(verdict)))
    }
}

/// What a line says.
struct JudgedLine: Sendable {
    enum Verdict: Sendable {
        case evidence(VerificationReport.Verdict)
        /// The line holds nothing to verify.
        case nothing(LineError)
    }

    let number: Int
    /// The identifier as it stood there, to be given back.
    var id: JSONText?
    /// Whose evidence it is.
    var key: String?
    var verdict: Verdict

    var answer: Answer {
        switch verdict {
        case .evidence(let verdict): verdict.answer
        case .nothing(let error): .unreadable(error.code)
        }
    }

    /// Writes the answer to the line.
    func write(to json: inout JSONWriter, _ judge: LineJudge) {
        json.object { json in
            json.member("line", number)
            json.member("id", raw: id?.text)
            writeVerdict(to: &json, judge)
        }
        json.endLine()
    }

    /// The answer as a row of a table.
    var row: CSVRow {
        var row = CSVRow()
        row.member("line", number)
        row.member("id", raw: id)
        switch verdict {
        case .evidence(let verdict): row.verdict(verdict)
        case .nothing(let error): row.failure("unreadable", code: error.code)
        }
        return row
    }

    func writeVerdict(to json: inout JSONWriter, _ judge: LineJudge) {
        switch verdict {
        case .evidence(let verdict): json.verdict(verdict, isBrief: judge.isBrief, namesApp: judge.namesApp)
        case .nothing(let error): json.unreadable(code: error.code, message: error.message)
        }
    }
}
