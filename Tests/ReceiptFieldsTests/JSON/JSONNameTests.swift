import ReceiptFields
import TestSupport
import Testing

@Suite("JSON: a repeated name")
struct JSONNameTests {
    struct Repeated: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let offset: Int

        init(_ text: String, _ name: String, _ offset: Int) {
            testDescription = text
            self.name = name
            self.offset = offset
        }
    }

    static let repeated = [
        Repeated(#"{"a":1,"a":1}"#, "a", 7), Repeated(#"{"alg":"ES256","alg":"none"}"#, "alg", 15),
        Repeated(#"{"alg":"ES256","\u0061lg":"none"}"#, "alg", 15),
        Repeated(#"{"\u0061lg":"ES256","alg":"none"}"#, "alg", 20),
        Repeated(#"{"\u0061lg":1,"a\u006Cg":2}"#, "alg", 14), Repeated(#"{"a\/b":1,"a/b":2}"#, "a/b", 10),
        Repeated("{\"é\":1,\"\\u00e9\":2}", "é", 8), Repeated("{\"😀\":1,\"\\ud83d\\ude00\":2}", "😀", 10),
        Repeated(#"{"":1,"":2}"#, "", 6), Repeated(#"{"a":1,"b":2,"c":3,"a":4}"#, "a", 19),
        Repeated(#"{"\u0000":1,"\u0000":2}"#, "\0", 12),
        Repeated(#"{"a":{"b":1,"b":2}}"#, "b", 12), Repeated(#"[[{"b":1,"b":2}]]"#, "b", 9),
        Repeated(#"{"a":[{"c":0},{"c":0,"d":{"c":1,"c":2}}]}"#, "c", 32),
        Repeated(#"{"a":{"x":1},"b":{"x":1,"y":1},"a":2}"#, "a", 31),
        Repeated(#"{"a\"":1,"a\"":2}"#, "a\"", 9), Repeated(#"{"\\":1,"\u005c":2}"#, "\\", 8),
    ]

    @Test("is rejected at its second place, however it is spelled", arguments: repeated)
    func refused(_ repeated: Repeated) {
        let text = repeated.testDescription
        #expect(jsonError(text) == JSONError(.repeatedName(Array(repeated.name.utf8)), offset: repeated.offset))
        // The error is for the first fault in the text.
        #expect(jsonError(String(text.dropLast()) + "?") == jsonError(text))
    }

    @Test(
        "is not: another object's, another case, a text, a prefix",
        arguments: [
            #"{"a":{"a":{"a":"a"}}}"#, #"[{"a":1},{"a":1}]"#, #"{"a":1,"A":1,"aa":1,"":1}"#, #"{"a":"a","b":"a"}"#,
            "{\"\u{E9}\":1,\"e\u{301}\":1}", "{\"K\":1,\"\u{212A}\":1}", #"{"K":1,"\u212A":1}"#,
            #"{"a\u0000":1,"a":1}"#, #"{"\\u0061":1,"a":1}"#, #"{"a\"":1,"a":1}"#,
        ])
    func accepted(_ text: String) { #expect(jsonError(text) == nil) }

    /// Most objects have few names, which are compared in pairs; those of larger objects are stored in a set.
    @Test("is found among any number of names", arguments: [1, 2, 15, 16, 17, 31, 32, 33, 64, 65, 999])
    func many(_ count: Int) {
        for long in [0, 30, 40] {
            let names = (0..<count).map { String(repeating: "n", count: long) + String($0) }
            let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
            #expect(jsonError("{" + members + "}") == nil)
            for name in [names.first, names.last, names[count / 2]].compactMap(\.self) {
                let error = JSONError(.repeatedName(Array(name.utf8.prefix(64))), offset: members.utf8.count + 2)
                #expect(jsonError("{" + members + ",\"\(name)\":0}") == error)
                let escaped = name.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
                #expect(jsonError("{" + members + ",\"\(escaped)\":0}") == error)
            }
        }
    }
}
