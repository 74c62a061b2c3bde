import BenchmarkCases

/// All measurements of one run.
struct Measurements {
    let groups: [Rounds]
    let counts: [String: Counts]
    let twoThreads: [Cores.Result]

    /// The median time of a case in nanoseconds.
    func median(_ name: String) -> Double? { first { $0.median(name) } }

    func fastest(_ name: String) -> Double? { first { $0.fastest(name) } }

    /// Returns the time of `baseline` relative to `subject`, as the median of the ratios in each round.
    func ratio(_ baseline: String, to subject: String) -> Double? {
        first { $0.perRound([baseline, subject]) { $0[0] / $0[1] } }
    }

    /// Returns the time of `whole` without `part`, in nanoseconds, as the median of the differences in each round.
    func difference(_ whole: String, _ part: String) -> Double? {
        first { $0.perRound([whole, part]) { $0[0] - $0[1] } }
    }

    /// The number of bytes that one operation reads.
    func inputSize(_ name: String) -> Int? { groups.lazy.compactMap { $0.inputSizes[name] }.first }

    private func first(_ body: (Rounds) -> Double?) -> Double? {
        for group in groups { if let value = body(group) { return value } }
        return nil
    }
}
