import ArgumentParser
import ReceiptEssentials
import ReceiptFields
import ReceiptKit

/// A batch: reads lines from standard input and writes an answer for each, in the same order. The amount of data that was read but not yet
/// written is bounded. So memory use stays constant, however long the input is, and whether reading or writing is slow.
struct Batch {
    let judge: LineJudge
    let tasks: Int
    /// The number of lines that an earlier run answered.
    let answered: Int

    /// Writes the verdict for each line.
    func run() async throws -> Summary { try await run { $0 } }

    /// Writes the ledger for each line.
    func runLedgers(_ question: @escaping LedgerOptions.Question) async throws -> Summary {
        try await run { [judge] line in line.ledger(question(judge.time)) }
    }

    /// Writes an answer for each line, which `said` makes from the line's judgement.
    private func run(_ said: @escaping @Sendable (LineVerdict) -> LineVerdict) async throws -> Summary {
        var (tally, progress) = (VerdictCounts(), Progress())
        try await run { [judge] block in
            var json = JSONWriter()
            var csv: [UInt8] = []
            var tally = VerdictCounts()
            judge.forEachLine(of: block) {
                let line = said($0)
                judge.write(line, to: &json, &csv)
                tally.count(line.answer, first: "line \(line.number)")
                if case .verified(_, let skipped)? = line.pieces { tally.skip(skipped.count) }
            }
            return (text: json.bytes + csv, tally: tally)
        } handle: { answers, inputEnd in
            Self.write(answers.text)
            tally.add(answers.tally)
            progress.show(tally, inputEnd: inputEnd)
        }
        return progress.finish(tally)
    }

    /// Merges the lines of each key. With `sorts`, holds all evidence in memory until the input ends.
    func runByKey(_ question: @escaping LedgerOptions.Question, sorts: Bool) async throws -> Summary {
        var unsorted: [LineVerdict] = []
        var ledgers = KeyedLedgers(question: question, judge: judge)
        var (tally, progress) = (VerdictCounts(), Progress())
        try await run { [judge] block in
            var lines: [LineVerdict] = []
            judge.forEachLine(of: block) { lines.append($0) }
            return lines
        } handle: { lines, inputEnd in
            if sorts { unsorted += lines } else { for line in lines { ledgers.add(line, &tally) } }
            Self.write(ledgers.takeAnswers())
            progress.show(tally, inputEnd: inputEnd)
        }
        unsorted.sort { one, other in
            let (key, next) = (one.key ?? "", other.key ?? "")
            return key.utf8.elementsEqual(next.utf8)
                ? one.number < other.number : key.utf8.lexicographicallyPrecedes(next.utf8)
        }
        for line in unsorted {
            ledgers.add(line, &tally)
            Self.write(ledgers.takeAnswers())
        }
        ledgers.endKey(&tally)
        Self.write(ledgers.takeAnswers())
        return progress.finish(tally)
    }

    /// Runs to the end of the input. Several tasks call `answer`; one task calls `handle`, in the order of the blocks.
    private func run<Output: Sendable>(
        _ answer: @escaping @Sendable (LineBlock) -> Output, handle: (Output, _ inputEnd: Int) -> Void
    ) async throws {
        var reader = LineReader(longestLine: judge.longestLine, skipping: answered)
        try await mapInOrder(tasks: tasks, window: 3 * tasks) {
            try await reader.next()
        } transform: { _, block in
            (output: answer(block), inputEnd: block.inputEnd)
        } handle: {
            handle($0.output, $0.inputEnd)
        }
    }

    /// This exits instead of throwing. To throw an error, it would have to wait for a task that may be blocked on input that never comes.
    private static func write(_ text: [UInt8]) {
        do { try StandardOutput.write(text) } catch { VerifyCommand.exit(withError: error) }
    }
}
