import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt verify --batch")
struct BatchTests {
    private static let good = InputTests.base64

    @Test("says of every receipt what verify says of its file", arguments: ["2", "1", "64"].sample(1))
    func sameVerdicts(_ jobs: String) throws {
        let entries = Fixtures.entries
        let files = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.bytes) })
        let single = try Receipt.verify(files, entries.map(\.name), ["--at", "2026-01-01"]).objects
        let batch = try Receipt.batch(
            lines: entries.map { Data($0.bytes).base64EncodedString() }, ["--jobs", jobs])
        #expect(batch.status == 0)
        #expect(batch.errors.split(separator: "\n").count == 1, "the summary")
        #expect(try batch.objects.map { $0.without("line") } == single.map { $0.without("file") })
        #expect(try batch.objects.map { $0["line"] } == entries.indices.map { .number(Double($0 + 1)) })
        #expect(Set(single.map(\.verdict)) == ["verified", "refused"])
    }

    /// Lines with the expected verdict or error code, and the identifier as JSON.
    static let lines: [(name: String, line: String, answer: String, id: String?)] = [
        ("base64", good, "verified", nil),
        ("base64 between spaces", " \t\(good) ", "verified", nil),
        ("an object", #"{"receipt":"\#(good)"}"#, "verified", nil),
        ("an identifier", #"{"id":"a","receipt":"\#(good)"}"#, "verified", #""a""#),
        ("the identifier last", #"{"receipt":"\#(good)","id":"a"}"#, "verified", #""a""#),
        ("white space", " { \"id\" :\t1 , \"receipt\" : \"\(good)\" } ", "verified", "1"),
        ("other members", #"{"x":{"id":2,"y":[1,{},[]]},"id":1,"receipt":"\#(good)","z":null}"#, "verified", "1"),
        (
            "a long number", #"{"id":123456789012345678901234567890.50,"receipt":"\#(good)"}"#, "verified",
            "123456789012345678901234567890.50"
        ),
        ("a negative number", #"{"id":-1E+2,"receipt":"\#(good)"}"#, "verified", "-1E+2"),
        ("no identifier", #"{"id":null,"receipt":"\#(good)"}"#, "verified", "null"),
        ("an empty identifier", #"{"id":"","receipt":"\#(good)"}"#, "verified", #""""#),
        (
            "escapes", #"{"id":"\u0041\"\\\/\n\ud83d\ude00","receipt":"\#(good)"}"#, "verified",
            #""\u0041\"\\\/\n\ud83d\ude00""#
        ),
        ("other letters", #"{"id":"é漢😀","receipt":"\#(good)"}"#, "verified", #""é漢😀""#),
        (
            "what others take for a line break", "{\"id\":\"\u{2028}\u{85}\",\"receipt\":\"\(good)\"}", "verified",
            #""\u2028\u0085""#
        ),
        (
            "what turns the direction, has no width or is undefined",
            "{\"id\":\"\u{202E}\u{200B}\u{7F}\u{FEFF}\u{E000}\u{E0001}\",\"receipt\":\"\(good)\"}", "verified",
            #""\u202e\u200b\u007f\ufeff\ue000\udb40\udc01""#
        ),
        (
            "escaped slashes", #"{"id":1,"receipt":"\#(good.replacingOccurrences(of: "/", with: #"\/"#))"}"#,
            "verified",
            "1"
        ),
        ("escaped line breaks", #"{"receipt":"\#(InputTests.wrapped(good, 64, #"\r\n"#))"}"#, "verified", nil),
        ("an escaped name", #"{"\u0072eceipt":"\#(good)","\u0069d":7}"#, "verified", "7"),

        ("another receipt", "AAAA", "input.notReceipt", nil),
        ("no base64", "MII*", "input.base64", nil),
        ("an empty receipt", #"{"id":1,"receipt":""}"#, "input.empty", "1"),
        ("a JWS without certificates", "eyJhbGciOiJFUzI1NiJ9.e30.AA", "jws.certificates", nil),
        ("HTML", "<html>", "input.notReceipt", nil),
        ("a list", "[1]", "line.invalidJSON", nil),
        ("a list of lines", #" [{"receipt":"\#(good)"}]"#, "line.invalidJSON", nil),
        ("the beginning of a list", "[", "line.invalidJSON", nil),
        ("an element of a list", #"  {"receipt":"\#(good)"},"#, "line.invalidJSON", nil),
        ("a comma before an element", #"  ,{"receipt":"\#(good)"}"#, "line.invalidJSON", nil),
        ("the end of an element", "  },", "line.invalidJSON", nil), ("the end of a list", "]", "line.invalidJSON", nil),

        ("nothing", "", "line.empty", nil),
        ("spaces", "  \t ", "line.empty", nil),
        ("a vertical tab", "\u{B}", "input.notReceipt", nil),
        ("a form feed before base64", "\u{C}\(good)", "input.notReceipt", nil),
        ("a byte-order mark", "\u{FEFF}\(good)", "input.notReceipt", nil),
        ("a byte-order mark in the text", #"{"receipt":"\#u{FEFF}\#(good)"}"#, "input.notReceipt", nil),
        ("an empty object", "{}", "line.missingReceipt", nil),
        ("no receipt", #"{"id":"a"}"#, "line.missingReceipt", #""a""#),
        ("a number as receipt", #"{"id":1,"receipt":5}"#, "line.receiptNotText", "1"),
        ("null as receipt", #"{"receipt":null,"id":1}"#, "line.receiptNotText", "1"),
        ("two receipts", #"{"id":1,"receipt":"\#(good)","receipt":"\#(good)"}"#, "line.repeatedMember", "1"),
        ("a receipt spelt twice", #"{"receipt":"\#(good)","r\u0065ceipt":"\#(good)"}"#, "line.repeatedMember", nil),
        ("two identifiers", #"{"id":1,"receipt":"\#(good)","id":1}"#, "line.repeatedMember", "1"),
        (
            "more members than 1,000",
            #"{"receipt":"\#(good)","x":{\#((0...1_000).map { "\"\($0)\":0" }.joined(separator: ","))}}"#,
            "line.tooManyMembers", nil
        ),
        ("another member twice", #"{"x":1,"x":2,"receipt":"\#(good)"}"#, "line.repeatedMember", nil),
        (
            "twice within another member", #"{"id":1,"x":[{"y":1,"\u0079":2}],"receipt":"\#(good)"}"#,
            "line.repeatedMember", "1"
        ),
        ("true as identifier", #"{"receipt":"\#(good)","id":true}"#, "line.invalidID", nil),
        ("an object as identifier", #"{"receipt":"\#(good)","id":{}}"#, "line.invalidID", nil),
        ("a cut line", #"{"id":1,"receipt":"MII"#, "line.invalidJSON", "1"),
        ("two objects", #"{"receipt":"\#(good)"}{}"#, "line.invalidJSON", nil),
        ("a comma too much", #"{"receipt":"\#(good)",}"#, "line.invalidJSON", nil),
        ("single quotes", #"{'receipt':'\#(good)'}"#, "json.syntax", nil),
        ("a property list", #"{ "signature" = "AA=="; }"#, "line.invalidJSON", nil),
        ("half a character", #"{"id":"\ud83d","receipt":"\#(good)"}"#, "line.invalidJSON", nil),
        ("a leading zero", #"{"id":01,"receipt":"\#(good)"}"#, "line.invalidJSON", "0"),
        (
            "deep nesting", #"{"x":\#(String(repeating: "[", count: 100_000)),"receipt":"\#(good)"}"#,
            "line.invalidJSON",
            nil
        ),
    ]

    @Test("answers every line, whatever is in it", arguments: ["\n", "\r\n"])
    func everyLine(_ lineBreak: String) throws {
        let input = Self.lines.map { $0.line + lineBreak }.joined()
        let result = try Receipt.batch(Array(input.utf8))
        #expect(result.status == 0)
        let objects = try result.objects
        try #require(objects.count == Self.lines.count)
        for (index, (line, object)) in zip(Self.lines, objects).enumerated() {
            #expect((object.errorCode ?? object.verdict) == line.answer, "\(line.name): \(result.lines[index])")
            #expect(object["line"] == .number(Double(index + 1)), "\(line.name)")
            let expected = "{\"line\":\(index + 1)," + (line.id.map { "\"id\":\($0)," } ?? "") + "\"verdict\":"
            #expect(result.lines[index].hasPrefix(expected), "\(line.name): \(result.lines[index])")
            let isEvidence = !["input.empty", "input.notReceipt"].contains(line.answer)
            let failure = line.answer.hasPrefix("line.") || !isEvidence ? "unreadable" : "refused"
            #expect(object.verdict == (line.answer == "verified" ? "verified" : failure), "\(line.name)")
            #expect((object["receipt"] == nil) == (line.answer != "verified"))
            #expect((object["error"] == nil) == (line.answer == "verified"))
        }
    }

    @Test("answers bytes that are not a text")
    func bytes() throws {
        var input = Array("{\"id\":\"".utf8) + [0xFF] + Array("\",\"receipt\":\"AAAA\"}\n".utf8)
        input += [0xC3, 0x28, 0x00, 0x0A, 0x00, 0x0A] + Array("{\"id\":\"a\u{1}\"}\n".utf8)
        let result = try Receipt.batch(input)
        #expect(
            try result.objects.map(\.errorCode) == [
                "line.invalidJSON", "input.notReceipt", "input.notReceipt", "line.invalidJSON",
            ])
        #expect(String(validating: result.output, as: UTF8.self) != nil)
    }

    @Test("counts lines as the input does")
    func counting() throws {
        func codes(_ input: String) throws -> [String?] {
            let objects = try Receipt.batch(Array(input.utf8)).objects
            #expect(objects.map { $0["line"] } == objects.indices.map { .number(Double($0 + 1)) })
            return objects.map { $0.errorCode ?? $0.verdict }
        }
        #expect(try codes("") == [])
        #expect(try codes("\n") == ["line.empty"])
        #expect(try codes("\n\n\r\n") == ["line.empty", "line.empty", "line.empty"])
        #expect(try codes(Self.good) == ["verified"])
        #expect(try codes(Self.good + "\n\n" + Self.good) == ["verified", "line.empty", "verified"])
        #expect(try codes("\u{FEFF}" + Self.good + "\n\u{FEFF}" + Self.good) == ["verified", "input.notReceipt"])
        #expect(try codes("\u{FEFF}") == ["line.empty"])
        #expect(try codes("\u{FEFF}\u{FEFF}" + Self.good) == ["input.notReceipt"])
        #expect(try codes("\u{FEFF}{\"receipt\":\"\(Self.good)\"}") == ["verified"])
    }

    @Test("keeps the order, whatever the jobs", arguments: ["1", "2", "7"])
    func order(_ jobs: String) throws {
        // Short and long lines in turns, more than one block of each.
        let lines = (0..<repetitions(6_000, sample: 600)).map { number in
            switch number % 5 {
            case 0: "{\"id\":\(number),\"receipt\":\"\(Self.good)\"}"
            case 1: "garbage! \(number)"
            case 2: ""
            case 3: "{\"id\":\(number)}"
            default: "{\"id\":\(number),\"receipt\":\"AAAA\"}"
            }
        }
        let result = try Receipt.batch(lines: lines, ["--jobs", jobs, "--verdict-only"])
        let objects = try result.objects
        try #require(objects.count == lines.count)
        let answers = [nil, "input.base64", "line.empty", "line.missingReceipt", "input.notReceipt"]
        for (number, object) in objects.enumerated() {
            #expect(object["line"] == .number(Double(number + 1)))
            #expect(object["id"] == ([1, 2].contains(number % 5) ? nil : .number(Double(number))))
            #expect(object.errorCode == answers[number % 5])
        }
    }

    @Test("leaves out the contents of verified receipts, if asked to")
    func verdictOnly() throws {
        let result = try Receipt.batch(lines: [Self.good, "AAAA"], ["--verdict-only"])
        #expect(result.lines.first == #"{"line":1,"verdict":"verified"}"#)
        #expect(try result.objects.last?.errorCode == "input.notReceipt")
    }

    @Test("answers a line that is too long without storing it, and the lines around it")
    func longLine() throws {
        let long = String(repeating: "A", count: 20 << 20)
        // The longest that is kept, to the byte.
        let kept = 10 << 20 / 2 * 3 + 1_024 + 1 << 20
        for end in ["\n", ""].sample(1) {
            let input =
                "\(Self.good)\n\(long)\n\(long)\n\(Self.good)\n\(long.prefix(kept + 1))\n\(long.prefix(kept))\(end)"
            let objects = try Receipt.batch(Array(input.utf8), ["--verdict-only"]).objects
            #expect(
                objects.map { $0.errorCode ?? $0.verdict } == [
                    "verified", "line.tooLong", "line.tooLong", "verified", "line.tooLong", "limit.input",
                ])
            #expect(objects.map { $0["line"] } == [1, 2, 3, 4, 5, 6].map(JSON.number))
        }
        let last = try Receipt.batch(Array("\n\(long)".utf8)).objects
        #expect(last.map(\.errorCode) == ["line.empty", "line.tooLong"])
    }

    @Test("exits with 0 when every line was answered; with --strict only when all were verified")
    func status() throws {
        for (lines, strict) in [([Self.good], 0), ([], 0), ([Self.good, "AAAA"], 1), ([Self.good, ""], 1)]
            as [([String], Int32)]
        {
            #expect(try Receipt.batch(lines: lines).status == 0)
            let result = try Receipt.batch(lines: lines, ["--strict"])
            #expect(result.status == strict)
            #expect(try result.objects.count == lines.count)
            #expect(
                result.errors.hasPrefix("receipt: \(lines.filter { $0 == Self.good }.count) verified, "),
                "\(result.errors)")
        }
    }

    @Test("takes the options of verify")
    func options() throws {
        func code(_ more: [String]) throws -> String? {
            try Receipt.batch(lines: [Self.good], more).object.errorCode
        }
        #expect(try code(["--environment", "sandbox"]) == "environment.mismatch")
        #expect(try code(["--app-version", "1"]) == "appVersion.mismatch")
        #expect(try code(["--at", "2024-05-01"]) == "date.future")
        #expect(try code(["--format", "json"]) == nil)
    }

    static let misuses: [[String]] = [
        ["--batch", "x"], ["--batch", "-"], ["--batch", "--format", "text"], ["--batch", "--jobs", "0"],
        ["--batch", "--jobs", "-1"], ["--batch", "--jobs", "many"], ["--batch", "--trust-root", "-"],
        ["x", "--jobs", "0"], ["x", "--strict"], ["x", "--resume-from", "1"], ["--batch", "--resume-from", "-1"],
        ["--batch", "--resume-from", "many"], ["--batch", "--files-from", "x"], ["x", "--verdict-only"],
        ["--batch", "--xcode-certificate", "-"],
    ]

    @Test("does not guess: 64", arguments: misuses)
    func misuse(_ arguments: [String]) throws {
        let result = try Receipt.run(
            ["verify", "--bundle-id", "a", "--any-device"] + arguments, files: ["x": InputTests.trial],
            input: Array((Self.good + "\n").utf8))
        #expect(result.status == 64, "\(arguments)")
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }
}
