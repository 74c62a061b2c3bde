import ReceiptFields

/// The answers to a block of lines.
struct LineAnswers: Sendable {
    /// One JSON object a line.
    let text: [UInt8]
    let tally: Tally

    init(_ block: LineBlock, _ judge: LineJudge) {
        var json = JSONWriter()
        var tally = Tally()
        judge.forEachLine(of: block) { line in
            line.write(to: &json, judge)
            tally.count(line.answer)
        }
        (text, self.tally) = (json.bytes, tally)
    }
}
