import BenchmarkCases

/// Everything that was measured in one run.
struct Measurements {
    let groups: [Rounds]
    let counts: [String: Counts]
    let twoThreads: [Cores.Result]

    /// The median of a case in nanoseconds.
    func median(_ name: String) -> Double? { first { $0.median(name) } }

    func fastest(_ name: String) -> Double? { first { $0.fastest(name) } }

    /// How many times as long as `subject` the `baseline` takes: the median of the ratios of each round.
    func ratio(_ baseline: String, to subject: String) -> Double? {
        first { $0.perRound([baseline, subject]) { $0[0] / $0[1] } }
    }

    /// What is left of `whole` without `part`, in nanoseconds: the median of the differences of each round.
    func difference(_ whole: String, _ part: String) -> Double? {
        first { $0.perRound([whole, part]) { $0[0] - $0[1] } }
    }

    /// How many bytes one operation reads.
    func inputSize(_ name: String) -> Int? { groups.lazy.compactMap { $0.inputSizes[name] }.first }

    private func first(_ body: (Rounds) -> Double?) -> Double? {
        for group in groups { if let value = body(group) { return value } }
        return nil
    }
}
