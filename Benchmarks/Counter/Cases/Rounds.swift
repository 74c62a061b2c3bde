#if canImport(CoreFoundation)
    import CoreFoundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Times several cases in turns: each round runs some of every case, so that disturbances affect all equally.
public struct Rounds {
    /// Nanoseconds per operation, by case, with one value for each round.
    private var samples: [String: [Double]] = [:]
    /// The number of bytes that one operation of each case reads.
    public private(set) var inputSizes: [String: Int] = [:]

    /// How long one case runs in one round, in nanoseconds.
    private static let slice = 4e6

    /// Times the cases for this many rounds.
    public init(_ cases: [BenchmarkCase], rounds: Int, _ inputs: Inputs) throws {
        let prepared = try cases.map { benchmark in
            let work = try benchmark.prepare(inputs)
            let operation = work.operation
            inputSizes[benchmark.name] = work.inputSize
            return (name: benchmark.name, operation: operation, repetitions: try Self.repetitions(operation))
        }
        for round in 0..<rounds {
            for index in prepared.indices {
                let (name, operation, repetitions) = prepared[(index + round) % prepared.count]
                let time = try Self.time(repetitions, operation)
                samples[name, default: []].append(time / Double(repetitions))
            }
        }
    }

    /// The median time of a case in nanoseconds.
    public func median(_ name: String) -> Double? { samples[name].flatMap(Self.median) }

    /// The minimum time of a case in nanoseconds.
    public func fastest(_ name: String) -> Double? { samples[name]?.min() }

    /// Returns the median over all rounds of `body` applied to the times in one round, or nil if a case was not
    /// measured here.
    public func perRound(_ names: [String], _ body: ([Double]) -> Double) -> Double? {
        let columns = names.compactMap { samples[$0] }
        guard columns.count == names.count, let count = columns.map(\.count).min(), count > 0 else { return nil }
        return Self.median((0..<count).map { round in body(columns.map { $0[round] }) })
    }

    /// Returns the median, or nil if there are no values.
    public static func median(_ values: [Double]) -> Double? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }

    private static func repetitions(_ operation: () throws -> Void) throws -> Int {
        var repetitions = 1
        while true {
            let time = try time(repetitions, operation)
            if time >= 1_000_000 || repetitions >= 1_000_000 {
                return max(1, Int(slice / (time / Double(repetitions))))
            }
            repetitions *= 2
        }
    }

    /// Returns this thread's processor time for `count` operations, in nanoseconds. The work is single-threaded and
    /// never waits, so on a quiet machine this is the elapsed time, and on a busy one it excludes other programs.
    private static func time(_ count: Int, _ operation: () throws -> Void) throws -> Double {
        let start = threadTime()
        for _ in 0..<count { try operation() }
        return threadTime() - start
    }

    private static func threadTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
