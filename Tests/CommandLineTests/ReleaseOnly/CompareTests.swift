import Foundation
import TestSupport
import Testing

@Suite("receipt compare")
struct CompareTests {
    private static func run(_ ours: String, _ apples: String, _ more: [String] = []) throws -> Program.Result {
        try Receipt.run(["compare", "a", "b"] + more, files: ["a": Array(ours.utf8), "b": Array(apples.utf8)])
    }

    private static let agreeing: [(ours: String, apples: String)] = [
        (#"{"status":0}"#, "\u{FEFF} {\n\"status\" : 0 }\n"),
        (#"{"status":0,"environment":"Sandbox"}"#, #"{"environment":"\u0053andbox","status":0}"#),
        (
            #"{"status":0,"latest_receipt":"MII=","receipt":{"request_date":"x","request_date_ms":"1"}}"#,
            #"{"status":0,"latest_receipt":"MIJ=","receipt":{"request_date_pst":"y","request_date_ms":2}}"#
        ),
        (#"{"status":0,"a":[1,[true,null]]}"#, #"{"status":0,"a":[1, [true, null]]}"#),
    ]

    @Test("Nothing is printed for answers that agree", arguments: agreeing)
    func equal(_ row: (ours: String, apples: String)) throws {
        for (ours, apples) in [(row.ours, row.apples), (row.apples, row.ours)] {
            let result = try Self.run(ours, apples)
            #expect(result.status == 0)
            #expect(result.output == [] && result.errors.isEmpty, "\(result.text)\(result.errors)")
            let json = try Self.run(ours, apples, ["--format", "json"])
            #expect(json.status == 0)
            #expect(json.text == "{\"files\":[\"a\",\"b\"],\"differences\":[]}\n")
        }
    }

    /// The members after the status, and the printed differences.
    private static let different: [(ours: String, apples: String, lines: [String])] = [
        (#""a":"1""#, #""a":1"#, [#"a: ours "1", Apple's 1"#]),
        (#""a":"é""#, #""a":"e\u0301""#, ["a: ours \"é\", Apple's \"e\u{301}\""]),
        (#""a":{"b":1}"#, #""a":[1]"#, ["a: ours {…}, Apple's […]"]),
        (#""a":"x","b":null"#, #""c":{}"#, [#"a: only ours, "x""#, "b: only ours, null", "c: only Apple's, {…}"]),
        (#""latest_receipt":"MII=""#, #""a":true"#, [#"latest_receipt: only ours, "MII=""#, "a: only Apple's, true"]),
        (
            #""a":{"latest_receipt":"1"}"#, #""a":{"latest_receipt":"2"}"#,
            [#"a.latest_receipt: ours "1", Apple's "2""#]
        ),
        // Characters that a terminal acts on, and long values.
        (#""a\u001b[31m":1"#, #""a\u001b[31m":"\u202e""#, [#"a\u001b[31m: ours 1, Apple's "\u202e""#]),
        (
            "\"a\":\"\(String(repeating: "x", count: 61))\"", #""a":1"#,
            ["a: ours \"\(String(repeating: "x", count: 60))…\", Apple's 1"]
        ),
        // Purchases.
        (
            #""in_app":[{"transaction_id":"1","quantity":"1"},{"transaction_id":"2","quantity":"1"}]"#,
            #""in_app":[{"transaction_id":"2","quantity":"1"},{"transaction_id":"1","quantity":"2"}]"#,
            ["in_app: another order", #"in_app[0].quantity: ours "1", Apple's "2""#]
        ),
        (
            #""in_app":[{"transaction_id":"1","product_id":"a"},{"transaction_id":"3"}]"#,
            #""in_app":[{"transaction_id":"2"},{"transaction_id":"1","product_id":"b"},{"transaction_id":"3"}]"#,
            [#"in_app[0].product_id: ours "a", Apple's "b""#, "in_app[0]: only Apple's, transaction 2"]
        ),
        // It can't be determined which of two others it corresponds to.
        (
            #""in_app":[{"transaction_id":"1","product_id":"a"}]"#,
            #""in_app":[{"transaction_id":"1","product_id":"b"},{"transaction_id":"1","product_id":"c"}]"#,
            [
                "in_app[0]: only ours, transaction 1", "in_app[0]: only Apple's, transaction 1",
                "in_app[1]: only Apple's, transaction 1",
            ]
        ),
        (
            #""in_app":[{"transaction_id":"1","a":1},{"transaction_id":"1","a":2}]"#,
            #""in_app":[{"transaction_id":"1","a":1}]"#, ["in_app[1]: only ours, transaction 1"]
        ),
        (
            #""pending_renewal_info":[{"original_transaction_id":"1","product_id":"a","is_in_billing_retry_period":"1"}]"#,
            #""pending_renewal_info":[{"product_id":"a","is_in_billing_retry_period":"0","original_transaction_id":"1"}]"#,
            [#"pending_renewal_info[0].is_in_billing_retry_period: ours "1", Apple's "0""#]
        ),
        (#""a":[1,2]"#, #""a":[1,3,4]"#, ["a[1]: ours 2, Apple's 3", "a[2]: only Apple's, 4"]),
        // Dates.
        (
            #""expires_date":"2024-07-01 12:00:00 Etc/GMT","expires_date_ms":"1719835200000","expires_date_pst":"2024-07-01 05:00:00 America/Los_Angeles""#,
            #""expires_date":"2024-08-01 12:00:00 Etc/GMT","expires_date_ms":"1722513600000","expires_date_pst":"2024-08-01 05:00:00 America/Los_Angeles""#,
            ["expires_date: another instant, ours 2024-07-01T12:00:00Z, Apple's 2024-08-01T12:00:00Z"]
        ),
        (
            #""expires_date":"2024-07-01 12:00:00 Etc/GMT","expires_date_ms":"1719835200000""#,
            #""expires_date":"2024-07-01T12:00:00Z","expires_date_ms":1719835200000"#,
            [#"expires_date: the same instant in another form, ours "1719835200000", Apple's 1719835200000"#]
        ),
        (
            #""a_date":"2024-12-01 12:00:00 Etc/GMT""#, #""a_date_pst":"2024-12-01 04:00:00 America/Los_Angeles""#,
            [#"a_date: the same instant in another form, ours "2024-12-01 12:00:00 Etc/GMT", Apple's none"#]
        ),
        (
            #""a_date":"2024-07-01 12:00:00 Etc/GMT""#, #""a_date_ms":"1719835200999""#,
            [#"a_date: the same instant in another form, ours none, Apple's "1719835200999""#]
        ),
        (
            #""a_date_ms":"1719835200000""#, #""a_date_ms":"1719835200999""#,
            ["a_date: another instant, ours 2024-07-01T12:00:00Z, Apple's 2024-07-01T12:00:00.999Z"]
        ),
        (
            #""a_date_ms":"1719835200000","a_date_pst":"2024-07-01 05:00:00 America/Los_Angeles""#,
            #""a_date_ms":"1719835200000","a_date_pst":"2024-07-01 04:00:00 America/Los_Angeles""#,
            [
                #"a_date_pst: ours "2024-07-01 05:00:00 America/Los_Angeles", Apple's "2024-07-01 04:00:00 America/Los_Angeles""#
            ]
        ),
        (
            #""a_date":"soon""#, #""a_date":"later","a_date_ms":"1""#,
            [
                #"a_date_ms: only Apple's, "1""#, #"a_date: ours "soon", Apple's "later""#,
            ]
        ),
        (
            #""a_date":"2024-07-01 12:00:00 Etc/GMT","a_date_ms":"1719835200000""#, #""b":1"#,
            [#"a_date: only ours, "1719835200000""#, "b: only Apple's, 1"]
        ),
        // Two names that are canonically equivalent.
        (
            #""é_date":"soon","a":1"#, #""e\u0301_date":"soon","a":1"#,
            [#"é_date: only ours, "soon""#, "e\u{301}_date: only Apple's, \"soon\""]
        ),
        (
            #""é_date":"soon","e\u0301_date":"soon""#, #""é_date":"soon","e\u0301_date":"later""#,
            ["e\u{301}_date: ours \"soon\", Apple's \"later\""]
        ),
        (
            #""a_date\u0301":"2024-07-01 12:00:00 Etc/GMT""#, #""a_date\u0301":"2024-07-01T12:00:00Z""#,
            ["a_date\u{301}: ours \"2024-07-01 12:00:00 Etc/GMT\", Apple's \"2024-07-01T12:00:00Z\""]
        ),
        // Los Angeles's local time: the hour that doesn't exist, and the one that occurs twice.
        (
            #""a_date_ms":"1710064800000""#, #""a_date_pst":"2024-03-10 02:00:00 America/Los_Angeles""#,
            [
                #"a_date_ms: only ours, "1710064800000""#,
                #"a_date_pst: only Apple's, "2024-03-10 02:00:00 America/Los_Angeles""#,
            ]
        ),
        (
            #""a_date_ms":"1730622600000""#, #""a_date_pst":"2024-11-03 01:30:00 America/Los_Angeles""#,
            [#"a_date: the same instant in another form, ours "1730622600000", Apple's none"#]
        ),
        // Numbers that are not valid dates.
        (
            #""a_date_ms":"9223372036854775807""#, #""a_date_ms":-9223372036854775808"#,
            [#"a_date_ms: ours "9223372036854775807", Apple's -9223372036854775808"#]
        ),
    ]

    @Test("Each difference is a line with the member's path, and the exit status is 1", arguments: different)
    func differences(_ row: (ours: String, apples: String, lines: [String])) throws {
        let (ours, apples) = (#"{"status":0,\#(row.ours)}"#, #"{"status":0,\#(row.apples)}"#)
        let result = try Self.run(ours, apples)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.lines == row.lines)
        #expect(try Self.run(ours, ours).status == 0)
    }

    @Test("The same as one JSON object")
    func json() throws {
        let result = try Self.run(
            #"{"status":0,"a":"x","in_app":[1,2],"expires_date_ms":"0"}"#,
            #"{"status":0,"b":[],"in_app":[1,3],"expires_date_ms":"1000"}"#, ["--format", "json"])
        #expect(result.status == 1)
        let differences = [
            #"{"path":"a","difference":"onlyOurs","ours":"\"x\""}"#,
            #"{"path":"in_app[1]","difference":"value","ours":"2","apples":"3"}"#,
            #"{"path":"expires_date","difference":"instant","ours":"1970-01-01T00:00:00Z","apples":"1970-01-01T00:00:01Z"}"#,
            #"{"path":"b","difference":"onlyApples","apples":"[…]"}"#,
        ]
        #expect(result.text == "{\"files\":[\"a\",\"b\"],\"differences\":[\(differences.joined(separator: ","))]}\n")
    }

    @Test(
        "Input that isn't an answer from verifyReceipt is unreadable: 66",
        arguments: ["", " ", "{", "[]", "0", "{}", #"{"status":0} {}"#, #"{"status":0,"status":1}"#, "<html>", "\u{0}"])
    func unreadable(_ contents: String) throws {
        for (ours, apples) in [(contents, #"{"status":0}"#), (#"{"status":0}"#, contents)] {
            let result = try Self.run(ours, apples)
            #expect(result.status == 66)
            #expect(result.output == [])
            #expect(result.errors.hasPrefix("receipt: \(ours == contents ? "a" : "b"): "), "\(result.errors)")
        }
    }

    @Test(
        "The message says what isn't JSON, and where",
        arguments: [
            ("{}", "It isn't an answer from verifyReceipt, which would have a status"),
            ("<html>", "Not JSON: expected a value at byte 0"),
            (#"{"status":0,"status":1}"#, "The member \"status\" occurs twice at byte 12"),
            (#"{"status":0} {}"#, "Not JSON: expected the end of the text at byte 13"),
            (
                #"{"status":"# + String(repeating: "[", count: 64),
                "Over the limit: nesting of JSON (limit 64) at byte 73"
            ),
        ])
    func message(_ contents: String, _ message: String) throws {
        #expect(try Self.run(contents, contents).errors == "receipt: a: \(message)\n")
    }

    @Test("Deep and large answers are read, or rejected, and none ends the program")
    func large() throws {
        func nested(_ depth: Int) -> String {
            #"{"status":0,"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(try Self.run(nested(63), nested(63)).status == 0)
        #expect(try Self.run(nested(63), nested(62)).status == 1)
        for depth in [64, 100_000] { #expect(try Self.run(nested(depth), nested(depth)).status == 66) }
        func purchases(_ quantity: String, _ order: some Sequence<Int>) -> String {
            let rows = order.map { #"{"transaction_id":"\#($0)","quantity":"\#($0 == 7_000 ? quantity : "1")"}"# }
            return #"{"status":0,"in_app":["# + rows.joined(separator: ",") + "]}"
        }
        let result = try Self.run(purchases("1", 0..<20_000), purchases("2", (0..<20_000).reversed()))
        #expect(result.lines == ["in_app: another order", #"in_app[7000].quantity: ours "1", Apple's "2""#])
        let huge = #"{"status":0,"a":""# + String(repeating: "x", count: 32 << 20) + "\"}"
        let tooLarge = try Self.run(huge, "{}")
        #expect(tooLarge.status == 66)
        #expect(tooLarge.errors.hasPrefix("receipt: a: It is larger than "), "\(tooLarge.errors)")
    }

    @Test("One of the two may be standard input")
    func standardInput() throws {
        let answer = Array(#"{"status":0}"#.utf8)
        for names in [["-", "a"], ["a", "-"]] {
            #expect(try Receipt.run(["compare"] + names, files: ["a": answer], input: answer).status == 0)
        }
        let twice = try Receipt.run(["compare", "-", "-"], input: answer)
        #expect(twice.status == 64)
        #expect(twice.errors.hasPrefix("Error: Standard input (-) can be read only once.\n"))
        let nothing = try Receipt.run(["compare", "-", "a"], files: ["a": answer])
        #expect(nothing.errors.hasPrefix("receipt: standard input: "))
        #expect(try Receipt.run(["compare", "missing", "a"], files: ["a": answer]).status == 66)
        for arguments in [[], ["a"], ["a", "a", "a"], ["a", "a", "--format", "csv"]] {
            #expect(try Receipt.run(["compare"] + arguments, files: ["a": answer]).status == 64)
        }
    }
}
