import ReceiptFields

/// The answers to a block of lines.
struct LineAnswers: Sendable {
    /// One JSON object or row a line.
    let text: [UInt8]
    let tally: Tally

    /// `said` makes of each line what is answered to it.
    init(_ block: LineBlock, _ judge: LineJudge, _ said: (JudgedLine) -> JudgedLine) {
        var json = JSONWriter()
        var csv: [UInt8] = []
        var tally = Tally()
        judge.forEachLine(of: block) {
            let line = said($0)
            if let table = judge.table {
                for row in line.rows(judge) { csv += table.line(row) }
            } else {
                line.write(to: &json, judge)
            }
            tally.count(line.answer, first: "line \(line.number)")
        }
        (text, self.tally) = (json.bytes + csv, tally)
    }
}
