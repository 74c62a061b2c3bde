import Foundation

/// `CASE N`: does the work of one case N times and nothing else, so that a tool outside can count. What starting costs falls
/// out when the counts of two different N are subtracted.
package enum CountingLoop {
    package static func run(_ cases: [BenchmarkCase], _ arguments: [String]) throws {
        guard arguments.count == 2, let count = Int(arguments[1]) else {
            for benchmark in cases { print(benchmark.name) }
            return
        }
        guard let benchmark = cases.first(where: { $0.name == arguments[0] }) else {
            throw UnexpectedOutcome("there is no case \(arguments[0])")
        }
        let folder = ProcessInfo.processInfo.environment["BENCHMARK_INPUTS"].map { URL(fileURLWithPath: $0) }
        let work = try benchmark.prepare(Inputs(folder: folder))
        for _ in 0..<count { try work() }
    }
}
