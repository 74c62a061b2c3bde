import Dispatch

/// Times a piece of work. The best round says what the machine can do, the median what it did.
package struct Stopwatch: CustomStringConvertible, Sendable {
    package let best: Double
    package let median: Double

    package var description: String { "\(rounded(best)) (best), \(rounded(median)) (median)" }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Microseconds per call.
    package static func microseconds(
        rounds: Int, iterations: Int, _ work: () throws -> Void
    ) rethrows -> Stopwatch {
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = DispatchTime.now().uptimeNanoseconds
            for _ in 0..<iterations { try work() }
            let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
            times.append(Double(nanoseconds) / 1_000 / Double(iterations))
        }
        times.sort()
        return Stopwatch(best: times.first ?? 0, median: times.isEmpty ? 0 : times[times.count / 2])
    }
}
