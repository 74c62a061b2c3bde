import Foundation
import ReceiptKitTesting
import Testing

/// Compares the server's responses with `Fixtures/answers`, byte for byte except for the time of verification, which
/// comes from the server's clock.
@Suite("Golden answers", .serialized)
struct GoldenAnswerTests {
    private struct Golden {
        let name: String
        let input: String
        /// The options to start the server with.
        let options: [String]
        /// The request members that correspond to the command line's options for the question.
        var question = ""
    }

    private static let questions = [
        "--product": "products", "--stale-after": "staleAfter", "--non-renewing": "nonRenewing",
        "--intro-offer-products": "introductoryOfferProducts", "--transaction": "transaction",
        "--first-acquired-before": "firstAcquiredBefore",
    ]

    /// Removes the options that form a question from the command line's options.
    private static func question(_ options: inout [String]) throws -> String {
        var members: [String: Any] = [:]
        var rest: [String] = []
        while let option = options.first {
            options.removeFirst()
            guard option == "--as-of" || questions[option] != nil else {
                rest.append(option)
                continue
            }
            let value = options.removeFirst()
            // Skip the date, which is in each response.
            guard let member = questions[option] else { continue }
            let parts = value.split(separator: "=").map(String.init)
            let list = (parts.last ?? "").split(separator: ",").map(String.init)
            switch member {
            case "staleAfter": members[member] = Int(value)
            case "firstAcquiredBefore": members[member] = value
            case "transaction": members[member] = (members[member] as? [String] ?? []) + [value]
            case "nonRenewing": members[member] = [parts[0]: Int(parts[1]) ?? 0]
            case "products":
                let others = members[member] as? [String: [String]] ?? [:]
                members[member] = others.merging([parts[0]: list]) { $1 }
            default: members[member] = list
            }
        }
        options = rest
        if members.isEmpty { return "" }
        let json = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return "," + String(decoding: json, as: UTF8.self).dropFirst().dropLast()
    }

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures", isDirectory: true)

    private enum Kind: String {
        case ledger
        case inspect
        case verify = ""

        init(_ name: String) { self = [.ledger, .inspect].first { name.hasPrefix($0.rawValue) } ?? .verify }
    }

    private static func all(_ kind: Kind) throws -> [Golden] {
        let lines = try String(contentsOf: fixtures.appendingPathComponent("answers.tsv"), encoding: .utf8)
        return try lines.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4, Kind(fields[0]) == kind else { return nil }
            var options = fields[3].split(separator: " ").map(String.init)
            let question = try question(&options)
            return Golden(
                name: fields[0], input: fields[1],
                options: kind == .inspect ? ["--any-bundle-id", "--page"] : ["--bundle-id", fields[2]] + options,
                question: question)
        }
    }

    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: fixtures.appendingPathComponent(name)))
    }

    /// Runs `body` for each answer, with a server started with its options.
    private static func forEach(_ kind: Kind, _ body: (Golden, ServerProcess) throws -> Void) throws {
        let certificates = ["root.cer", "jws-root.cer", "transaction-receipt-issuer.cer"]
        let files = Dictionary(uniqueKeysWithValues: try certificates.map { ($0, try Self.file($0)) })
        for (options, group) in Dictionary(grouping: try all(kind), by: \.options) {
            let server = try ServerProcess(
                ["--trust-root", "root.cer", "--trust-root", "jws-root.cer"] + options, files: files)
            for golden in group { try body(golden, server) }
        }
    }

    @Test("/v1/ledger gives the command line's answers")
    func ledgers() throws {
        var count = 0
        try Self.forEach(.ledger) { golden, server in
            let input = try Self.file(golden.input)
            let evidence =
                switch golden.input.suffix(4) {
                case "json": String(decoding: input, as: UTF8.self)
                case ".jws": "\"" + String(decoding: input, as: UTF8.self).trimmingCharacters(in: .newlines) + "\""
                default: "\"" + Data(input).base64EncodedString() + "\""
                }
            let expected = try Self.expected(golden)
            let ledger = try #require(expected.range(of: #","ledger":{"#)).lowerBound
            let date = try #require(expected[ledger...].firstMatch(of: /"asOf":"([^"]*)"/)).1
            // Send the evidence twice: duplicates add nothing.
            let answer = try server.answer(
                "POST", "/v1/ledger",
                body: #"{"evidence":[\#(evidence),\#(evidence)],"asOf":"\#(date)"\#(golden.question)}"#)
            #expect(answer.status == 200)
            let head = #"{"verdict":"verified","environment":"Production","bundleID":"com.example.app""#
            #expect(answer.text == head + expected[ledger...], "\(golden.name)")
            count += 1
        }
        #expect(count >= 8)
    }

    @Test("/v1/verify gives the command line's answers")
    func answers() throws {
        try Self.forEach(.verify) { golden, server in
            let answer = try server.answer("/v1/verify", bytes: try Self.input(golden))
            #expect(answer.status == (golden.name.hasPrefix("verified") ? 200 : 422), "\(golden.name)")
            #expect(try Self.timeless(answer.text) == Self.timeless(Self.expected(golden)), "\(golden.name)")
        }
    }

    @Test("/v1/inspect gives the command line's answers")
    func inspections() throws {
        var count = 0
        try Self.forEach(.inspect) { golden, server in
            let answer = try server.answer("/v1/inspect", bytes: try Self.input(golden))
            #expect(answer.status == 200)
            #expect(try answer.text == Self.expected(golden), "\(golden.name)")
            count += 1
        }
        #expect(count >= 10)
    }

    private static func input(_ golden: Golden) throws -> [UInt8] {
        golden.input.hasPrefix("text:") ? Array(golden.input.dropFirst(5).utf8) : try file(golden.input)
    }

    private static func expected(_ golden: Golden) throws -> String {
        String(decoding: try file("answers/\(golden.name).json").dropLast(), as: UTF8.self)
    }

    private static func timeless(_ answer: String) -> String {
        answer.replacing(/"verification":{"date":"[^"]*"/, with: #""verification":{"date":"""#)
    }
}
