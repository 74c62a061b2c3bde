import AppleVerifyReceipt
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests requests that have later evidence next to the receipt.
@Suite("verifyReceipt: with evidence")
struct EvidenceMemberTests {
    private static let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 1, 15))).renewing(
        times: 2)
    private static let firstDay = Date.utc(2024, 1, 16)
    private static let lastDay = Date.utc(2024, 4, 14)

    private static func texts() throws -> [String] {
        let authority = TestAuthority.standard
        return try story.transactions(at: lastDay).map { #""\#(try authority.sign($0))""# }
            + story.notifications(at: lastDay).map { #"{"signedPayload":"\#(try authority.sign($0))"}"# }
            + [#""\#(try Request.base64(story.receipt(at: lastDay)))""#, #"{"signedTransactions":[]}"#]
    }

    private static func body(_ evidence: String, _ more: String = "") throws -> String {
        try Request.body(story.receipt(at: firstDay), #","evidence":\#(evidence)"# + more)
    }

    @Test("It answers as a ledger of the same does, alone and beside one")
    func knowing() throws {
        let verifier = ReceiptVerifier(policy: try Request.policy())
        let texts = try Self.texts()
        let pieces = try texts.dropLast().map { text in
            try verifier.verify(evidence: text.utf8.filter { $0 != 0x22 || text.first == "{" }, at: Request.now)
        }
        let endpoint = try Request.endpoint()
        func answer(_ body: String, _ ledger: PurchaseLedger? = nil) -> String {
            let bytes = Array(body.utf8)
            return String(
                decoding: endpoint.response(method: "POST", body: bytes, knowing: ledger, at: Request.now),
                as: UTF8.self)
        }
        let plain = try Request.body(Self.story.receipt(at: Self.firstDay))
        let expected = answer(plain, try PurchaseLedger(merging: pieces))
        #expect(expected != answer(plain))
        #expect(answer(try Self.body("[\(texts.joined(separator: ","))]")) == expected)
        #expect(answer(try Self.body("[\(texts.reversed().joined(separator: ", "))]")) == expected)
        let (first, second) = (texts.prefix(3), pieces.dropFirst(3))
        #expect(
            answer(try Self.body("[\(first.joined(separator: ","))]"), try PurchaseLedger(merging: second)) == expected)
        #expect(answer(try Self.body("[]")) == answer(plain))
        #expect(answer(try Self.body("null")) == answer(plain))
        #expect(answer(try Self.body(#"[{"data":[]}]"#)) == answer(plain))
    }

    @Test("Another customer's evidence adds nothing")
    func otherCustomer() throws {
        var other = TestTransaction(
            .autoRenewable("com.example.monthly", on: .utc(2024, 2, 1), transactionID: "990000000000001"))
        other.signedDate = .utc(2024, 2, 1)
        let text = try Request.endpoint().text(Self.body(#"["\#(TestAuthority.standard.sign(other))"]"#))
        #expect(text.hasPrefix("{\"status\":0, "))
        #expect(!text.contains("990000000000001"))
    }

    @Test("A value that isn't a list of strings and objects gets 21002")
    func malformed() throws {
        let endpoint = try Request.endpoint(sharedSecret: "s")
        let many = "[" + Array(repeating: "{}", count: 10_001).joined(separator: ",") + "]"
        for evidence in [#""\#(try Request.base64(Request.plain))""#, "{}", "7", "true", "[7]", "[[]]", "[null]", many]
        {
            #expect(
                endpoint.status(try Self.body(evidence, #","password":"wrong""#)) == 21002, "\(evidence.prefix(20))")
        }
    }

    @Test("A control character in a string of a JWS is escaped")
    func controlCharacters() throws {
        let transactions = try Self.story.transactions(at: Self.lastDay).map { transaction in
            let changed = transaction.with {
                ($0.offerType, $0.offerIdentifier) = (2, "line\nbreak \u{1} \"x\" \\ \u{F8FF}")
            }
            return #""\#(try TestAuthority.standard.sign(changed))""#
        }
        let text = try Request.endpoint().text(Self.body("[\(transactions.joined(separator: ","))]"))
        #expect(text.contains(#""promotional_offer_id":"line\u000abreak \u0001 \"x\" \\ \#u{F8FF}""#))
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    }

    @Test("A list may have 10,000 pieces")
    func longest() throws {
        let list = "[" + Array(repeating: "{}", count: 10_000).joined(separator: ",") + "]"
        #expect(try Request.endpoint().status(Self.body(list)) == 21003)
    }

    @Test("Rejected evidence gets 21003, which every other status precedes")
    func refused() throws {
        let jws = try TestAuthority.standard.sign(TestTransaction(), defects: [.named("signature-flipped")])
        let sandbox = try TestAuthority.standard.sign(TestTransaction().with { $0.environment = .sandbox })
        let otherApp = try TestAuthority.standard.sign(
            TestTransaction().with { $0.bundleIdentifier = "com.example.other" })
        for text in [
            #""\#(jws)""#, #""\#(sandbox)""#, #""\#(otherApp)""#, #""""#, #""<html>""#, "{}", #"{"signedPayload":""}"#,
        ] {
            let evidence = "[\(try Self.texts()[0]), \(text)]"
            let endpoint = try Request.endpoint(sharedSecret: "s")
            let right = #","password":"s""#
            let answer = endpoint.answer(
                method: "POST", body: Array(try Self.body(evidence, right).utf8), at: Request.now)
            #expect(answer.status == 21003, "\(text.prefix(20))")
            #expect(answer.error != nil)
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":21003}"#)
            #expect(endpoint.status(try Self.body(evidence, #","password":"x""#)) == 21004)
            #expect(endpoint.status(try Self.body(evidence)) == 21004)
            #expect(try Request.endpoint(.sandbox).status(try Self.body(evidence)) == 21008)
            let body = Array(try Self.body(evidence).utf8)
            #expect(try Request.endpoint().answer(method: "GET", body: body, at: Request.now).status == 21000)
            #expect(try Request.endpoint().status(#"{"receipt-data":"AAAA","evidence":\#(evidence)}"#) == 21002)
        }
    }

    @Test("Evidence of two apps does not belong together")
    func twoApps() throws {
        let policy = try ReceiptPolicy(
            bundleIdentifiers: .any, device: .unchecked, trust: .roots(TestAuthority.standard.rootCertificates))
        let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production)
        let other = try TestAuthority.standard.sign(
            TestTransaction().with { $0.bundleIdentifier = "com.example.other" })
        #expect(endpoint.status(try Self.body(#"["\#(other)"]"#)) == 21003)
    }

    @Test("While a secret is replaced, both are accepted")
    func secrets() throws {
        func endpoint(_ secrets: Set<String>?) throws -> VerifyReceiptEndpoint {
            VerifyReceiptEndpoint(policy: try Request.policy(), sharedSecrets: secrets, environment: .production)
        }
        let table: [(Set<String>?, password: String?, Int)] = [
            (["old", "new"], "old", 0), (["old", "new"], "new", 0), (["old", "new"], "ne", 21004),
            (["old", "new"], "oldnew", 21004), (["old", "new"], nil, 21004), ([], "old", 21004), ([], "", 21004),
            (nil, "x", 0), (nil, nil, 0),
        ]
        for (secrets, password, status) in table {
            let members = password.map { #","password":"\#($0)""# } ?? ""
            #expect(try endpoint(secrets).status(Request.body(Request.renewable, members)) == status)
        }
    }
}
