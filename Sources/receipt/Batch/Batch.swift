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
        let reader = await LineReader(longestLine: judge.longestLine)
        let answers = ConcurrentMap<LineBlock, LineAnswers>(
            ConcurrentMapShape(tasks: tasks, window: 3 * tasks, chunk: 1, isOrdered: true),
            source: { inbox in while let block = try await reader.next(), await inbox.put(block) {} },
            transform: { [judge] _, block in LineAnswers(block, judge) })
        var progress = Progress()
        var tally = Tally()
        for try await block in answers {
            try StandardOutput.write(block.text)
            tally.add(block.tally)
            progress.show(tally, inputEnd: block.inputEnd)
        }
        progress.finish(tally)
        return tally
    }
}
