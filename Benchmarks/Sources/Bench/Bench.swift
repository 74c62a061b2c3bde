import Baselines
import BenchmarkCases
import Foundation

/// `list`, `count` and `memory` as in ``CountingLoop``, and `report COUNTS ROUNDS`, which times everything and prints
/// the tables.
@main
enum Bench {
    private static let cases = BenchmarkCase.all + OpenSSLCases.all + PeerCases.all

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if arguments == ["openssl"] { return print(OpenSSLCases.version) }
            if arguments.first == "report", arguments.count == 3, let rounds = Int(arguments[2]) {
                return print(try report(Counts.read(arguments[1]), rounds: rounds))
            }
            try CountingLoop.run(cases, arguments)
        } catch {
            note("bench: \(error)")
            exit(1)
        }
    }

    private static func report(_ counts: [String: Counts], rounds: Int) throws -> String {
        let folder = ProcessInfo.processInfo.environment["BENCHMARK_INPUTS"].map { URL(fileURLWithPath: $0) }
        let inputs = Inputs(folder: folder)
        func named(_ name: String) throws -> BenchmarkCase {
            guard let benchmark = cases.first(where: { $0.name == name }) else {
                throw UnexpectedOutcome("there is no case \(name)")
            }
            return benchmark
        }
        let groups = try Groups.all.map { names in
            note("timing \(names.joined(separator: ", "))")
            return try Rounds(try names.map(named), rounds: rounds, inputs)
        }
        note("timing two threads")
        let threads = try Cores.all(rounds: rounds, inputs)
        return Report(run: Measurements(groups: groups, counts: counts, twoThreads: threads), cases: cases).text
    }

    private static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
