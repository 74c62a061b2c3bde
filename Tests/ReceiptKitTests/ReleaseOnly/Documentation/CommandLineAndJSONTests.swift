import Foundation
import JSONSupport
import ReceiptKit
import ReceiptReports
import TestSupport
import Testing

/// The page *Command line and JSON* names every member that the answers show, with its type, which is the same wherever a name stands.
@Suite("Documentation: Command line and JSON")
struct CommandLineAndJSONTests {
    private static let types = [
        "text": "text", "date": "text", "hexadecimal": "text", "number": "number", "flag": "flag", "object": "object",
        "list": "list",
    ]

    /// What Apple named, and what counts codes.
    private static let others: Set = ["header", "claims", "purchaseInfo", "unsigned", "codes"]

    /// The types of each member on the page.
    private static func page() throws -> [String: Set<String>] {
        var members: [String: Set<String>] = [:]
        for line in try Pages.article("CommandLineAndJSON").text.split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
            guard line.hasPrefix("| `"), cells.count >= 4, let type = types[String(cells[1])] else { continue }
            members[String(cells[0].dropFirst().dropLast()), default: []].insert(type)
        }
        return members
    }

    @Test("A name has one type on the page")
    func oneType() throws {
        let page = try Self.page()
        #expect(page.count > 120)
        for (name, types) in page { #expect(types.count == 1, "\(name): \(types.sorted())") }
    }

    @Test("The golden answers show no member that the page does not explain, and each with its type")
    func golden() throws {
        let page = try Self.page()
        for golden in GoldenAnswer.all { try check(Array(golden.text.utf8), page, golden.name) }
    }

    @Test("Nor do the verdicts on the fixtures")
    func fixtures() throws {
        let page = try Self.page()
        let roots = try GoldenAnswer.roots.map(Fixtures.file)
        let environments: Set<StoreEnvironment> = [.production, .sandbox]
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: .any, device: .unchecked, environments: environments, trust: .roots(roots)))
        var inputs = Fixtures.entries.map(\.bytes)
        for folder in ["jws", "bodies"] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: Fixtures.folder.appendingPathComponent(folder).path)
            inputs += try names.map { try Fixtures.file("\(folder)/\($0)") }
        }
        for input in inputs {
            let verdict = EvidenceVerdict(of: input, by: verifier, at: Subject.now)
            try check(verdict.json, page, "a fixture")
            guard case .verified(let evidence) = verdict, let ledger = try? PurchaseLedger(merging: [evidence]) else {
                continue
            }
            try check(Array(JSONEncoder().encode(ledger)), page, "a ledger")
        }
    }

    private func check(_ text: [UInt8], _ page: [String: Set<String>], _ source: String) throws {
        for (name, types) in Self.members(of: try #require(JSON.read(text))) {
            // An offer's is a text; a line's is what the caller gave. A status misses one thing, access several.
            if name == "id" || name == "missing" { continue }
            #expect(page[name].map { types.isSubset(of: $0) } == true, "\(name) of \(source): \(types.sorted())")
        }
    }

    private static func members(of json: JSON) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        func visit(_ json: JSON) {
            switch json {
            case .object(let members):
                for (name, value) in members {
                    found[name, default: []].insert(type(of: value))
                    if name == "access", case .object(let answers) = value {
                        for answer in answers.values { visit(answer) }
                    } else if !others.contains(name) {
                        visit(value)
                    }
                }
            case .array(let values): for value in values { visit(value) }
            default: break
            }
        }
        visit(json)
        return found
    }

    private static func type(of json: JSON) -> String {
        switch json {
        case .null: "null"
        case .bool: "flag"
        case .number: "number"
        case .string: "text"
        case .array: "list"
        case .object: "object"
        }
    }
}
