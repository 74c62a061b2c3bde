import Foundation

/// OpenSSL's command line, as a second opinion.
enum OpenSSL {
    struct Result {
        let status: Int32
        let output: [UInt8]
        let errors: String
    }

    static let isAvailable = (try? run(["version"]))?.status == 0

    /// Runs `openssl` with its arguments. Names of files are found in a folder that holds these files, made for the run.
    static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        let output = folder.appendingPathComponent("standard-output")
        let errors = folder.appendingPathComponent("standard-error")
        try Data().write(to: output)
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: Array(try Data(contentsOf: output)),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
