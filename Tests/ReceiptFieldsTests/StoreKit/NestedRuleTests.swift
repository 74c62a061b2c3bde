import FixtureScenarios
import JSONSupport
import ReceiptFields
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests every rule for every row of every object in a transaction and a renewal info. All are lenient, each member by
/// itself.
@Suite("Objects in StoreKit 2's payloads: every row")
struct NestedRuleTests {
    /// A payload with every member, and the result of replacing the value at a path.
    struct Whole {
        let json: JSON

        init(_ kind: PayloadKind) throws {
            json = try #require(JSON.read(Array(try kind.withEveryMember().text.utf8)))
        }

        func read(_ path: String, _ value: String) throws -> (json: JSON, diagnostics: [FormatError]) {
            let text = json.setting(path, .string("@")).text.replacing("\"@\"", with: value)
            return try UnverifiedPayload(json: Array(text.utf8)).parts
        }

        /// Returns the payload without the value at a path.
        func without(_ path: String) throws -> JSON {
            try UnverifiedPayload(json: Array(json.setting(path, nil).text.utf8)).parts.json
        }
    }

    /// Values that no member of a form has, in addition to `true`.
    private static func malformed(_ field: Field) -> [String] {
        let common = ["true", #"[{"a":[]}]"#, #""""#, "1e400", "{}", "[]", "7.5", "-7.5"]
        let others: [String] =
            switch field.form {
            case .text: ["5", #"["a"]"#]
            case .texts: [#"["a",5]"#, #"[""]"#, #""a""#, "[[]]"]
            case .number: ["-1", "2147483648", #""1""#, "1e0", "9223372036854775808"]
            case .milliunits: ["9223372036854775808", "-9223372036854775809", #""1""#, "1e0"]
            case .bit: ["2", "-1", #""1""#]
            case .milliseconds: [#""2024-05-01T12:00:00Z""#, "253402300800000", "-62135769600001"]
            default: ["5", #""a""#]
            }
        return (common + others).filter { value in
            switch field.form {
            case .object: value != "{}"
            case .objects, .texts: value != "[]" && (field.form != .objects || value != #"[{"a":[]}]"#)
            case .milliseconds: value != "7.5" && value != "-7.5"
            default: true
            }
        }
    }

    @Test(
        "A malformed member is treated as absent, and a diagnostic has its whole path", arguments: PayloadObject.lenient
    )
    func malformed(object: PayloadObject) throws {
        let whole = try Whole(object.kind)
        #expect(try UnverifiedPayload(json: Array(whole.json.text.utf8)).parts.diagnostics.isEmpty)
        for field in object.fields {
            #expect(field.rule == .lenient)
            let path = "\(object.path).\(field.key)"
            let absent = try whole.without(path)
            for value in Self.malformed(field).sample(4) {
                let (json, diagnostics) = try whole.read(path, value)
                #expect(json == absent, "\(path): \(value)")
                #expect(diagnostics.map(\.reason) == [.malformedMember])
                #expect(diagnostics.map(\.path) == [.member(path)], "\(value)")
            }
            #expect(try whole.read(path, "null") == (absent, []), "null is absent")
        }
    }

    @Test("Words and numbers unknown to the library are kept", arguments: PayloadObject.lenient)
    func openSets(object: PayloadObject) throws {
        let whole = try Whole(object.kind)
        for field in object.fields where field.form == .text || field.form == .number {
            let path = "\(object.path).\(field.key)"
            let value = field.form == .text ? #""SOME DAY é""# : "2147483647"
            let (json, diagnostics) = try whole.read(path, value)
            let signed = PayloadObject.asSigned(json, object.kind)
            #expect(signed == whole.json.setting(path, JSON.read(Array(value.utf8))))
            #expect(diagnostics.isEmpty)
        }
    }

    @Test("A value that isn't an object is treated as absent, with one diagnostic", arguments: PayloadObject.lenient)
    func noObject(object: PayloadObject) throws {
        let whole = try Whole(object.kind)
        let isElement = object.path.hasSuffix("]")
        for value in ["5", #""a""#, "true", "[]", "[{}]"] {
            let (json, diagnostics) = try whole.read(object.path, value)
            #expect(try json == whole.without(object.path), "\(value)")
            #expect(diagnostics.map(\.path) == [.member(object.path)])
        }
        #expect(try whole.read(object.path, "null") == (whole.without(object.path), []), "null is absent")
        let empty = try whole.read(object.path, "{}")
        #expect(empty.diagnostics.isEmpty)
        if !isElement { #expect(try empty.json != whole.without(object.path), "an object without members is one") }
    }

    @Test(
        "Members unknown to the library are shown with their path, and change nothing", arguments: PayloadObject.lenient
    )
    func unknown(object: PayloadObject) throws {
        let whole = try Whole(object.kind)
        let plain = try UnverifiedPayload(json: Array(whole.json.text.utf8)).parts
        let value = #"[{"a":[true,null]}]"#
        let (json, diagnostics) = try whole.read(object.path + ".tomorrow", value)
        #expect((json.setting("unknownMembers", nil), diagnostics) == plain)
        let path = object.path + ".tomorrow"
        #expect(json["unknownMembers"]?.value(at: path) == JSON.read(Array(value.utf8)))
        let leaves = json["unknownMembers"]?.leaves.keys.sorted()
        #expect(leaves == [".\(path)[0].a[0]", ".\(path)[0].a[1]"], "nothing else")
    }

    @Test("JWS-12 a repeated name in an object is rejected", arguments: PayloadObject.lenient)
    func repeated(object: PayloadObject) throws {
        let whole = try Whole(object.kind)
        let key = try #require(object.fields.first?.key.description)
        for name in [key, "tomorrow"] {
            let error = #expect(throws: FormatError.self) {
                try whole.read(object.path, #"{"\#(name)":1,"\#(name)":1}"#)
            }
            #expect(error?.reason == .repeatedMember(Array(name.utf8)))
        }
    }

    @Test("JWS-18 malformed JSON is rejected", arguments: PayloadObject.lenient)
    func broken(object: PayloadObject) throws {
        let whole = try Whole(object.kind)
        for text in ["{", #"{"a":}"#, #"{"a":1,}"#, "{]"] {
            let error = #expect(throws: FormatError.self) { try whole.read(object.path, text) }
            #expect(error?.code == "json.syntax")
        }
    }

    @Test("Every member of the tables is in the payloads that have every member, and says there what was signed")
    func everyMember() throws {
        var seen: Set<String> = []
        for (name, content) in TestJWSContent.everyMember {
            let text = Array(try content.payload(by: .standard).text.utf8)
            let kind = try #require(PayloadKind(rawValue: "\(content.kind)"))
            let (json, diagnostics) = try UnverifiedPayload(json: text).parts
            #expect(PayloadObject.asSigned(json, kind) == JSON.read(text), "\(name)")
            #expect(diagnostics.isEmpty)
            let signed = try #require(JSON.read(text))
            for object in PayloadObject.all where object.kind == kind {
                guard case .object(let members)? = object.path.isEmpty ? signed : signed.value(at: object.path) else {
                    continue
                }
                for key in members.keys { seen.insert("\(kind).\(object.path).\(key)") }
            }
        }
        let rows = PayloadObject.all.flatMap { object in
            object.fields.map { "\(object.kind).\(object.path).\($0.key)" }
        }
        #expect(seen == Set(rows))
    }

    /// Diagnostics are for people: a list of wrong elements needs no more of them than a receipt may have.
    @Test("At most 1,000 diagnostics")
    func manyDiagnostics() throws {
        let whole = try Whole(.transaction)
        let items = repeatElement(#"{"price":true,"SKU":5}"#, count: 2_000).joined(separator: ",")
        let (json, diagnostics) = try whole.read("advancedCommerceInfo.items", "[1,\(items)]")
        #expect(diagnostics.count == 1_000)
        #expect(diagnostics.first?.path == .member("advancedCommerceInfo.items[0]"))
        #expect(diagnostics.last?.path == .member("advancedCommerceInfo.items[500].price"))
        #expect(json.value(at: "advancedCommerceInfo.items")?.array?.count == 2_000)
    }
}
