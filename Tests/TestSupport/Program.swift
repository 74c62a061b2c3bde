package import Foundation

/// Runs another program in a temporary folder, and captures its output.
package enum Program {
    package struct Result: Sendable {
        package let status: Int32
        package let output: [UInt8]
        package let errors: String

        package var text: String { String(decoding: output, as: UTF8.self) }
        package var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    /// Runs it in a temporary folder with these files.
    package static func run(
        _ executable: URL, _ arguments: [String], files: [String: [UInt8]] = [:], input: [UInt8] = [],
        environment: [String: String] = [:]
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let streams = ["standard-input", "standard-output", "standard-error"].map { folder.appendingPathComponent($0) }
        try Data(input).write(to: streams[0])
        try Data().write(to: streams[1])
        try Data().write(to: streams[2])
        let status = try ChildProcess.run(
            executable.path, arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            folder: folder.path, streams: streams.map(\.path))
        return Result(
            status: status, output: Array(try Data(contentsOf: streams[1])),
            errors: String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self))
    }
}
