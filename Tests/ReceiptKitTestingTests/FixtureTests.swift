import FixtureScenarios
import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite struct FixtureTests {
    @Test(.enabled(if: isExhaustive)) func committedFilesAreWhatIsMadeNow() throws {
        let made = try FixtureCatalogue.files()
        for file in made { #expect(try Fixtures.file(file.path) == file.bytes, "\(file.path)") }
        for folder in FixtureCatalogue.folders {
            let path = Fixtures.folder.appendingPathComponent(folder).path
            let committed = try FileManager.default.contentsOfDirectory(atPath: path).map { "\(folder)/\($0)" }
            #expect(Set(committed) == Set(made.map(\.path).filter { $0.hasPrefix(folder + "/") }))
        }
    }

    @Test func namesAreUnique() {
        let names = FixtureCatalogue.scenarios.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func everyFixtureHasItsLineInTheReadme() throws {
        let readme = String(decoding: try Fixtures.file("README.md"), as: UTF8.self)
        for scenario in FixtureCatalogue.jwsScenarios {
            #expect(
                readme.contains("| `\(scenario.path)` | `\(scenario.error ?? scenario.kind)` | \(scenario.summary) |"),
                "\(scenario.path)")
        }
        for scenario in FixtureCatalogue.scenarios {
            let line =
                if let error = scenario.error {
                    "| `\(scenario.name)` | `\(error)` | \(scenario.summary) |"
                } else {
                    "| `\(scenario.name)` | \(scenario.summary) |"
                }
            #expect(readme.contains(line), "\(scenario.name)")
        }
    }

    /// The kit must not use the code that it tests.
    @Test func theKitImportsNothingButCrypto() throws {
        let sources = Fixtures.folder.deletingLastPathComponent().appendingPathComponent("Sources/ReceiptKitTesting")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        var imports: Set<Substring> = []
        for case let path as String in files where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                if let index = words.firstIndex(of: "import"), index <= 1 { imports.insert(words[index + 1]) }
            }
        }
        #expect(imports == ["Crypto", "CryptoExtras", "ReceiptEssentials"])
    }

    @Test(.enabled(if: isExhaustive)) func theLargeReceiptIsLarge() throws {
        let issued = try FixtureCatalogue.large.issue()
        #expect(issued.payload.attributes.filter { $0.type == 17 }.count == 5000)
        #expect(issued.bytes.count > 1_500_000)
    }

    /// Checks that the JSON is well-formed and has the documented keys.
    @Test(arguments: FixtureCatalogue.scenarios)
    func expectations(scenario: Scenario) throws {
        let text = Data(try Fixtures.file("receipts/\(scenario.name).json"))
        let json = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        #expect(json["name"] as? String == scenario.name)
        #expect(json["verdict"] as? String == (scenario.error == nil ? "verified" : "refused"))
        #expect(json["error"] as? String == scenario.error)
        let policy = try #require(json["policy"] as? [String: Any])
        let anchors = [policy["trustRoot"], policy["xcodeCertificate"]].compactMap { $0 as? String }
        #expect(anchors.count == 1)
        for anchor in anchors { #expect(try !Fixtures.file(anchor).isEmpty) }
        let attributes = try #require(json["attributes"] as? [[String: Any]])
        let rows = attributes.filter { $0["attributes"] != nil }
        #expect(rows.count == scenario.receipt.purchases.count)
        guard let receipt = json["receipt"] as? [String: Any] else {
            #expect(scenario.defect?.expectedError.hasPrefix("attribute.") == true)
            return
        }
        #expect(receipt["bundleID"] as? String == scenario.receipt.bundleIdentifier)
        #expect((receipt["purchases"] as? [Any])?.count == rows.count)
    }
}
