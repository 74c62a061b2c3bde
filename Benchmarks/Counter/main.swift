import BenchmarkCases
import Foundation

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["hostile"] {
        try HostileTable.run(Inputs(folder: nil))
    } else {
        try CountingLoop.run(BenchmarkCase.all, arguments)
    }
} catch {
    FileHandle.standardError.write(Data("benchmark-counter: \(error)\n".utf8))
    exit(1)
}
