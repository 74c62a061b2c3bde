import Foundation
import ReceiptKitTesting
import Testing

/// The server writes the answers that stand in `Fixtures/answers`, byte for byte, but for the time of verification: that is its clock's.
@Suite("Golden answers of /v1/verify", .serialized)
struct GoldenAnswerTests {
    private struct Golden {
        let name: String
        let input: String
        /// What the server is started with.
        let options: [String]
    }

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures", isDirectory: true)

    private static func all() throws -> [Golden] {
        let lines = try String(contentsOf: fixtures.appendingPathComponent("answers.tsv"), encoding: .utf8)
        return lines.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4, !fields[0].hasPrefix("ledger"), !fields[0].hasPrefix("inspect") else { return nil }
            return Golden(
                name: fields[0], input: fields[1],
                options: ["--bundle-id", fields[2]] + fields[3].split(separator: " ").map(String.init))
        }
    }

    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: fixtures.appendingPathComponent(name)))
    }

    @Test("are those of the command line")
    func answers() throws {
        let certificates = ["root.cer", "jws-root.cer", "transaction-receipt-issuer.cer"]
        let files = Dictionary(uniqueKeysWithValues: try certificates.map { ($0, try Self.file($0)) })
        let groups = Dictionary(grouping: try Self.all(), by: \.options)
        #expect(groups.count == 4)
        for (options, group) in groups {
            let server = try ServerProcess(
                ["--trust-root", "root.cer", "--trust-root", "jws-root.cer"] + options, files: files)
            for golden in group {
                let input =
                    golden.input.hasPrefix("text:")
                    ? Array(golden.input.dropFirst(5).utf8) : try Self.file(golden.input)
                let expected = String(decoding: try Self.file("answers/\(golden.name).json").dropLast(), as: UTF8.self)
                let answer = try server.answer("/v1/verify", bytes: input)
                #expect(answer.status == (golden.name.hasPrefix("verified") ? 200 : 422), "\(golden.name)")
                #expect(Self.timeless(answer.text) == Self.timeless(expected), "\(golden.name)")
            }
        }
    }

    private static func timeless(_ answer: String) -> String {
        answer.replacing(/"verification":{"date":"[^"]*"/, with: #""verification":{"date":"""#)
    }
}
