import BenchmarkCases
import Foundation

/// The results of `Benchmarks/count` for one case.
struct Counts {
    let instructions: Int?
    let allocations: Int?
    let inputSize: Int?
    let peak: Int?

    /// The peak of resident memory as a multiple of the input's size, including the input itself.
    var memoryFactor: Double? {
        guard let inputSize, let peak, inputSize > 0 else { return nil }
        return Double(inputSize + peak) / Double(inputSize)
    }

    /// Reads lines with a name and four numbers, or `-` for what was not counted.
    static func read(_ path: String) throws -> [String: Counts] {
        var counts: [String: Counts] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: "\t")
            guard words.count == 5 else { throw UnexpectedOutcome("not a line of counts: \(line)") }
            counts[String(words[0])] = Counts(
                instructions: Int(words[1]), allocations: Int(words[2]), inputSize: Int(words[3]), peak: Int(words[4]))
        }
        return counts
    }
}
