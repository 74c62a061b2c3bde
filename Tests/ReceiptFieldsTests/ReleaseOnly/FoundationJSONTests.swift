import Foundation
import ReceiptFields
import TestSupport
import Testing

/// Compares the reader with Foundation's decoder: the reader must reject everything that Foundation rejects, and if
/// both accept a text, the values must be equal. Known differences are listed.
@Suite("JSON beside Foundation")
struct FoundationJSONTests {
    private static func tree(_ text: [UInt8]) -> Result<JSONTree, JSONError> {
        do throws(JSONError) { return .success(try JSONTree(text)) } catch { return .failure(error) }
    }

    @Test("Random texts, with a few changes", arguments: (0..<8).sample(2))
    func differential(_ seed: UInt64) {
        var maker = JSONMaker(random: SeededGenerator(seed: 11_000 + seed))
        var (agreed, refused) = (0, 0)
        for _ in 0..<400 {
            let made = maker.text()
            if case .failure(let error) = Self.tree(made) {
                Issue.record("\(error): \(String(decoding: made, as: UTF8.self))")
            }
            for text in [made] + (0..<5).map({ _ in maker.changed(made) }) {
                let shown = String(decoding: text, as: UTF8.self)
                let expected = JSON.read(text)
                switch Self.tree(text) {
                case .failure(let error):
                    refused += 1
                    #expect(expected == nil || error.isStricter(in: text), "\(error): \(shown)")
                    #expect((0...text.count).contains(error.offset))
                    #expect(jsonError(text) == error)
                case .success(let tree):
                    agreed += 1
                    #expect(jsonError(text) == nil)
                    guard let expected else {
                        #expect(tree.isWider, "accepted by this reader alone: \(shown)")
                        continue
                    }
                    #expect(tree.says(expected), "\(shown): \(tree), expected \(expected)")
                }
            }
        }
        #expect(agreed > 500 && refused > 500, "\(agreed) and \(refused)")
    }

    @Test("Foundation also rejects the texts that other tests reject, except listed ones")
    func refusedByBoth() {
        typealias Syntax = JSONSyntaxTests
        for refused in Syntax.structures + Syntax.words + Syntax.numbers + Syntax.texts + Syntax.encodings {
            guard JSON.read(refused.bytes) != nil else { continue }
            #expect(refused.error.isStricter(in: refused.bytes), "\(refused.testDescription)")
        }
    }

    @Test("Foundation reads the texts that other tests accept with the same result")
    func acceptedByBoth() throws {
        for text in JSONSyntaxTests.accepted {
            guard case .success(let tree) = Self.tree(Array(text.utf8)) else { continue }
            guard !tree.isWider else { continue }
            let expected = try #require(JSON.read(Array(text.utf8)), "\(text)")
            #expect(tree.says(expected), "\(text)")
        }
    }

    // MARK: The differences

    @Test("A repeated name: Foundation takes one of the values")
    func repeatedName() {
        #expect(JSON.read(Array(#"{"a":1,"\u0061":2}"#.utf8)) != nil)
        #expect(jsonError(#"{"a":1,"\u0061":2}"#) == JSONError(.repeatedName([0x61]), offset: 7))
    }

    @Test("Other encodings, and a mark before UTF-8: Foundation guesses")
    func encodings() {
        #expect(JSON.read([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) == .object([:]))
        #expect(JSON.read([0x7B, 0, 0x7D, 0]) == .object([:]))
        #expect(JSON.read([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]) == .object([:]))
        #expect(jsonError([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) == JSONError(.expected("a value"), offset: 0))
        #expect(jsonError([0x7B, 0, 0x7D, 0]) == JSONError(.expected("a string"), offset: 1))
        #expect(jsonError([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]) == JSONError(.expected("a value"), offset: 0))
    }

    @Test("A trailing comma: Foundation ignores it")
    func trailingComma() {
        #expect(JSON.read(Array("{\"a\":[1,],}".utf8)) != nil)
        #expect(jsonError("{\"a\":[1,],}") == JSONError(.expected("a value"), offset: 8))
        #expect(jsonError("{\"a\":[1],}") == JSONError(.expected("a string"), offset: 9))
    }

    @Test(
        "Numbers beyond every Double, and zero with an exponent: Foundation converts them; here no reader has to",
        arguments: ["1e400", "-1e400", "1e-400", "0e1", "-0.0e3"])
    func numbers(_ text: String) throws {
        #expect(JSON.read(Array(text.utf8)) == nil)
        #expect(try JSONTree(Array(text.utf8)) == .number(Array(text.utf8)))
    }

    @Test("Names that look the same but have other bytes: Swift's dictionaries take them for one")
    func equivalentNames() throws {
        let text = Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
        guard case .object(let expected) = JSON.read(text), case .object(let members) = try JSONTree(text) else {
            Issue.record("no object")
            return
        }
        #expect(expected.count == 1)
        #expect(members.count == 2)
    }

    @Test("Members: Foundation reads any number of them")
    func members() {
        let text = "{" + (0...1_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(JSON.read(Array(text.utf8)) != nil)
        #expect(jsonError(text)?.reason == .tooManyMembers(allowed: 1_000))
    }

    @Test("Depth: Foundation goes as deep as 512")
    func depth() {
        let text = Array((String(repeating: "[", count: 65) + String(repeating: "]", count: 65)).utf8)
        #expect(JSON.read(text) != nil)
        #expect(jsonError(text) == JSONError(.tooDeep(allowed: 64), offset: 64))
    }
}
