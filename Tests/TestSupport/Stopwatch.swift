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
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            let duration = try clock.measure { for _ in 0..<iterations { try work() } }
            let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
            times.append(seconds * 1e6 / Double(iterations))
        }
        times.sort()
        return Stopwatch(best: times.first ?? 0, median: times.isEmpty ? 0 : times[times.count / 2])
    }
}
