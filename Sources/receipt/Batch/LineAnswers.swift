import ReceiptFields
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answers to a block of lines.
struct LineAnswers: Sendable {
    /// One JSON object a line.
    let text: [UInt8]
    private(set) var tally = Tally()
    /// How many bytes of the input were answered with this.
    let inputEnd: Int

    init(_ block: LineBlock, _ judge: LineJudge) {
        inputEnd = block.inputEnd
        var json = JSONWriter()
        switch block.contents {
        case .tooLong:
            tally.count(judge.answer(.tooLong(allowed: judge.longestLine), line: block.firstLine, &json))
        case .lines(let bytes):
            let time = judge.time
            var start = bytes.startIndex
            var number = block.firstLine
            while start < bytes.endIndex {
                let end = Newline.first(in: bytes, from: start) ?? bytes.endIndex
                tally.count(judge.answer(bytes[start..<end], line: number, at: time, &json))
                start = end + 1
                number += 1
            }
        }
        text = json.bytes
    }
}

/// How many lines there were of which kind.
struct Tally: Sendable {
    private(set) var verified = 0
    private(set) var refused = 0
    private(set) var unreadable = 0

    var lines: Int { verified + refused + unreadable }

    mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .good: verified += 1
        case .refused: refused += 1
        case .unreadable: unreadable += 1
        }
    }

    mutating func add(_ other: Tally) {
        verified += other.verified
        refused += other.refused
        unreadable += other.unreadable
    }
}
