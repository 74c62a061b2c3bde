import AppleVerifyReceipt
import CInterface
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptReports
import TestSupport
import Testing

/// The C library returns the same bytes as the command line and the server.
@Suite("The C library's answers")
struct AnswerTests {
    @Test("A verdict, byte for byte that of the command line", arguments: GoldenAnswer.verdicts)
    func verdict(_ golden: GoldenAnswer) throws {
        let library = try Library(Self.policy(golden))
        #expect(library.verify(try golden.contents, at: try Self.time) == (try golden.text))
    }

    @Test("A ledger, byte for byte that of the command line", arguments: GoldenAnswer.all("ledger"))
    func ledger(_ golden: GoldenAnswer) throws {
        let expected = try golden.text
        let ledger = expected[try #require(expected.range(of: #","ledger":{"#)).lowerBound...]
        let date = try #require(ledger.firstMatch(of: /"asOf":"([^"]*)"/)).1
        var members = #","asOf":"\#(date)""#
        if golden.options.contains("--product") { members += Self.question }
        let evidence = try Self.evidence(golden.input)
        let answer = try Library(Self.policy(golden)).ledger(#"{"evidence":[\#(evidence)]\#(members)}"#, at: Self.time)
        let head = #"{"verdict":"verified","environment":"Production","bundleID":"com.example.app""#
        #expect(answer == head + ledger)
    }

    /// The request members that correspond to the options of the golden answer with `--product`.
    private static let question = """
        ,"products":{"none":["com.example.none"],"season":["com.example.season","com.example.year"]},"staleAfter":3600,\
        "nonRenewing":{"com.example.season":365},"introductoryOfferProducts":["com.example.monthly"],\
        "transaction":["410000009801577","1"],"firstAcquiredBefore":"2.0"
        """

    @Test("Every fixture, byte for byte what the server's routes answer", arguments: ["receipts", "jws", "bodies"])
    func fixtures(folder: String) throws {
        let library = try Library(Self.policy(members: #","sharedSecrets":["open","sesame"]"#))
        let policy = try Self.receiptPolicy()
        let verifier = ReceiptVerifier(policy: policy)
        let endpoint = VerifyReceiptEndpoint(
            policy: policy, sharedSecrets: ["open", "sesame"], environment: .production)
        let now = try Self.time
        for file in try Self.files(folder) {
            let contents = try Fixtures.file(file)
            let verdict = EvidenceVerdict(request: contents, by: verifier, at: now)
            #expect(library.verify(contents, at: now) == String(decoding: verdict.json, as: UTF8.self), "\(file)")
            let request = #"{"evidence":[\#(try Self.evidence(file))],"asOf":"2024-05-20"}"#
            let ledger = LedgerVerdict(of: Array(request.utf8), by: verifier, at: now)
            #expect(library.ledger(request, at: now) == String(decoding: ledger.json, as: UTF8.self), "\(file)")
            for password in ["open", "shut"] {
                let data = Data(contents).base64EncodedString()
                let request = Array(#"{"receipt-data":"\#(data)","password":"\#(password)"}"#.utf8)
                let answer = endpoint.answer(method: "POST", body: request, at: now).body
                let expected = String(decoding: answer, as: UTF8.self)
                #expect(library.verifyReceiptResponse(request, at: now) == expected, "\(file)")
            }
        }
    }

    @Test(
        "verifyReceipt answers for the environment that the policy names, and without environments the policy accepts that one",
        arguments: [
            ("", 21007, false), (#","verifyReceiptEnvironment":"Production""#, 21007, false),
            (#","verifyReceiptEnvironment":"Sandbox""#, 0, true),
            (#","environments":null,"verifyReceiptEnvironment":"Sandbox""#, 0, true),
            (#","environments":["Sandbox"]"#, 0, true), (#","environments":["Production","Sandbox"]"#, 21007, true),
            (#","environments":["Production"],"verifyReceiptEnvironment":"Sandbox""#, 21003, false),
            (#","environments":["Sandbox"],"verifyReceiptEnvironment":"Production""#, 21007, true),
        ])
    func environment(members: String, status: Int, isAccepted: Bool) throws {
        let receipt = try Fixtures.file("receipts/sandbox.receipt")
        let request = Array(#"{"receipt-data":"\#(Data(receipt).base64EncodedString())"}"#.utf8)
        // A date after the receipt was created.
        let now = try Self.time.addingTimeInterval(400 * 86_400)
        let library = try Library(Self.policy(members: members))
        let answer = library.verifyReceiptResponse(request, at: now)
        #expect(answer.contains(#""status":\#(status)"#) && !answer.contains("error"), "\(answer)")
        let verdict = library.verify(receipt, at: now)
        #expect(verdict.hasPrefix(#"{"verdict":"verified""#) == isAccepted, "\(verdict)")
        #expect(verdict.contains(#""code":"environment.mismatch""#) == !isAccepted, "\(verdict)")
        let ledger = library.ledger(#"{"evidence":["\#(Data(receipt).base64EncodedString())"]}"#, at: now)
        #expect(ledger.hasPrefix(#"{"verdict":"verified""#) == isAccepted, "\(ledger)")
    }

    @Test("An `evidence` can't contain another `evidence`, as on the lines of a batch")
    func enclosed() throws {
        let jws = String(decoding: try Fixtures.file("jws/renewal.jws"), as: UTF8.self).trimmingCharacters(
            in: .newlines)
        let list = #"{"evidence":["\#(jws)"]}"#
        let quoted = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
        let library = try Library(Self.policy())
        for (body, isVerified) in [
            (list, true), (quoted, true), (#"{"evidence":[\#(list)]}"#, true), (#"{"evidence":\#(list)}"#, false),
            (#"{"evidence":\#(quoted)}"#, false),
        ] {
            let answer = library.verify(Array(body.utf8), at: try Self.time)
            #expect(answer.contains(#""verdict":"verified""#) == isVerified, "\(answer.prefix(200))")
            #expect(answer.contains(#""code":"evidence.empty""#) != isVerified, "\(answer.prefix(200))")
        }
    }

    static var time: Date { get throws { try #require(Timestamp.parse(GoldenAnswer.time)) } }

    static func policy(_ golden: GoldenAnswer) throws -> String {
        let intermediates = try golden.options.filter { $0.hasSuffix(".cer") }.map(Self.base64)
        var members = intermediates.isEmpty ? "" : #","intermediates":["\#(intermediates.joined(separator: "\",\""))"]"#
        if golden.options.contains("--accept-transaction-receipts") {
            members += #","acceptTransactionReceipts":true"#
        }
        return try policy(bundleID: golden.bundleIdentifier, members: members)
    }

    static func policy(bundleID: String = "com.example.app", members: String = "") throws -> String {
        let roots = try GoldenAnswer.roots.map(base64).joined(separator: "\",\"")
        return #"{"bundleIDs":["\#(bundleID)"],"device":"unchecked","trustRoots":["\#(roots)"]\#(members)}"#
    }

    private static func receiptPolicy() throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots(try GoldenAnswer.roots.map(Fixtures.file)))
    }

    private static func files(_ folder: String) throws -> [String] {
        let path = Fixtures.folder.appendingPathComponent(folder).path
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "\(folder)/\($0)" }
    }

    /// Returns a file as an element of a request for a ledger.
    private static func evidence(_ file: String) throws -> String {
        let text = String(decoding: try Fixtures.file(file), as: UTF8.self)
        return switch file.suffix(4) {
        case "json": text
        case ".jws": #""\#(text.trimmingCharacters(in: .newlines))""#
        default: #""\#(try base64(file))""#
        }
    }

    private static func base64(_ file: String) throws -> String { Data(try Fixtures.file(file)).base64EncodedString() }
}
