import Foundation
import Testing

/// The built program as a child process. It ends when this object is deallocated.
final class ServerProcess: Sendable {
    /// The example's folder, in which the README's commands run.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// The program, in the same folder as the one that runs the tests.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("example-server").path

    let port: Int
    private let process: Child
    private let log: URL

    /// Starts a server on a free port, and waits until it listens.
    init(_ arguments: [String]) async throws {
        log = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString).log")
        try Data().write(to: log)
        process = try Child([Self.executable] + arguments + ["--port", "0"], in: Self.folder, output: log.path)
        var text = ""
        var found: Int?
        for _ in 0..<1000 where found == nil {
            try await Task.sleep(for: .milliseconds(20))
            text = try String(contentsOf: log, encoding: .utf8)
            found = text.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
        }
        port = found ?? 0
        try #require(found != nil, "the server did not start: \(text)")
    }

    deinit {
        process.kill()
        process.wait()
        try? FileManager.default.removeItem(at: log)
    }

    /// Kills the program, whatever it is doing. `deinit` reaps it, so no other process can get its identifier before.
    func kill() { process.kill() }
}
