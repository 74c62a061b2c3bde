import Foundation
import TestSupport
import Testing

@Suite("receipt inspect")
struct InspectTests {
    @Test("shows every attribute of every fixture in order", arguments: Fixtures.entries)
    func fixtures(_ entry: Fixtures.Entry) throws {
        let result = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": entry.bytes])
        let object = try result.object
        #expect(object.verdict == "unverified")
        #expect(result.status == (object["error"] == nil ? 0 : 1))
        // What cannot be read as a container shows what is there; where it can, it is what the kit wrote.
        if object["error"] == nil || !(object["attributes"]?.array ?? []).isEmpty {
            #expect(JSON.array(Self.outline(object["attributes"])) == entry.expected["attributes"])
        }
        if object["error"] == nil { #expect(object["receipt"] == entry.expected["receipt"]) }
    }

    private static func outline(_ attributes: JSON?) -> [JSON] {
        (attributes?.array ?? []).map { attribute in
            var members: [String: JSON] = [:]
            members["type"] = attribute["type"]
            members["version"] = attribute["version"]
            members["value"] = attribute["hex"]
            if attribute["attributes"] != nil { members["attributes"] = .array(outline(attribute["attributes"])) }
            return .object(members)
        }
    }

    @Test(
        "shows what an independent decoder found in real receipts", .enabled(if: Corpus.isAvailable),
        arguments: Corpus.entries)
    func corpus(_ entry: Corpus.Entry) throws {
        let object = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": entry.bytes]).object
        let attributes = try #require(object["attributes"]?.array)
        #expect(attributes.map { $0["type"] } == entry.expected.attributes.map { .number(Double($0.type)) })
        for (shown, expected) in zip(attributes, entry.expected.attributes) where expected.tag != "SET" {
            switch expected.value {
            case .text(let text): #expect(shown["value"] == .string(text), "\(expected.type)")
            case .number(let number): #expect(shown["value"] == .number(Double(number)), "\(expected.type)")
            case nil: break
            }
        }
        let purchases = attributes.compactMap { $0["attributes"]?.array }
        #expect(purchases.map(\.count) == entry.expected.inApp.map(\.count))
        #expect(object["certificates"]?.array?.count == (entry.expected.chainsToAppleRoot ? 3 : 1))
    }

    @Test("says that nothing is verified, with number, name, meaning and value")
    func text() throws {
        let result = try Receipt.run(["inspect", "x"], files: ["x": InputTests.trial])
        #expect(result.status == 0)
        #expect(result.lines.first?.contains("NOT VERIFIED") == true)
        for part in [
            "12", "creationDate", "Creation date of the receipt", "2024-05-01T12:00:00Z", "1702", "(receipt signer)",
        ] {
            #expect(result.text.contains(part), "\(part)")
        }
        #expect(!result.output.contains(0x1B))
        #expect(result.lines.allSatisfy { $0.count <= 80 }, "\(result.lines.filter { $0.count > 80 })")
    }

    @Test("shows what is left of a truncated receipt, and where it breaks", arguments: [700, 1_500, 3_000, 5_000])
    func truncated(_ count: Int) throws {
        let files = ["x": Array(InputTests.trial.prefix(count))]
        let result = try Receipt.run(["inspect", "x"], files: files)
        #expect(result.status == 1)
        #expect(result.text.contains("der.truncated"))
        #expect(result.text.contains("appVersion"))
        let object = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
        #expect(object.errorCode == "der.truncated")
        #expect(object["receipt"] == nil)
        #expect((object["attributes"]?.array ?? []).count > 5)
    }

    @Test("survives a pipe that closes")
    func closedPipe() throws {
        let executable = Receipt.executable.path
        let receipt = Fixtures.folder.appendingPathComponent("receipts/five-year-subscription.receipt").path
        let result = try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "'\(executable)' inspect '\(receipt)' | head -n 1"])
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }
}
