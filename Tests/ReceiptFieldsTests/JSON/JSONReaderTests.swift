import JSONSupport
import ReceiptFields
import Testing

@Suite("JSON reader")
struct JSONReaderTests {
    private static func read<T>(
        _ text: String, _ read: (inout JSONReader) throws(JSONError) -> T
    ) throws(JSONError) -> T {
        try JSONReader.read(Array(text.utf8)[...], limits: JSONTree.limits, read)
    }

    private static func expected(_ what: String, _ offset: Int) -> JSONError {
        JSONError(.expected(what), offset: offset)
    }

    @Test(
        "A value of another kind than requested is rejected at its beginning",
        arguments: ["{}", "[]", "\"\"", "1", "true", "null", "", "x"])
    func kinds(_ text: String) throws {
        func check(_ kind: String, _ what: String, _ read: (inout JSONReader) throws(JSONError) -> Void) {
            let error: JSONError?
            do throws(JSONError) {
                try Self.read(" " + text) { (json) throws(JSONError) in try read(&json) }
                error = nil
            } catch let thrown { error = thrown }
            #expect(error == (text == kind ? nil : Self.expected(what, 1)))
        }
        check("{}", "an object") { (json) throws(JSONError) in try json.object { (_, _) in } }
        check("[]", "an array") { (json) throws(JSONError) in try json.array { _ in } }
        check("\"\"", "a string") { (json) throws(JSONError) in _ = try json.string() }
        check("1", "a number") { (json) throws(JSONError) in _ = try json.number() }
        check("true", "true or false") { (json) throws(JSONError) in _ = try json.boolean() }
        check("null", "null") { (json) throws(JSONError) in try json.null() }
    }

    @Test("Values that a closure doesn't read are skipped; it can't read beyond the end")
    func unread() throws {
        var names: [String] = []
        try Self.read(#"{"a":[{"b":1}],"c":"d" , "e":{"f":[]}}"#) { (json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in names.append(json.text(name)) }
        }
        #expect(names == ["a", "c", "e"])
        var elements = 0
        try Self.read("[1,[2],{}]") { (json) throws(JSONError) in try json.array { _ in elements += 1 } }
        #expect(elements == 3)
        try Self.read("[1,2]") { _ in }
        #expect(throws: Self.expected("no further value", 3)) {
            try Self.read("[1 2]") { (json) throws(JSONError) in
                try json.array { (json) throws(JSONError) in
                    _ = try json.number()
                    _ = try json.number()
                }
            }
        }
        #expect(throws: Self.expected("no further value", 2)) {
            try Self.read("1 2") { (json) throws(JSONError) in
                _ = try json.number()
                let next = json.next()
                #expect(next == nil)
                _ = try json.number()
            }
        }
    }

    @Test(
        "Texts with escapes",
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0061lg""#, "alg"),
            (#""\u00e9\u20AC\ud83d\uDE00""#, "é€😀"), (#""x\u0000y""#, "x\0y"),
            (#""\uffff\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"),
            ("\"é€😀\"", "é€😀"), (#""\\u0061""#, "\\u0061"), (#""\\""#, "\\"), (#""\"""#, "\""),
            ("\"e\u{301}\"", "e\u{301}"),
            (#""\uD800\uDC00\u007f\u0080\u07ff\u0800""#, "\u{10000}\u{7F}\u{80}\u{7FF}\u{800}"),
            (#""\u0061\u006c\u0067""#, "alg"), (#""\ud83d\uDE00""#, "😀"),
        ])
    func texts(_ text: String, _ meaning: String) throws {
        try Self.read(text) { (json) throws(JSONError) in
            let string = try json.string()
            #expect(string.hasEscapes == text.contains("\\"))
            let (found, isEqual) = (json.text(string), json.string(string, is: meaning))
            #expect(Array(found.utf8) == Array(meaning.utf8))
            #expect(isEqual)
            for other in [meaning + "a", String(meaning.unicodeScalars.dropLast()), "\"" + meaning, meaning + "\0"]
            where Array(other.utf8) != Array(meaning.utf8) {
                let isOther = json.string(string, is: other)
                #expect(!isOther, "\(other)")
            }
        }
    }

    @Test("Texts are compared by bytes, not by how they look")
    func equivalence() throws {
        try Self.read(#"["é","\u0065\u0301"]"#) { (json) throws(JSONError) in
            var composed: [Bool] = []
            try json.array { (json) throws(JSONError) in
                let string = try json.string()
                composed.append(json.string(string, is: "\u{E9}"))
            }
            #expect(composed == [true, false])
        }
    }

    // MARK: Limits

    @Test("Depth and size are exact", arguments: [0, 1, 2, 64, 200])
    func limits(_ depth: Int) {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            func text(_ depth: Int) -> String {
                String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            }
            let limits = JSONLimits(maximumSize: 10_000, maximumDepth: depth)
            #expect(jsonError(text(depth), limits: limits) == nil)
            let place = depth * open.utf8.count
            #expect(jsonError(text(depth + 1), limits: limits) == JSONError(.tooDeep(allowed: depth), offset: place))
            #expect(
                jsonError(String(repeating: open, count: 5_000 / open.utf8.count), limits: limits)
                    == JSONError(.tooDeep(allowed: depth), offset: place))
            let size = text(depth).utf8.count
            #expect(jsonError(text(depth), limits: JSONLimits(maximumSize: size, maximumDepth: depth)) == nil)
            #expect(
                jsonError(text(depth), limits: JSONLimits(maximumSize: size - 1, maximumDepth: depth))
                    == JSONError(.tooLarge(allowed: size - 1), offset: size - 1))
        }
        #expect(jsonError("[]", limits: JSONLimits(maximumSize: -1)) == JSONError(.tooLarge(allowed: 0), offset: 0))
        #expect(
            jsonError("[]", limits: JSONLimits(maximumSize: 2, maximumDepth: -1))
                == JSONError(.tooDeep(allowed: 0), offset: 0))
    }

    @Test("Siblings don't increase the depth")
    func siblings() {
        let text = "[" + Array(repeating: "[[]],{\"a\":{}}", count: 100).joined(separator: ",") + "]"
        #expect(jsonError(text, limits: JSONLimits(maximumSize: 10_000, maximumDepth: 3)) == nil)
        #expect(
            jsonError(text, limits: JSONLimits(maximumSize: 10_000, maximumDepth: 2))
                == JSONError(.tooDeep(allowed: 2), offset: 2))
        let siblings = text.dropLast() + ","
        for deep in ["[[[]]]", "[{\"a\":{}}]"] {
            let error = jsonError(siblings + deep + "]", limits: JSONLimits(maximumSize: 10_000, maximumDepth: 3))
            #expect(error?.reason == .tooDeep(allowed: 3))
            #expect((error?.offset ?? 0) > siblings.utf8.count)
        }
    }

    @Test("An object has at most 1,000 members, however deep it is and whether it is read or not")
    func members() {
        func object(_ count: Int) -> String {
            "{" + (0..<count).map { "\"\\u0061\($0)\":0" }.joined(separator: ",") + "}"
        }
        let place = object(1_000).utf8.count
        for (start, end) in [("", ""), ("{\"a\":[{},", "]}"), ("[[\(object(1_000)),", "]]")] {
            #expect(jsonError(start + object(1_000) + end) == nil)
            let error = JSONError(.tooManyMembers(allowed: 1_000), offset: start.utf8.count + place)
            #expect(jsonError(start + object(1_001) + end) == error)
            #expect(jsonError(start + object(50_000)) == error)
        }
        for most in [-1, 0, 1, 40] {
            let limits = JSONLimits(maximumSize: 10_000, maximumMembers: most)
            let place = max(1, object(max(most, 0)).utf8.count)
            #expect(most < 0 || jsonError(object(most), limits: limits) == nil)
            #expect(
                jsonError(object(max(most, 0) + 1), limits: limits)
                    == JSONError(.tooManyMembers(allowed: most), offset: most <= 0 ? 1 : place))
        }
    }

    // MARK: Errors

    @Test("Errors are one line of printable text, of a bounded length")
    func descriptions() {
        let reasons: [(JSONError.Reason, String)] = [
            (.expected("a colon"), "Not JSON: expected a colon at byte 7"),
            (.expectedEnd, "Not JSON: expected the end of the text at byte 7"),
            (.repeatedName(Array("a\n\"é".utf8)), #"The member "a\x0a\"\xc3\xa9" occurs twice at byte 7"#),
            (.tooDeep(allowed: 64), "Over the limit: nesting of JSON (limit 64) at byte 7"),
            (.tooLarge(allowed: 9), "Over the limit: size of the JWS in bytes (limit 9) at byte 7"),
            (.tooManyMembers(allowed: 9), "Over the limit: number of members in a JSON object (limit 9) at byte 7"),
            (.notUTF8, "Not JSON: expected UTF-8 at byte 7"),
        ]
        for (reason, text) in reasons {
            #expect(FormatError(JSONError(reason, offset: 7), in: []).description == text)
        }
        let name = String(repeating: "x", count: 10_000)
        let error = jsonError("{\"\(name)\":1,\"\(name)\":2}")
        #expect(error == JSONError(.repeatedName(Array(repeating: 0x78, count: 64)), offset: 10_006))
        #expect((error.map { FormatError($0).description.utf8.count } ?? 0) < 200)
    }
}
