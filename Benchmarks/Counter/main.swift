import Foundation

do {
    try CountingLoop.run(BenchmarkCase.all, Array(CommandLine.arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("benchmark-counter: \(error)\n".utf8))
    exit(1)
}
