import Foundation
import TestSupport
import Testing

/// The built executable, run as a user would.
enum Receipt {
    /// Beside the program that runs the tests.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("receipt")

    static func run(
        _ arguments: [String], files: [String: [UInt8]] = [:], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Program.Result {
        // The environment of the tests may name a width.
        let environment = ["COLUMNS": ""].merging(environment) { $1 }
        return try Program.run(executable, arguments, files: files, input: input, environment: environment)
    }

    /// `verify` with what the test kit's receipts need, as JSON.
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
    /// The lines of the output, each a JSON object.
    var objects: [JSON] {
        get throws { try lines.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) } }
    }

    /// The only object of the output.
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
