import Foundation

/// True if the code is optimized; only then are measurements meaningful.
package let isReleaseBuild: Bool = {
    #if DEBUG
        false
    #else
        true
    #endif
}()

/// Times work by the thread's own processor time, which excludes other tests and programs. The best round shows what
/// the machine can do, the median what it did.
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
            let start = processorTime
            for _ in 0..<iterations { try work() }
            times.append((processorTime - start) / Double(iterations))
        }
        times.sort()
        return Stopwatch(best: times.first ?? 0, median: times.isEmpty ? 0 : times[times.count / 2])
    }

    /// The processor time of this thread, in microseconds.
    private static var processorTime: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
    }
}
