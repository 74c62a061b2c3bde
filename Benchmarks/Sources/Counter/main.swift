import Foundation

try CountingLoop.run(BenchmarkCase.all, Array(CommandLine.arguments.dropFirst()))
