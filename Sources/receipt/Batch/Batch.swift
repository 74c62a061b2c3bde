import ArgumentParser
import ReceiptKit

/// A batch: lines come in on standard input, and every line is answered, in the same order.
///
/// One thread reads, several tasks split lines, verify and write JSON, and this task hands the answers on. What is between
/// reading and writing is bounded, so that the memory stays the same however long the input is and whoever is slow.
struct Batch {
    let judge: LineJudge
    let tasks: Int

    /// Runs to the end of the input.
    func run() async throws -> Tally {
        let blocks = LineBlocks(reader: await LineReader(longestLine: judge.longestLine))
        var progress = Progress()
        var tally = Tally()
        try await mapInOrder(blocks, tasks: tasks, window: 3 * tasks, chunk: 1) { [judge] _, block in
            LineAnswers(block, judge)
        } handle: { block in
            // Not by throwing on: that would wait for the main thread, which may be waiting for input that never comes.
            do { try StandardOutput.write(block.text) } catch { VerifyCommand.exit(withError: error) }
            tally.add(block.tally)
            progress.show(tally, inputEnd: block.inputEnd)
        }
        progress.finish(tally)
        return tally
    }
}
