import Foundation
import JSONSupport
import ReceiptKit
import ReceiptReports
import TestSupport
import Testing

/// Checks that the page *Command line and JSON* lists every member in the answers with its type, which is the same
/// wherever the name is used.
@Suite("Documentation: Command line and JSON")
struct CommandLineAndJSONTests {
    private static let types = [
        "string": "string", "date": "string", "hexadecimal": "string", "number": "number", "Boolean": "Boolean",
        "object": "object", "array": "array",
    ]

    /// Members with Apple's names, and those with counts by code.
    private static let others: Set = [
        "header", "claims", "purchaseInfo", "unsigned", "codes", "unknownMembers", "latest",
    ]
    /// Objects with a member for each name or identifier that the caller gave.
    private static let byName: Set = ["access", "transactions"]

    /// Returns the types of each member on the page.
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

    @Test("The page explains every member of the golden answers, with its type")
    func golden() throws {
        let page = try Self.page()
        for golden in GoldenAnswer.all { try check(Array(golden.text.utf8), page, golden.name) }
    }

    @Test("A member that the page calls never absent is in every object of its kind")
    func neverAbsent() throws {
        let never = try Set(
            Pages.article("CommandLineAndJSON").text.split(separator: "\n").compactMap { line in
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                return cells.count == 4 && cells[3] == "never" ? cells[0].replacing("`", with: "") : nil
            })
        #expect(never.count > 40)
        var objects: [String: [Set<String>]] = [:]
        for golden in GoldenAnswer.all {
            Self.visit(try #require(JSON.read(Array(golden.text.utf8)))) { objects[$0, default: []].append($1) }
        }
        #expect(objects.count > 20)
        for (place, objects) in objects {
            let all = objects.reduce(into: Set<String>()) { $0.formUnion($1) }
            for object in objects {
                #expect(never.intersection(all).subtracting(object) == [], "an object of \(place)")
            }
        }
    }

    /// Calls `note` with each object, and the name of the member that contains it or its array.
    private static func visit(_ json: JSON, _ place: String = "", _ note: (String, Set<String>) -> Void) {
        switch json {
        case .object(let members):
            let isByName = byName.contains(place)
            if !isByName { note(place, Set(members.keys)) }
            for (name, value) in members where isByName || !others.contains(name) {
                visit(value, isByName ? "an answer of \(place)" : name, note)
            }
        case .array(let values): for value in values { visit(value, place, note) }
        default: break
        }
    }

    @Test("A list of one app names it and its environment, and so does a merged ledger, which has no kind")
    func lists() throws {
        func members(_ text: [UInt8]) throws -> Set<String> {
            guard case .object(let members) = try #require(JSON.read(text)) else { return [] }
            return Set(members.keys)
        }
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: .any, device: .unchecked, trust: .roots(try GoldenAnswer.roots.map(Fixtures.file))))
        let jws = String(decoding: try Fixtures.file("jws/renewal.jws"), as: UTF8.self)
        let list = Array(#"{"evidence":["\#(jws)"]}"#.utf8)
        #expect(
            try members(EvidenceVerdict(of: list, by: verifier, at: Subject.now).json)
                == ["verdict", "kind", "environment", "bundleID", "evidence"])
        #expect(
            try members(LedgerVerdict(of: list, by: verifier, at: Subject.now).json)
                == ["verdict", "environment", "bundleID", "ledger"])
        let digest = try verifier.verify(evidence: jws, at: Subject.now).contentDigest
        let sample = try "\"contentDigest\": \"\(#require(digest).description.prefix(4))…\""
        #expect(try Pages.article("CommandLineAndJSON").text.contains(sample))
    }

    @Test("An attribute begins at its offset in the receipt, a purchase's too")
    func offsets() throws {
        let receipt = try Fixtures.file("receipts/trial.receipt")
        var count = 0
        func check(_ attributes: JSON?) throws {
            for attribute in try #require(attributes?.array) {
                guard case .number(let offset)? = attribute["offset"], receipt.indices.contains(Int(offset)) else {
                    Issue.record("\(attribute)")
                    continue
                }
                #expect(receipt[Int(offset)] == 0x30)
                if attribute["attributes"] != nil { try check(attribute["attributes"]) }
                count += 1
            }
        }
        try check(JSON.read(try #require(InspectedEvidence(file: receipt).json(limit: .max)))?["attributes"])
        #expect(count > 40)
    }

    @Test("So do the verdicts on the fixtures")
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
            // An offer's identifier is a string; a line's is the caller's value. A status misses one thing, an answer
            // about access several.
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
                    if byName.contains(name), case .object(let answers) = value {
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
        case .bool: "Boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
