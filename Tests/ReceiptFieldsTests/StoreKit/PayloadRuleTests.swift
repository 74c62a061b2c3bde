import Foundation
import ReceiptFields
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests the rules for each member of StoreKit 2's payloads.
@Suite("StoreKit 2's payloads")
struct PayloadRuleTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let rules: PayloadRules
        /// A payload with every member.
        let sample: PayloadSample

        var testDescription: String { rules.object.type }
        var required: [String] { rules.required }
        var strict: [String] { rules.strict }
        /// All other members of the field table.
        var lenient: [String] { rules.object.fields.map(\.key.description).filter { !strict.contains($0) } }

        func diagnostics(_ json: [UInt8]) throws -> [FormatError] { try rules.decode(json).diagnostics }

        static func all() throws -> [Kind] {
            try PayloadRules.all.map { rules in
                let members = try rules.object.kind.withEveryMember().members
                return Kind(rules: rules, sample: PayloadSample(members: members.map { ($0.key, $0.value) }))
            }
        }
    }

    /// A value that is invalid for every member of every kind: an array of objects.
    static let malformed = #"[{"a":[]}]"#

    @Test("All members at once", arguments: try Kind.all())
    func complete(kind: Kind) throws {
        #expect(try kind.diagnostics(kind.sample.json).isEmpty)
    }

    @Test("JWS-20 a missing required member is named", arguments: try Kind.all())
    func missing(kind: Kind) {
        for name in kind.required {
            let expected = FormatError(.missingMember, path: .member(name), offset: 0)
            #expect(throws: expected) { try kind.diagnostics(kind.sample.without(name).json) }
            #expect(throws: expected, "null is absent") { try kind.diagnostics(kind.sample.with(name, "null").json) }
        }
    }

    @Test("An optional member may be missing or null", arguments: try Kind.all())
    func optional(kind: Kind) throws {
        for name in kind.strict + kind.lenient where !kind.required.contains(name) && name != "data" {
            #expect(try kind.diagnostics(kind.sample.without(name).json).isEmpty)
            #expect(try kind.diagnostics(kind.sample.with(name, "null").json).isEmpty)
        }
    }

    @Test("JWS-18 a malformed member on which decisions depend is an error", arguments: try Kind.all())
    func strict(kind: Kind) {
        for name in kind.strict {
            for value in [Self.malformed, #""""#, "-1e308", "1e400"] {
                let sample = kind.sample.with(name, value)
                let offset = sample.json.count - value.utf8.count - 1
                #expect(throws: FormatError(.malformedMember, path: .member(name), offset: offset)) {
                    try kind.diagnostics(sample.json)
                }
            }
        }
    }

    @Test(
        "ACC-16 any other malformed member is a diagnostic, and members unknown to the library are none",
        arguments: try Kind.all())
    func lenient(kind: Kind) throws {
        for name in kind.lenient {
            let sample = kind.sample.with(name, Self.malformed)
            let offset = sample.json.count - Self.malformed.utf8.count - 1
            #expect(
                try kind.diagnostics(sample.json)
                    == [FormatError(.malformedMember, path: .member(name), offset: offset)])
        }
        #expect(try kind.diagnostics(kind.sample.with("tomorrow", Self.malformed).json).isEmpty)
    }

    @Test("JWS-12 a repeated member is rejected, at any position and in any spelling", arguments: try Kind.all())
    func repeated(kind: Kind) throws {
        for member in kind.sample.members {
            let escaped = "\\u00" + String(member.name.utf8.first ?? 0, radix: 16) + member.name.dropFirst()
            var twice = kind.sample
            twice.members.append((escaped, member.value))
            let offset = twice.json.count - member.value.utf8.count - escaped.utf8.count - 4
            #expect(throws: FormatError(.repeatedMember(Array(member.name.utf8)), offset: offset)) {
                try kind.diagnostics(twice.json)
            }
        }
    }

    @Test("A required member may have escapes in its name", arguments: try Kind.all())
    func escaped(kind: Kind) throws {
        for name in kind.required {
            var sample = kind.sample
            let index = try #require(sample.members.firstIndex { $0.name == name })
            sample.members[index].name = "\\u00" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
            #expect(try kind.diagnostics(sample.json).isEmpty, "\(name)")
        }
    }

    @Test("JWS-18 not a JSON object", arguments: ["", "[]", "1", "null", #""a""#, "{", "\u{FEFF}{}"])
    func notAnObject(text: String) throws {
        for kind in try Kind.all() {
            #expect {
                try kind.diagnostics(Array(text.utf8))
            } throws: {
                ($0 as? FormatError)?.code == "json.syntax"
            }
        }
    }
}
