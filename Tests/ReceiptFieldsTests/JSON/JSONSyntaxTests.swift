import JSONSupport
import ReceiptFields
import Testing

/// Tests in the style of *JSONTestSuite* (Nicolas Seriot, "Parsing JSON is a Minefield"): texts that every reader must
/// accept, and texts that every reader must reject, here with the reason and the position.
@Suite("JSON syntax")
struct JSONSyntaxTests {
    static let accepted: [String] = [
        "[]", "{}", "[[]]", "[[]   ]", "[ ]", " [1] ", "[1\n]", "\t\r\n {} \t\r\n", "null", "true", "false", "0", "-0",
        "\"\"", "42",
        "-0.1", "\"a\"", "[null]", "[true]", "[false]", "[null, 1, \"1\", {}]", "[1,null,null,null,2]", "[[1,2],[3]]",
        // Numbers
        "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000000000000000000000000000000000001]",
        "[20e1]",
        "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]",
        "[123.456789]", "[1e400]", "[-1e400]", "[1e-400]", "[123456789012345678901234567890]", "[0.0]", "[1.0e0010]",
        // Objects
        #"{"a":"b","c":"d"}"#, #"{"":0}"#, #"{"a":[]}"#, #"{"a" : "b" }"#, #"{"foo\u0000bar":42}"#,
        #"{"a":{"a":{"a":1}}}"#,
        #"{"a":1,"A":2,"a ":3,"á":4}"#, #"[{"a":1},{"a":2}]"#, "{\n\"a\": \"b\"\n}",
        // Strings
        #"["\u0060\u012a\u12AB"]"#, #"["\ud801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#, #"["\"\\\/\b\f\n\r\t"]"#,
        #"["\\u0000"]"#, #"["\""]"#, #"["a/*b*/c/*d//e"]"#, #"["\\a"]"#, #"["\\n"]"#, #"["\u0012"]"#, #"["\uFFFF"]"#,
        #"["\uDBFF\uDFFF"]"#, #"["new\u00A0line"]"#, "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", #"["\u0000"]"#,
        #"["\u002c"]"#,
        "[\"π\"]", "[\"\u{1BFFF}\"]", #"["asd "]"#, #"" ""#, #"["\uD834\uDd1e"]"#, #"["\u0821"]"#, #"["\u0123"]"#,
        "[\"\u{2028}\"]", "[\"\u{2029}\"]", #"["\u0061\u30af\u30EA\u30b9"]"#, "[\"\u{7F}\"]", "[\"\u{80}\"]",
        "[\"\u{9F}\"]",
        #"["\uA66D"]"#, #"["\u0022"]"#, #"["\u005C"]"#, #"["\u200B"]"#, #"["\u2064"]"#, #"["\uFDD0"]"#, "[\"€𝄞\"]",
        "[\"aa\u{FEFF}\"]",
    ]

    @Test("is accepted", arguments: accepted)
    func accepts(_ text: String) { #expect(jsonError(text) == nil) }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let error: JSONError

        init(_ text: String, _ expected: String, _ offset: Int) {
            self.init(text, .expected(expected), offset)
        }

        init(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
            testDescription = text
            bytes = Array(text.utf8)
            error = JSONError(reason, offset: offset)
        }

        init(_ what: String, _ bytes: [UInt8], _ reason: JSONError.Reason, _ offset: Int) {
            testDescription = what
            self.bytes = bytes
            error = JSONError(reason, offset: offset)
        }
    }

    static let structures: [Refused] = [
        Refused("", "a value", 0), Refused(" ", "a value", 1), Refused("[", "a value", 1), Refused("]", "a value", 0),
        Refused("{", "a string", 1), Refused("[1", "a comma or ]", 2), Refused("[1,", "a value", 3),
        Refused("[1,]", "a value", 3),
        Refused("[,1]", "a value", 1), Refused("[1,,2]", "a value", 3), Refused("[1 true]", "a comma or ]", 3),
        Refused("[1:2]", "a comma or ]", 2), Refused("[1}", "a comma or ]", 2), Refused("[1]]", .expectedEnd, 3),
        Refused("[]x", .expectedEnd, 2), Refused("1 2", .expectedEnd, 2), Refused("{}}", .expectedEnd, 2),
        Refused("{}#", .expectedEnd, 2), Refused("{}/**/", .expectedEnd, 2), Refused("[]\0", .expectedEnd, 2),
        Refused("\"\"\"\"", .expectedEnd, 2), Refused("[1]\u{C}", .expectedEnd, 3),
        Refused("[]\u{FEFF}", .expectedEnd, 2),
        Refused("// c\n[]", "a value", 0), Refused("[/*c*/1]", "a value", 1), Refused("[\u{C}]", "a value", 1),
        Refused("[\u{A0}]", "a value", 1), Refused("<.>", "a value", 0), Refused("[<null>]", "a value", 1),
        Refused("[a", "a value", 1), Refused("['']", "a value", 1), Refused("[\\u000A]", "a value", 1),
        Refused("{1:1}", "a string", 1), Refused("{'a':1}", "a string", 1), Refused("{a:1}", "a string", 1),
        Refused("{[:1}", "a string", 1), Refused("{null:1}", "a string", 1), Refused("{,}", "a string", 1),
        Refused(#"{"a"}"#, "a colon", 4), Refused(#"{"a" 1}"#, "a colon", 5), Refused(#"{"a":}"#, "a value", 5),
        Refused(#"{"a""#, "a colon", 4), Refused(#"{"a":"#, "a value", 5), Refused(#"{"a":1"#, "a comma or }", 6),
        Refused(#"{"a":1,"#, "a string", 7), Refused(#"{"a":1,}"#, "a string", 7),
        Refused(#"{"a":1,,"b":2}"#, "a string", 7),
        Refused(#"{"a"::1}"#, "a value", 5), Refused(#"{"a":1 "b":2}"#, "a comma or }", 7),
        Refused(#"{"a":1]"#, "a comma or }", 6),
        Refused(#"{"a",1}"#, "a colon", 4), Refused(#"{"a"=1}"#, "a colon", 4),
        Refused(#"{"a":1;"b":2}"#, "a comma or }", 6),
        Refused("{\"a\":1}\u{2028}", .expectedEnd, 7), Refused("\u{2060}[]", "a value", 0), Refused("*", "a value", 0),
    ]

    static let words: [Refused] = [
        Refused("[nul]", "a value", 1), Refused("[tru]", "a value", 1), Refused("[fals]", "a value", 1),
        Refused("[True]", "a value", 1), Refused("[NULL]", "a value", 1), Refused("[truee]", "a comma or ]", 5),
        Refused("nullx", .expectedEnd, 4), Refused("t", "a value", 0), Refused("n", "a value", 0),
        Refused("tru\u{65}\u{301}", .expectedEnd, 4),
        Refused("NaN", "a value", 0), Refused("[NaN]", "a value", 1), Refused("[nan]", "a value", 1),
        Refused("[Infinity]", "a value", 1), Refused("[-Infinity]", "a digit", 2), Refused("[-NaN]", "a digit", 2),
        Refused("[inf]", "a value", 1), Refused("undefined", "a value", 0),
    ]

    static let numbers: [Refused] = [
        Refused("[-]", "a digit", 2), Refused("[+1]", "a value", 1), Refused("[++1]", "a value", 1),
        Refused("[--1]", "a digit", 2),
        Refused("[01]", "a comma or ]", 2), Refused("[-01]", "a comma or ]", 3), Refused("[00]", "a comma or ]", 2),
        Refused("[1.]", "a digit", 3), Refused("[.1]", "a value", 1), Refused("[-.1]", "a digit", 2),
        Refused("[0.e1]", "a digit", 3),
        Refused("[1.e]", "a digit", 3), Refused("[1e]", "a digit", 3), Refused("[1e+]", "a digit", 4),
        Refused("[1e-]", "a digit", 4),
        Refused("[1E]", "a digit", 3), Refused("[1eE2]", "a digit", 3), Refused("[1.0e+-1]", "a digit", 6),
        Refused("[1e1.5]", "a comma or ]", 4),
        Refused("[1.2.3]", "a comma or ]", 4), Refused("[1 000]", "a comma or ]", 3),
        Refused("[1_000]", "a comma or ]", 2),
        Refused("[0x1]", "a comma or ]", 2), Refused("[1+2]", "a comma or ]", 2), Refused("[1a]", "a comma or ]", 2),
        Refused("[- 1]", "a digit", 2), Refused("[１]", "a value", 1), Refused("[1.\u{661}]", "a digit", 3),
        Refused("-", "a digit", 1),
        Refused("1e", "a digit", 2), Refused("[1,5,]", "a value", 5),
    ]

    @Test("is rejected: structure, words and numbers", arguments: structures + words + numbers)
    func refuses(_ refused: Refused) { check(refused) }

    static let texts: [Refused] = [
        Refused("\"", "the end of a string", 1), Refused("\"a", "the end of a string", 2),
        Refused("[\"", "the end of a string", 2),
        Refused("[\"a\\\"]", "the end of a string", 6), Refused("\"\\", "an escape", 1),
        Refused("\"\\\"", "the end of a string", 3),
        Refused(#"["\x00"]"#, "an escape", 2), Refused(#"["\a"]"#, "an escape", 2), Refused(#"["\'"]"#, "an escape", 2),
        Refused(#"["\U0041"]"#, "an escape", 2), Refused(#"["\N"]"#, "an escape", 2),
        Refused(#"["\0"]"#, "an escape", 2),
        Refused(#"["\{"]"#, "an escape", 2), Refused("[\"\\\t\"]", "an escape", 2),
        Refused("[\"\\\n\"]", "an escape", 2),
        Refused("[\"\\é\"]", "an escape", 2), Refused("[\"\\\0\"]", "an escape", 2),
        Refused(#"["\u"]"#, "four hexadecimal digits", 4), Refused(#"["\u1"]"#, "four hexadecimal digits", 5),
        Refused(#"["\u123"]"#, "four hexadecimal digits", 7), Refused(#"["\u00g1"]"#, "four hexadecimal digits", 6),
        Refused(#"["\u+041"]"#, "four hexadecimal digits", 4), Refused(#"["\u 041"]"#, "four hexadecimal digits", 4),
        Refused("[\"\\u004\u{FF11}\"]", "four hexadecimal digits", 7), Refused("\"\\u12", "four hexadecimal digits", 5),
        Refused(#"["\ud800"]"#, "a surrogate pair", 2), Refused(#"["\udc00"]"#, "a surrogate pair", 2),
        Refused(#"["\ud800x"]"#, "a surrogate pair", 2), Refused(#"["\ud800\n"]"#, "a surrogate pair", 2),
        Refused(#"["\ud800\u0041"]"#, "a surrogate pair", 2), Refused(#"["\ud800\ud800"]"#, "a surrogate pair", 2),
        Refused(#"["\udc00\ud800"]"#, "a surrogate pair", 2),
        Refused(#"["\ud83d\ude00\ude00"]"#, "a surrogate pair", 14),
        Refused(#"["\ud800\u"]"#, "four hexadecimal digits", 10), Refused(#"["\ud800\"]"#, "a surrogate pair", 2),
        Refused(#"["\uDBFF"]"#, "a surrogate pair", 2), Refused("\"\\ud800", "a surrogate pair", 1),
        Refused("\"\\ud800\\u", "four hexadecimal digits", 9),
        Refused(#"{"\ud800":1}"#, "a surrogate pair", 2),
        Refused("[\"\0\"]", "no control character in a string", 2),
        Refused("[\"a\nb\"]", "no control character in a string", 3),
        Refused("[\"\t\"]", "no control character in a string", 2),
        Refused("[\"\u{1F}\"]", "no control character in a string", 2),
        Refused("{\"a\nb\":1}", "no control character in a string", 3), Refused(#"["a""b"]"#, "a comma or ]", 4),
    ]

    @Test("is rejected: texts", arguments: texts)
    func refusesTexts(_ refused: Refused) { check(refused) }

    private static func quoted(_ octets: [UInt8]) -> [UInt8] { [0x5B, 0x22, 0x61] + octets + [0x22, 0x5D] }

    static let encodings: [Refused] =
        TextTests.badTexts.filter { $0.bytes.contains { $0 >= 0x80 } && !$0.testDescription.contains("control") }
        .filter { !["NUL behind UTF-8", "delete behind UTF-8"].contains($0.testDescription) }
        .map { text in
            // Some errors come after valid bytes.
            let good = ["continuation behind ASCII": 1, "Latin-1": 3][text.testDescription] ?? 0
            if text.bytes.contains(0) {
                return Refused(
                    text.testDescription, quoted(text.bytes), .expected("no control character in a string"), 5)
            }
            return Refused(text.testDescription, quoted(text.bytes), .notUTF8, 3 + good)
        } + [
            Refused("byte order mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .expected("a value"), 0),
            Refused("byte order mark alone", [0xEF, 0xBB, 0xBF], .expected("a value"), 0),
            Refused("half a byte order mark", [0xEF, 0xBB, 0x7B, 0x7D], .expected("a value"), 0),
            Refused("UTF-16, least first", [0x7B, 0, 0x7D, 0], .expected("a string"), 1),
            Refused("UTF-16, least first, an array", [0x5B, 0, 0x5D, 0], .expected("a value"), 1),
            Refused("UTF-16, most first", [0, 0x7B, 0, 0x7D], .expected("a value"), 0),
            Refused("UTF-16 with a mark", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], .expected("a value"), 0),
            Refused("UTF-16 with a mark, most first", [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], .expected("a value"), 0),
            Refused("UTF-32", [0x7B, 0, 0, 0, 0x7D, 0, 0, 0], .expected("a string"), 1),
            Refused("UTF-32, most first", [0, 0, 0, 0x7B, 0, 0, 0, 0x7D], .expected("a value"), 0),
            Refused("outside of a text", [0x5B, 0xC3, 0xA9, 0x5D], .expected("a value"), 1),
            Refused("in a name", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], .notUTF8, 2),
            Refused("behind the text", [0x31, 0xFF], .expectedEnd, 1),
            Refused("behind an escape", [0x22, 0x5C, 0x6E, 0xFF, 0x22], .notUTF8, 3),
        ]

    @Test("is rejected: encodings", arguments: encodings)
    func refusesEncodings(_ refused: Refused) { check(refused) }

    private func check(_ refused: Refused) {
        #expect(jsonError(refused.bytes) == refused.error)
        // Reading every value gives the same answer as skipping all of them.
        #expect(throws: refused.error) { try JSONTree(refused.bytes) }
        // Check skipping inside a value too, unless the text is empty.
        if refused.bytes.allSatisfy({ $0 == 0x20 }) { return }
        let nested = Array("{\"x\":[".utf8) + refused.bytes + Array("]}".utf8)
        #expect(jsonError(nested) != nil)
    }

    /// Strings are read sixteen bytes at a time as long as no byte needs special treatment.
    @Test("Every byte at every place of a text", arguments: [1, 15, 16, 17, 33])
    func places(_ length: Int) {
        for place in 0..<length {
            for octet in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: 0x61, count: length)
                text[place] = octet
                let isLast = place == length - 1
                let error: JSONError? =
                    switch octet {
                    case 0..<0x20: JSONError(.expected("no control character in a string"), offset: place + 1)
                    case 0x80...: JSONError(.notUTF8, offset: place + 1)
                    case 0x22: JSONError(.expectedEnd, offset: place + 2)
                    case 0x5C where isLast: JSONError(.expected("the end of a string"), offset: length + 2)
                    case 0x5C: JSONError(.expected("an escape"), offset: place + 1)
                    default: nil
                    }
                let found = jsonError([0x22] + text + [0x22])
                if found != error { Issue.record("\(octet) at \(place): \(String(describing: found))") }
            }
        }
    }

    @Test("Every prefix of a text is rejected, and every byte too many")
    func prefixes() {
        let whole = Array(#"{"a\u00e9":[1.5e-3,"b\ud83d\ude00",{"c":null}],"d":[true,false,{}]}"#.utf8)
        #expect(jsonError(whole) == nil)
        for count in 0..<whole.count {
            let error = jsonError(Array(whole[..<count]))
            #expect(error.map { $0.offset <= count } == true, "\(count)")
        }
        for octet in UInt8.min...UInt8.max where ![0x20, 0x09, 0x0A, 0x0D].contains(octet) {
            #expect(jsonError(whole + [octet]) == JSONError(.expectedEnd, offset: whole.count))
        }
    }
}
