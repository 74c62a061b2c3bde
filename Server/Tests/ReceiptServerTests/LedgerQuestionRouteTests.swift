import Foundation
import ReceiptKitTesting
import Testing

/// Tests the request members that form a question to the ledger.
@Suite("POST /v1/ledger: questions")
struct LedgerQuestionRouteTests {
    /// Returns a month in April whose renewal Apple couldn't charge, according to evidence of 2 May, and a pass.
    private static func evidence() throws -> String {
        let authority = TestAuthority.standard
        let failing = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: "410000000000001")
        ).failingToRenew()
        let date = Date.utc(2024, 5, 2)
        let status = try authority.subscriptionBody(
            try #require(failing.transactions(at: date).last), try #require(failing.renewalInfo(at: date)))
        let pass = TestPurchase.nonConsumable(
            "com.example.season", on: .utc(2024, 4, 10), transactionID: "410000000000002"
        ).with { $0.productType = .nonRenewable }
        return #"[\#(status),"\#(try authority.sign(TestTransaction(pass)))"]"#
    }

    private static func ask(_ server: ServerProcess, _ members: String) throws -> Answer {
        try server.answer(
            "POST", "/v1/ledger", body: #"{"asOf":"2024-05-10","evidence":\#(try evidence())\#(members)}"#)
    }

    private static func states(_ answer: Answer) -> [String: String]? {
        ((answer.json?["ledger"] as? [String: Any])?["access"] as? [String: [String: Any]])?.compactMapValues {
            $0["state"] as? String
        }
    }

    @Test("The answers about access are listed by product, or by the names in the request")
    func access() throws {
        let (monthly, season) = ("com.example.monthly", "com.example.season")
        let cases: [(members: String, states: [String: String])] = [
            ("", [monthly: "undetermined", season: "denied"]),
            (#","products":null,"staleAfter":null,"nonRenewing":null"#, [monthly: "undetermined", season: "denied"]),
            (
                #","products":["com.example.monthly","com.example.none"]"#,
                [
                    monthly: "undetermined", "com.example.none": "denied",
                ]
            ),
            (
                #","products":{"pro":["com.example.monthly","com.example.yearly"],"a\u0062":["x"]}"#,
                [
                    "pro": "undetermined", "ab": "denied",
                ]
            ),
            (#","products":["com.example.monthly"],"staleAfter":700000"#, [monthly: "denied"]),
            (#","products":["com.example.monthly"],"staleAfter":600000"#, [monthly: "undetermined"]),
            (#","products":["com.example.season"],"nonRenewing":{"com.example.season":31}"#, [season: "granted"]),
            (#","products":["com.example.season"],"nonRenewing":{"com.example.season":30}"#, [season: "denied"]),
        ]
        let server = try Subject.server()
        for (members, states) in cases {
            let answer = try Self.ask(server, members)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(Self.states(answer) == states, "\(members)")
        }
        let asked = try Self.ask(
            server, #","products":{"pro":["com.example.monthly"]},"introductoryOfferProducts":["com.example.none"]"#)
        #expect(
            asked.text.contains(
                #""access":{"pro":{"state":"undetermined","missing":["billingRecovery"],"originalTransactionIDs":["410000000000001"],"#
                    + #""since":"2024-05-01T00:00:00Z","transactionID":"410000000000001","knownAsOf":"2024-05-02T00:00:00Z"}},"#
                    + #""introductoryOfferEligibility":{"answer":"undetermined","reason":"incompleteHistory"},"#),
            "\(asked.text)")
    }

    @Test("Transactions are found by any identifier: one, or a list")
    func transactions() throws {
        let server = try Subject.server()
        for (member, found) in [
            (#""410000000000002""#, ["410000000000002": "com.example.season"]),
            (#"["x","410000000000001","x"]"#, ["410000000000001": "com.example.monthly"]),
        ] {
            let answer = try Self.ask(server, #","transaction":\#(member)"#)
            #expect(answer.status == 200, "\(answer.text)")
            let ledger = try #require(answer.json?["ledger"] as? [String: Any])
            let transactions = try #require(ledger["transactions"] as? [String: Any])
            #expect(transactions.compactMapValues { ($0 as? [String: Any])?["productID"] as? String } == found)
            #expect(transactions.keys.contains("x") == member.contains("x"))
        }
    }

    @Test("An empty list means a customer without evidence: access to the products in the request is denied")
    func noEvidence() throws {
        let server = try Subject.server(["--page"])
        let body = #"{"evidence":[],"asOf":"2024-05-10","products":{"pro":["com.example.monthly"]}}"#
        for route in ["/v1/ledger", "/v1/timeline"] {
            let answer = try server.answer("POST", route, body: body)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            let expected: String = """
                {"verdict":"verified","ledger":{"asOf":"2024-05-10T00:00:00Z","purchases":[],"subscriptions":[],\
                "entitlements":[],"access":{"pro":{"state":"denied","reason":"noPurchaseKnown"}},"latest":{},\
                "appTransactionIDs":[],"appAccountTokens":[]}}
                """
            #expect(answer.text == expected)
        }
        for (body, code) in [
            (#"{"evidence":[],"products":null}"#, "evidence.empty"),
            (#"{"evidence":[],"transaction":"1"}"#, "evidence.empty"),
            (#"{"evidence":[],"products":[]}"#, "request.invalidMember"),
            (#"{"evidence":null,"products":["a"]}"#, "json.shape"), (#"{"products":["a"]}"#, "json.shape"),
        ] { #expect(try server.answer("POST", "/v1/ledger", body: body).code == code, "\(body)") }
    }

    @Test("A member with an invalid value gets 400, with the accepted values")
    func malformed() throws {
        let many = (0...1_000).map { "\"\($0)\"" }.joined(separator: ",")
        let products = #"Expected product identifiers, ["ID", …], or lists of them by name, {"NAME": ["ID", …]}"#
        let days = #"Expected {"ID": DAYS, …}: for each product a whole number of days from 1 to 36500"#
        let seconds = "Expected a whole number of seconds from 0 to 31536000"
        let transaction = #"Expected a transaction identifier, "ID", or 1 to 100 of them, ["ID", …]"#
        let version = "Expected a version of the app, numbers separated by dots"
        let offer = #"Expected 1 to 1000 product identifiers, ["ID", …]"#
        let requests: [(members: String, message: String)] = [
            (#""products":"pro""#, products), (#""products":[]"#, products), (#""products":{}"#, products),
            (#""products":[1]"#, products), (#""products":[""]"#, products), (#""products":["a","a"]"#, products),
            (#""products":{"":["a"]}"#, products), (#""products":{"a":[]}"#, products),
            (#""products":{"a":"b"}"#, products), (#""products":{"a":["b",null]}"#, products),
            (#""products":[\#(many)]"#, products), (#""products":{"a":[\#(many)]}"#, products),
            (#""staleAfter":"1h""#, seconds), (#""staleAfter":-1"#, seconds), (#""staleAfter":1.5"#, seconds),
            (#""staleAfter":31536001"#, seconds), (#""staleAfter":1e400"#, seconds), (#""staleAfter":{}"#, seconds),
            (#""staleAfter":99999999999999999999"#, seconds),
            (#""nonRenewing":[]"#, days), (#""nonRenewing":{"a":0}"#, days), (#""nonRenewing":{"a":"7"}"#, days),
            (#""nonRenewing":{"a":36501}"#, days), (#""nonRenewing":{"a":1,"b":null}"#, days),
            (#""introductoryOfferProducts":"a""#, offer), (#""introductoryOfferProducts":[]"#, offer),
            (#""introductoryOfferProducts":[\#(many)]"#, offer),
            (#""transaction":1"#, transaction), (#""transaction":[]"#, transaction),
            (#""transaction":"""#, transaction), (#""transaction":["1",null]"#, transaction),
            (#""transaction":[\#((0...100).map { "\"\($0)\"" }.joined(separator: ","))]"#, transaction),
            (#""firstAcquiredBefore":2"#, version), (#""firstAcquiredBefore":"two""#, version),
        ]
        let server = try Subject.server(["--page"])
        let evidence = #""evidence":["\#(try Subject.base64())"]"#
        for (member, message) in requests {
            for route in ["/v1/ledger", "/v1/timeline"] {
                let answer = try server.answer("POST", route, body: "{\(member),\(evidence)}")
                #expect(answer.status == 400, "\(member.prefix(60)) \(answer.text)")
                #expect(answer.verdict == "unreadable")
                #expect(answer.code == "request.invalidMember", "\(member.prefix(60))")
                let error = try #require(answer.json?["error"] as? [String: String])
                #expect(error["message"]?.hasPrefix(message) == true, "\(answer.text)")
                let name = try #require(member.firstMatch(of: /"(\w+)"/)).1
                #expect(error["message"]?.contains("in member \(name), at byte") == true, "\(answer.text)")
            }
        }
        // If there is no evidence, its error precedes errors in the question.
        #expect(try server.answer("POST", "/v1/ledger", body: #"{"products":"pro"}"#).code == "json.shape")
    }

    @Test("The picture answers the same question")
    func picture() throws {
        let server = try Subject.server(["--page"])
        let picture = try server.answer(
            "POST", "/v1/timeline",
            body: #"{"asOf":"2024-05-10","evidence":\#(try Self.evidence()),"nonRenewing":{"com.example.season":31}}"#
        ).text
        #expect(picture.contains("Entitled to com.example.season until"))
        #expect(!picture.contains("How long a non-renewing subscription"))
    }
}
