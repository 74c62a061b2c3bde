import Foundation

/// What a tool outside needs in order to count.
///
/// - `list`: the names of the cases, each with how often its work is to be done when it is counted.
/// - `count CASE N`: does the work of one case N times and nothing else. What starting costs falls out when the counts of two
///   different N are subtracted.
/// - `memory CASE`: does the work once, and prints the bytes of the input and by how many bytes the resident memory of the
///   process rose beyond what it was with the input alone.
/// - `memory CASE N`: does the work a thousand times, and then N times more; prints by how many bytes the peak of resident memory
///   rises meanwhile. Where nothing is kept, it does not.
/// - `turns CASE CASE…`: times the cases in turns, and prints how long each takes and how many times as long as the first.
public enum CountingLoop {
    /// Does what the arguments ask for.
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

/// The process's own figures, as Linux gives them.
private enum ResidentMemory {
    /// Forgets the peak so far, and returns the bytes resident now. Start the process with `MALLOC_TRIM_THRESHOLD_` and
    /// `MALLOC_MMAP_THRESHOLD_` set, or what was freed before counts as resident and hides a part of the peak.
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
