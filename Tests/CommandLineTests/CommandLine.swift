import Foundation
import TestSupport
import Testing

/// The built executable, run as by a user.
enum Receipt {
    /// The folder with the program that runs the tests.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("receipt")

    static func run(
        _ arguments: [String], files: [String: [UInt8]] = [:], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Program.Result {
        // Remove COLUMNS, because the tests' environment may set a width.
        let environment = ["COLUMNS": ""].merging(environment) { $1 }
        return try Program.run(executable, arguments, files: files, input: input, environment: environment)
    }

    /// Runs `verify` with the options for the test kit's receipts, and JSON output.
    static func verify(_ files: [String: [UInt8]], _ names: [String], _ more: [String] = [], input: [UInt8] = []) throws
        -> Program.Result
    {
        var files = files
        files["root.cer"] = try Fixtures.file("root.cer")
        return try run(
            ["verify"] + names + ["--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer"]
                + ["--format", "json"] + more,
            files: files, input: input)
    }
}

extension Program.Result {
    /// The lines of the output, parsed as JSON objects.
    var objects: [JSON] {
        get throws { try lines.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) } }
    }

    /// The only JSON object in the output.
    var object: JSON {
        get throws {
            let objects = try objects
            #expect(objects.count == 1)
            return try #require(objects.first)
        }
    }
}

extension JSON {
    var errorCode: String? { self["error"]?["code"]?.string }
    var verdict: String? { self["verdict"]?.string }
}
