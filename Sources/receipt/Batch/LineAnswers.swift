import ReceiptFields

/// The answers to a block of lines.
struct LineAnswers: Sendable {
    /// One JSON object or row a line.
    let text: [UInt8]
    let tally: Tally

    init(_ block: LineBlock, _ judge: LineJudge) {
        var json = JSONWriter()
        var csv: [UInt8] = []
        var tally = Tally()
        judge.forEachLine(of: block) { line in
            if let table = judge.table { csv += table.line(line.row) } else { line.write(to: &json, judge) }
            tally.count(line.answer, first: "line \(line.number)")
        }
        (text, self.tally) = (json.bytes + csv, tally)
    }
}
