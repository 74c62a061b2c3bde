import CoreMetrics
import Synchronization

/// Stores the values that swift-metrics records, and writes them in the text format of Prometheus (version 0.0.4).
///
/// swift-prometheus does the same and more. If you can use it, replace this file with it.
final class PrometheusMetrics: MetricsFactory, Sendable {
    private let state = Mutex(State())

    private struct State {
        var counters: [Series: PrometheusCounter] = [:]
        var histograms: [Series: PrometheusHistogram] = [:]
    }

    fileprivate struct Series: Hashable, Comparable {
        let name: String
        /// The labels as written between braces.
        let labels: String

        init(_ name: String, _ dimensions: [(String, String)]) {
            self.name = name
            labels = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        }

        private static func escaped(_ value: String) -> String {
            let special = value.utf8.contains {
                $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
            }
            guard special else { return value }
            return value.flatMap { character -> [Character] in
                switch character {
                case "\\": ["\\", "\\"]
                case "\"": ["\\", "\""]
                case "\n": ["\\", "n"]
                default: [character]
                }
            }.reduce(into: "") { $0.append($1) }
        }

        static func < (a: Self, b: Self) -> Bool { (a.name, a.labels) < (b.name, b.labels) }
    }

    /// All metrics, in a fixed order.
    var text: String {
        let (counters, histograms) = state.withLock { ($0.counters, $0.histograms) }
        var text = ""
        var named = ""
        for (series, counter) in counters.sorted(by: { $0.key < $1.key }) {
            if series.name != named { text += "# TYPE \(series.name) counter\n" }
            named = series.name
            text += "\(series.name){\(series.labels)} \(counter.value)\n"
        }
        for (series, histogram) in histograms.sorted(by: { $0.key < $1.key }) {
            if series.name != named { text += "# TYPE \(series.name) histogram\n" }
            named = series.name
            text += histogram.text(series.name, series.labels)
        }
        return text
    }

    // MARK: MetricsFactory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let series = Series(label, dimensions)
        return state.withLock { state in
            if let known = state.counters[series] { return known }
            let counter = PrometheusCounter()
            state.counters[series] = counter
            return counter
        }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let series = Series(label, dimensions)
        return state.withLock { state in
            if let known = state.histograms[series] { return known }
            let histogram = PrometheusHistogram()
            state.histograms[series] = histogram
            return histogram
        }
    }

    /// Ignores recorders and meters, because this server has none.
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

private final class PrometheusCounter: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
}

private final class PrometheusHistogram: TimerHandler {
    /// Upper bounds in nanoseconds, and as strings in seconds.
    private static let bounds: [(Int64, String)] = [
        (100_000, "0.0001"), (250_000, "0.00025"), (1_000_000, "0.001"), (10_000_000, "0.01"), (100_000_000, "0.1"),
        // 0.25 is a bound because it is the threshold of the alert; a quantile between two bounds would be a guess.
        (250_000_000, "0.25"), (1_000_000_000, "1"), (10_000_000_000, "10"),
    ]

    private struct State {
        var counts = [Int64](repeating: 0, count: PrometheusHistogram.bounds.count + 1)
        var nanoseconds: Int64 = 0
    }

    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) {
        let bucket = Self.bounds.firstIndex { duration <= $0.0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[bucket] &+= 1
            state.nanoseconds &+= duration
        }
    }

    func text(_ name: String, _ labels: String) -> String {
        let state = state.withLock { $0 }
        var text = ""
        var sum: Int64 = 0
        for (index, count) in state.counts.enumerated() {
            sum += count
            let bound = index < Self.bounds.count ? Self.bounds[index].1 : "+Inf"
            text += "\(name)_bucket{\(labels),le=\"\(bound)\"} \(sum)\n"
        }
        text += "\(name)_sum{\(labels)} \(Double(state.nanoseconds) / 1e9)\n"
        text += "\(name)_count{\(labels)} \(sum)\n"
        return text
    }
}
