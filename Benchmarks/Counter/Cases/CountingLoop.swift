import Foundation

/// The command line for external measuring tools.
///
/// - `list`: prints the names of the cases, each with its number of repetitions for counting.
/// - `count CASE N`: runs one case N times and nothing else. Subtract the counts of two different N to remove the cost
///   of starting.
/// - `memory CASE`: runs the case once. Prints the size of the input, and by how much the resident memory rises above
///   that of a process that holds only the input.
/// - `memory CASE N`: runs the case a thousand times, then N more times. Prints by how much these N runs raise the peak
///   of resident memory, which is 0 if nothing is kept.
/// - `turns CASE CASE…`: times the cases in turns. Prints the time of each, and its ratio to the first.
public enum CountingLoop {
    /// Runs the command in the arguments.
    public static func run(_ cases: [BenchmarkCase], _ arguments: [String]) throws {
        let folder = ProcessInfo.processInfo.environment["BENCHMARK_INPUTS"].map { URL(fileURLWithPath: $0) }
        let inputs = Inputs(folder: folder)
        func find(_ name: String) throws -> BenchmarkCase {
            guard let benchmark = cases.first(where: { $0.name == name }) else {
                throw UnexpectedOutcome("there is no case \(name)")
            }
            return benchmark
        }
        func named(_ name: String) throws -> PreparedWork { try find(name).prepare(inputs) }
        switch (arguments.first, arguments.count) {
        case ("list", 1):
            for benchmark in cases { print("\(benchmark.name)\t\(benchmark.countedRepetitions)") }
        case ("count", 3):
            guard let count = Int(arguments[2]), count >= 0 else {
                throw UnexpectedOutcome("no number: \(arguments[2])")
            }
            let work = try named(arguments[1])
            for _ in 0..<count { try work.operation() }
        case ("memory", 2):
            let work = try named(arguments[1])
            let base = try ResidentMemory.reset()
            try work.operation()
            print("\(work.inputSize)\t\(try ResidentMemory.peak() - base)")
        case ("memory", 3):
            guard let count = Int(arguments[2]), count >= 0 else {
                throw UnexpectedOutcome("no number: \(arguments[2])")
            }
            let work = try named(arguments[1])
            for _ in 0..<1_000 { try work.operation() }
            let base = try ResidentMemory.reset()
            for _ in 0..<count { try work.operation() }
            print(max(0, try ResidentMemory.peak() - base))
        case ("turns", 3...):
            let names = arguments.dropFirst()
            let rounds = try Rounds(names.map { name in try find(name) }, rounds: 41, inputs)
            for name in names {
                guard let time = rounds.median(name),
                    let ratio = rounds.perRound([name, arguments[1]], { $0[0] / $0[1] })
                else { continue }
                print("\(name)\t\((time / 10).rounded() / 100) µs\t\((ratio * 100).rounded() / 100) ×")
            }
        default: throw UnexpectedOutcome("usage: list | count CASE N | memory CASE [N] | turns CASE CASE…")
        }
    }
}

/// The process's resident memory, as reported by Linux.
private enum ResidentMemory {
    /// Resets the peak, and returns the current resident size in bytes. Start the process with `MALLOC_TRIM_THRESHOLD_`
    /// and `MALLOC_MMAP_THRESHOLD_` set. Otherwise memory that was freed before still counts as resident and hides part
    /// of the peak.
    static func reset() throws -> Int {
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        return try figure("VmRSS:")
    }

    static func peak() throws -> Int { try figure("VmHWM:") }

    private static func figure(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count == 3, let kilobytes = Int(words[1]) { return kilobytes * 1_024 }
        }
        throw UnexpectedOutcome("/proc/self/status has no \(name)")
    }
}
