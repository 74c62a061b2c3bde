import Foundation
import TestSupport
import Testing

extension Receipt {
    static let batchArguments = [
        "verify", "--batch", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer", "--at",
        "2026-01-01",
    ]

    /// Runs `verify --batch` with the options for the test kit's receipts.
    static func batch(_ input: [UInt8], _ more: [String] = []) throws -> Program.Result {
        try run(batchArguments + more, files: ["root.cer": try Fixtures.file("root.cer")], input: input)
    }

    /// Runs the same with lines, each with a line break.
    static func batch(lines: [String], _ more: [String] = []) throws -> Program.Result {
        try batch(Array(lines.map { $0 + "\n" }.joined().utf8), more)
    }
}

extension JSON {
    /// Returns the object without some members.
    func without(_ names: String...) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.key) })
    }
}
