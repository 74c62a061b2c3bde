import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct BatchOptions: ParsableArguments {
    @Flag(help: "Read evidence from standard input, one a line, and answer each with one JSON object on one line.")
    var batch = false

    @Option(
        help: ArgumentHelp(
            "With --batch: how many lines to verify at once. As many as there are processors unless given.",
            valueName: "n"))
    var jobs: Int?

    @Flag(help: "With --batch: exit with 1 unless every line was verified.")
    var strict = false

    @Flag(help: "With --batch: leave out what verified evidence says.")
    var verdictOnly = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1.") }
        guard !batch else { return }
        for (name, isGiven) in [("--jobs", jobs != nil), ("--strict", strict), ("--verdict-only", verdictOnly)]
        where isGiven {
            throw ValidationError("\(name) goes with --batch.")
        }
    }

    /// More tasks than processors would only hold memory.
    var tasks: Int {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return min(jobs ?? processors, processors)
    }
}
