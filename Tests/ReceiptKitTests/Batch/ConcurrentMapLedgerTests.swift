import TestSupport
import Testing

@testable import ReceiptKit

/// The bookkeeping alone, led through random schedules: whatever order the tasks come in, the rules hold.
@Suite("The ledger of a concurrent map")
struct ConcurrentMapLedgerTests {
    private struct Run {
        var ledger: ConcurrentMapLedger<Int, Int>
        let shape: ConcurrentMapShape
        var read = 0
        var inWork: [ConcurrentMapLedger<Int, Int>.Chunk] = []
        var collected: [Int] = []
        var inHand = 0
        var finishedOrder: [Int] = []
        var hasEnded = false
        var generator: SystemRandomNumberGenerator = .init()

        mutating func step(_ choice: Int, of total: Int) {
            switch choice {
            case 0:
                guard ledger.room == true, read < total else { return }
                ledger.put(read)
                read += 1
                if read == total {
                    ledger.endInput(nil)
                    hasEnded = true
                }
            case 1:
                guard inWork.count < shape.tasks, case .chunk(let chunk) = ledger.take() else { return }
                #expect((1...shape.chunk).contains(chunk.inputs.count))
                #expect(chunk.inputs == Array(chunk.first..<chunk.first + chunk.inputs.count))
                inWork.append(chunk)
            case 2:
                guard let place = inWork.indices.randomElement(using: &generator) else { return }
                let chunk = inWork.remove(at: place)
                ledger.deliver(chunk.inputs.map { $0 * 10 }, chunk: chunk.number)
                finishedOrder += chunk.inputs
            default:
                inHand = 0
                guard case .outputs(let outputs) = ledger.collect() else { break }
                inHand = outputs.count
                collected += outputs.map { $0 / 10 }
            }
            // What the reader has in hand counts, whether it was looked at or not.
            #expect(ledger.held == read - collected.count + inHand)
            #expect(ledger.held <= shape.window)
        }
    }

    @Test(
        "gives every result once, in the order asked for, and never holds more than its window",
        arguments: [true, false])
    func random(_ isOrdered: Bool) {
        for (tasks, window, chunk) in [(1, 1, 1), (1, 5, 9), (2, 2, 1), (3, 10, 4), (4, 64, 16)] {
            let shape = ConcurrentMapShape(tasks: tasks, window: window, chunk: chunk, isOrdered: isOrdered)
            for total in [1, window, 3 * window + 1, 500] {
                var run = Run(ledger: .init(shape), shape: shape)
                var steps = 0
                while run.collected.count < total, steps < 1_000_000 {
                    run.step(Int.random(in: 0..<4), of: total)
                    steps += 1
                }
                #expect(run.collected == (isOrdered ? Array(0..<total) : run.finishedOrder))
                #expect(Set(run.collected).count == total)
                guard case .end = run.ledger.collect() else {
                    Issue.record("no end")
                    continue
                }
            }
        }
    }

    @Test("takes no more when it is full, ended or cancelled")
    func full() {
        let shape = ConcurrentMapShape(tasks: 0, window: 0, chunk: 0, isOrdered: true)
        #expect((shape.tasks, shape.window, shape.chunk) == (1, 1, 1))
        var ledger = ConcurrentMapLedger<Int, Int>(shape)
        #expect(ledger.room == true)
        ledger.put(0)
        #expect(ledger.room == nil)
        ledger.put(1)
        #expect(ledger.held == 1)
        ledger.cancel()
        #expect(ledger.room == false)
        guard case .failure(let error) = ledger.collect() else {
            Issue.record("a cancelled ledger looks complete")
            return
        }
        #expect(error is CancellationError)
        guard case .end = ledger.collect() else {
            Issue.record("thrown twice")
            return
        }
    }
}
