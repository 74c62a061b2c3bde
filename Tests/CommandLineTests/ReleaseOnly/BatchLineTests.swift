import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing
import receipt

/// Compares the reader of lines with Foundation's decoder, on thousands of lines that are almost valid.
@Suite("The lines of a batch")
struct BatchLineTests {
    private static let seeds = [
        #"{"id":"a\u00e9\ud83d\ude00\\\"","receipt":"AA\/=","x":[1,-2.5e+10,true,false,null,{"y":"z"}]}"#,
        #"{"receipt":"QUJD","id":1234567890123}"#, #" { "id" : null , "receipt" : "" } "#, #"{"a":{},"b":[],"c":[[]]}"#,
        "{\"id\":\"漢\u{2028}\",\"receipt\":\"A\\tB\"}",
    ]

    private static let insertions =
        Array(#"{}[]",:\/u0-1.5eE+ tfn"#.utf8) + [0x00, 0x09, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]

    /// Returns every variant with one byte replaced, removed or doubled, and every prefix.
    private static func mutations(_ seed: [UInt8]) -> [[UInt8]] {
        var all: [[UInt8]] = [seed]
        for place in seed.indices {
            all.append(Array(seed[..<place]))
            for replacement in insertions.map({ [$0] }) + [[], [seed[place], seed[place]]] {
                all.append(Array(seed[..<place]) + replacement + Array(seed[(place + 1)...]))
            }
        }
        return all
    }

    /// Returns the members that Foundation finds in a JSON object, or nil if it rejects the line.
    private static func reference(_ line: [UInt8]) -> [String: JSON]? {
        do {
            guard case .object(let members) = try JSONDecoder().decode(JSON.self, from: Data(line)) else { return nil }
            return members
        } catch { return nil }
    }

    @Test("are read as Foundation reads them", arguments: seeds)
    func differential(_ seed: String) throws {
        var accepted = 0
        for mutation in Self.mutations(Array(seed.utf8)) {
            let text = String(decoding: mutation, as: UTF8.self)
            let line = BatchLine(mutation[...], longest: 10_000)
            let theirs = Self.reference(mutation)
            switch line.error {
            case .invalidJSON:
                // Foundation also accepts UTF-16, which contains zeros, and a comma after the last member.
                let isLenient = mutation.contains(0) || text.contains(",}") || text.contains(",]")
                #expect(theirs == nil || isLenient, "rejected: \(text)")
                continue
            case .repeatedMember, .tooManyMembers: continue
            case .invalidID:
                #expect(theirs?["id"] != nil)
                continue
            case .empty, .tooLong:
                #expect(mutation.allSatisfy { $0 <= 0x20 })
                continue
            case .missingReceipt: #expect(theirs != nil && theirs?["receipt"] == nil, "\(text)")
            case .missingKey, .keyOrder: Issue.record("No line needs a key: \(text)")
            case .evidenceNotText, .ambiguous: Issue.record("The seeds have no evidence: \(text)")
            case .receiptNotText: #expect(theirs?["receipt"] != nil && theirs?["receipt"]?.string == nil, "\(text)")
            case nil:
                // A line that doesn't begin with a brace is treated as base64.
                guard mutation.first(where: { $0 != 0x20 }) == UInt8(ascii: "{") else { continue }
                accepted += 1
                // Skip almost valid JSON, for which the verifier has its own error.
                if EvidenceBody.isAlmostJSON(mutation.drop { $0 == 0x20 }[...]) { continue }
                // Exponents may exceed what Foundation can represent.
                if theirs == nil, line.id?.lowercased().contains("e") == true { continue }
                let receipt = try #require(line.evidence)
                #expect(theirs?["receipt"] == .string(String(decoding: receipt, as: UTF8.self)), "\(text)")
            }
            guard let id = line.id, let expected = theirs?["id"] else {
                #expect(line.id == nil && theirs?["id"] == nil, "\(text)")
                continue
            }
            #expect(Self.reference(Array("{\"id\":\(id)}".utf8))?["id"] == expected, "\(text)")
        }
        #expect(accepted > 0 || !seed.contains("receipt"))
    }

    private static func syntax(_ expected: String, _ offset: Int) -> LineError {
        .invalidJSON(FormatError(.invalidJSON(expected: expected), offset: offset))
    }

    private static func repeated(_ name: String, _ offset: Int) -> LineError {
        .repeatedMember(FormatError(.repeatedMember(Array(name.utf8)), offset: offset))
    }

    @Test(
        "name what is wrong, and where",
        arguments: [
            ("{", syntax("a string", 1)),
            (#"{"receipt"}"#, syntax("a colon", 10)),
            (#"{"receipt":"A""#, syntax("a comma or }", 14)),
            (#"{"receipt":"A"} x"#, syntax("the end of the text", 16)),
            (#"{"receipt":"\x"}"#, syntax("an escape", 12)),
            (#"{"receipt":"\u12"}"#, syntax("four hexadecimal digits", 16)),
            (#"{"id":"\udc00"}"#, syntax("a surrogate pair", 7)),
            (#"{"id":1.}"#, syntax("a digit", 8)),
            (#"{"id":nul}"#, syntax("a value", 6)),
            ("{\"id\":\"\u{1}\"}", syntax("no control character in a string", 7)),
            (#"{"id":1,"id":1}"#, repeated("id", 8)), (#"{"id":1,"\u0069d":1}"#, repeated("id", 8)),
            (#"{"x":{"a":1,"a":1}}"#, repeated("a", 12)), (#"{"x":[{"":1,"":[]}]}"#, repeated("", 12)),
            (#"{"a\n":1,"a\n":1}"#, repeated("a\n", 9)), ("{\"é\":1,\"é\":1}", repeated("é", 8)),
            (#"{"id":[],"receipt":"A"}"#, .invalidID),
            (#"{"id":[],"receipt":"A""#, syntax("a comma or }", 22)),
            (#"{"receipt":1}"#, .receiptNotText), (#"{"receipt":1,"id":true}"#, .invalidID),
            ("[1]", syntax("an object", 0)),
            ("  [", syntax("an object", 2)),
            ("],", syntax("an object", 0)),
            ("{}", .missingReceipt), ("", .empty), ("AAAAAAAAAAAAAAAAAAAA" + "AAAAAAAAAAA", .tooLong(allowed: 30)),
        ] as [(String, LineError)])
    func errors(_ line: String, _ error: LineError) {
        #expect(BatchLine(Array(line.utf8)[...], longest: 30).error == error)
    }

    @Test("with a repeated name of any length have a message of limited length")
    func longName() {
        let name = String(repeating: "x", count: 5_000)
        let line = BatchLine(Array("{\"id\":7,\"\(name)\":1,\"\(name)\":1}".utf8)[...], longest: 20_000)
        #expect(line.error?.code == "line.repeatedMember")
        #expect(
            line.error?.words.text
                == "In the line: The member \"\(name.prefix(64))\" occurs twice at byte 5013"
        )
        #expect(line.id == "7")
    }

    @Test("may be nested as deep as sixty-four, and no deeper")
    func depth() {
        func error(_ depth: Int) -> LineError? {
            let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return BatchLine(Array(#"{"x":\#(nested),"receipt":""}"#.utf8)[...], longest: 10_000).error
        }
        #expect(error(63) == nil)
        #expect(error(64) == .invalidJSON(FormatError(.limitExceeded(.jsonDepth, allowed: 64), offset: 68)))
    }
}

@Suite("Numbers for people")
struct ProgressTextTests {
    @Test(
        "are grouped, and times are short",
        arguments: [
            (0, "0", "0 s"), (999, "999", "16:39"), (1_000, "1,000", "16:40"), (59, "59", "59 s"),
            (60, "60", "1:00"), (3_600, "3,600", "1:00:00"), (1_234_567, "1,234,567", "342:56:07"),
        ])
    func texts(_ number: Int, _ grouped: String, _ duration: String) {
        #expect(Progress.grouped(number) == grouped)
        #expect(Progress.duration(Double(number)) == duration)
    }

    @Test("never trap", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1])
    func nonsense(_ number: Double) {
        #expect(Progress.duration(number) == "\(Progress.whole(number)) s")
    }
}
