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

/// Times several cases in turns: each round does some of every case, so that whatever disturbs the machine disturbs all.
public struct Rounds {
    /// Nanoseconds per operation, by case, one for each round.
    private var samples: [String: [Double]] = [:]
    /// How many bytes one operation of each case reads.
    public private(set) var inputSizes: [String: Int] = [:]

    /// How many nanoseconds one case runs in one round.
    private static let slice = 4e6

    /// Times the cases, so many rounds long.
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

    /// The median of a case in nanoseconds.
    public func median(_ name: String) -> Double? { samples[name].flatMap(Self.median) }

    /// The shortest of a case in nanoseconds.
    public func fastest(_ name: String) -> Double? { samples[name]?.min() }

    /// The median over the rounds of what `body` makes of the times in one round, or nil if a case was not measured here.
    public func perRound(_ names: [String], _ body: ([Double]) -> Double) -> Double? {
        let columns = names.compactMap { samples[$0] }
        guard columns.count == names.count, let count = columns.map(\.count).min(), count > 0 else { return nil }
        return Self.median((0..<count).map { round in body(columns.map { $0[round] }) })
    }

    /// The middle one, or nil of none.
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

    /// Nanoseconds of this thread for `count` operations. The work is done by one thread and waits for nothing, so on a quiet
    /// machine this is the time that passes, and on a busy one the others are left out.
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
