import Baselines
import Benchmark
import BenchmarkCases

/// The cases of `Benchmarks/run`, for `swift package benchmark`.
let benchmarks: @Sendable () -> Void = {
    let inputs = Inputs(folder: nil)
    for one in BenchmarkCase.all + OpenSSLCases.all + PeerCases.all {
        let isLong = one.countedRepetitions < 10
        Benchmark(
            one.name,
            configuration: .init(
                metrics: [.wallClock, .cpuTotal, .throughput, .peakMemoryResident], warmupIterations: 1,
                scalingFactor: isLong ? .one : .kilo, maxDuration: .seconds(2))
        ) { benchmark, work in
            for _ in benchmark.scaledIterations { try work.operation() }
        } setup: {
            try one.prepare(inputs)
        }
    }
}
