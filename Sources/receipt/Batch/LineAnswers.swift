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
            judge.write(line, to: &json, &csv)
            tally.count(line.answer, first: "line \(line.number)")
        }
        (text, self.tally) = (json.bytes + csv, tally)
    }
}
