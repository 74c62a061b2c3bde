import BenchmarkCases
import Foundation

/// The benefit of a second thread: operations in a fixed time, with one thread and with two.
enum Cores {
    struct Result {
        let title: String
        /// The throughput of two threads that share a verifier, relative to one thread.
        let ratio: Double
        /// The throughput of two threads with a verifier each, in the same rounds.
        let apart: Double
        /// The throughput of RSA and SHA-256 alone on two threads, in the same rounds: the maximum on this machine. It
        /// is less than two if other programs use the second processor.
        let machine: Double
    }

    static func all(rounds: Int, _ inputs: Inputs) throws -> [Result] {
        try [2, 187].compactMap { count in
            let shared = try VerificationCases.threads(2, count, areApart: false, inputs)
            let apart = try VerificationCases.threads(2, count, areApart: true, inputs)
            let limit = try PhysicalLimitCases.threads(2, count, inputs)
            let ratios = try (0..<rounds).map { _ in (try ratio(shared), try ratio(apart), try ratio(limit)) }
            guard let ratio = Rounds.median(ratios.map(\.0)), let apart = Rounds.median(ratios.map(\.1)),
                let machine = Rounds.median(ratios.map(\.2))
            else { return nil }
            return Result(
                title: "Verify, \(count) purchases, warm", ratio: ratio, apart: apart, machine: machine)
        }
    }

    private static func ratio(_ work: [PreparedWork]) throws -> Double {
        let one = try throughput(Array(work.prefix(1)))
        return try throughput(work) / one
    }

    /// Returns operations per second.
    private static func throughput(_ work: [PreparedWork]) throws -> Double {
        let work = Work(operations: work.map(\.operation))
        let tally = Tally()
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .milliseconds(100)
        DispatchQueue.concurrentPerform(iterations: work.operations.count) { thread in
            var count = 0
            do {
                while clock.now < end {
                    for _ in 0..<16 { try work.operations[thread]() }
                    count += 16
                }
                tally.add(count)
            } catch { tally.fail(error) }
        }
        let elapsed = clock.now - start
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return Double(try tally.total()) / seconds
    }

    /// Each thread calls the operation with its own index, which the compiler can't see.
    private struct Work: @unchecked Sendable {
        let operations: [() throws -> Void]
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
