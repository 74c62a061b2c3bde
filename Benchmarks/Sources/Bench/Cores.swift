import BenchmarkCases
import Foundation

/// What a second thread is worth: operations in a fixed time, by one thread and by two that share one verifier.
enum Cores {
    /// The median over the rounds of how many times as much two threads do as one.
    static func ratio(_ benchmark: BenchmarkCase, rounds: Int, _ inputs: Inputs) throws -> Double? {
        let work = SharedWork(try benchmark.prepare(inputs).operation)
        let ratios = try (0..<rounds).map { _ in
            let one = try throughput(work, threads: 1)
            let two = try throughput(work, threads: 2)
            return two / one
        }
        return Rounds.median(ratios)
    }

    /// Operations per second.
    private static func throughput(_ work: SharedWork, threads: Int) throws -> Double {
        let tally = Tally()
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .milliseconds(200)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var count = 0
            do {
                while clock.now < end {
                    for _ in 0..<16 { try work.operation() }
                    count += 16
                }
                tally.add(count)
            } catch { tally.fail(error) }
        }
        let elapsed = clock.now - start
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return Double(try tally.total()) / seconds
    }

    /// Verification may be done from many threads at once; the compiler does not see that a case's operation is nothing else.
    private struct SharedWork: @unchecked Sendable {
        let operation: () throws -> Void

        init(_ operation: @escaping () throws -> Void) { self.operation = operation }
    }

    private final class Tally: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        private var error: (any Error)?

        func add(_ number: Int) { lock.withLock { count += number } }
        func fail(_ error: any Error) { lock.withLock { self.error = error } }

        func total() throws -> Int {
            try lock.withLock {
                if let error { throw error }
                return count
            }
        }
    }
}
