import ReceiptFields

/// The answers to a block of lines.
struct LineAnswers: Sendable {
    /// One JSON object a line.
    let text: [UInt8]
    let tally: Tally

    /// `said` makes of each line what is answered to it.
    init(_ block: LineBlock, _ judge: LineJudge, _ said: (JudgedLine) -> JudgedLine) {
        var json = JSONWriter()
        var tally = Tally()
        judge.forEachLine(of: block) {
            let line = said($0)
            line.write(to: &json, judge)
            tally.count(line.answer)
        }
        (text, self.tally) = (json.bytes, tally)
    }
}
