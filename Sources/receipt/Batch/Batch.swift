import ArgumentParser
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A batch: lines come in on standard input, and every line is answered, in the same order.
///
/// One thread reads, several tasks split lines, verify and write JSON, and this task hands the answers on. What is between
/// reading and writing is bounded, so that the memory stays the same however long the input is and whoever is slow.
struct Batch {
    let judge: LineJudge
    let tasks: Int
    /// How many lines were answered before.
    let answered: Int

    /// Answers each line.
    func run() async throws -> Summary {
        try await run {
            LineAnswers($0, $1)
        } write: { answers, tally in
            tally.add(answers.tally)
            return answers.text
        }
    }

    /// Joins the lines of each key.
    func runByKey(asOf date: Date?) async throws -> Summary {
        var ledgers = KeyedLedgers(date: date, judge: judge)
        return try await run { block, judge in
            var lines: [JudgedLine] = []
            judge.forEachLine(of: block) { lines.append($0) }
            return lines
        } write: { lines, tally in
            for line in lines { ledgers.add(line, &tally) }
            return ledgers.takeAnswers()
        } end: { tally in
            ledgers.endKey(&tally)
            return ledgers.takeAnswers()
        }
    }

    /// Runs to the end of the input: `answer` is called by several tasks, `write` in the order of the blocks, and `end` last.
    private func run<Output: Sendable>(
        _ answer: @escaping @Sendable (LineBlock, LineJudge) -> Output, write: (Output, inout Tally) -> [UInt8],
        end: (inout Tally) -> [UInt8] = { _ in [] }
    ) async throws -> Summary {
        let reader = await LineReader(longestLine: judge.longestLine, skipping: answered)
        let blocks = LineBlocks(reader: reader)
        var progress = Progress()
        var tally = Tally()
        try await mapInOrder(blocks, tasks: tasks, window: 3 * tasks, chunk: 1) { [judge] _, block in
            (output: answer(block, judge), inputEnd: block.inputEnd)
        } handle: { block in
            self.write(write(block.output, &tally))
            progress.show(tally, inputEnd: block.inputEnd)
        }
        self.write(end(&tally))
        return progress.finish(tally)
    }

    /// Not by throwing on: that would wait for the main thread, which may be waiting for input that never comes.
    private func write(_ text: [UInt8]) {
        do { try StandardOutput.write(text) } catch { VerifyCommand.exit(withError: error) }
    }
}
