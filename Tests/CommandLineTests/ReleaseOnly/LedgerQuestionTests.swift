import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests the options that form a question to a ledger: access by product or name, how old evidence may be, how long a
/// pass lasts, and an introductory offer.
@Suite("receipt ledger: questions")
struct LedgerQuestionTests {
    private static let (monthly, yearly) = ("com.example.monthly", "com.example.yearly")
    private static let (season, coins) = ("com.example.season", "com.example.coins")
    private static let both = "pro=com.example.monthly,com.example.yearly"

    /// Returns a month in April whose renewal Apple couldn't charge, with evidence signed during the retries, a pass,
    /// coins and a theme.
    private static func evidence() throws -> [String] {
        let authority = TestAuthority.standard
        let failing = TestStory(
            .autoRenewable(monthly, on: .utc(2024, 4, 1), transactionID: "410000000000001")
        ).failingToRenew()
        let date = Date.utc(2024, 5, 2)
        let month = try #require(failing.transactions(at: date).last)
        let pass = TestPurchase.nonConsumable(season, on: .utc(2024, 4, 10), transactionID: "410000000000002").with {
            $0.productType = .nonRenewable
        }
        let coins = TestPurchase.nonConsumable(coins, on: .utc(2024, 4, 11), transactionID: "410000000000003").with {
            $0.productType = .consumable
        }
        let theme = TestPurchase.nonConsumable(
            "com.example.theme", on: .utc(2024, 4, 12), transactionID: "410000000000004")
        return try [
            authority.subscriptionBody(month, try #require(failing.renewalInfo(at: date))),
            authority.sign(TestTransaction(pass)), authority.sign(TestTransaction(coins)),
            authority.sign(TestTransaction(theme)),
        ]
    }

    private static let options = [
        "--bundle-id", "com.example.app", "--any-device", "--trust-root", "jws-root.cer", "--at", "2024-06-01",
    ]

    private static func run(_ more: [String], input: [String] = []) throws -> Program.Result {
        var files = ["jws-root.cer": try Fixtures.file("jws-root.cer")]
        let evidence = try evidence()
        for (index, text) in evidence.enumerated() { files["\(index)"] = Array(text.utf8) }
        let isBatch = more.contains("--batch")
        return try Receipt.run(
            ["ledger"] + options + more + (isBatch ? [] : ["--merge"] + evidence.indices.map { "\($0)" }), files: files,
            input: Array(input.map { $0 + "\n" }.joined().utf8))
    }

    /// Returns short forms of the answers about access.
    private static func access(_ object: JSON) -> [String: String]? {
        guard case .object(let answers)? = object["ledger"]?["access"] else { return nil }
        return answers.mapValues { answer in
            let words: [String?] = [
                answer["state"]?.string, answer["reason"]?.string,
                answer["missing"]?.array.map { $0.compactMap(\.string).joined(separator: "+") },
                answer["originalTransactionIDs"]?.array?.first?.string, answer["entitlement"]?["productID"]?.string,
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("Without --product the answer has every product, with all possibly missing evidence")
    func everyProduct() throws {
        let object = try Self.run(["--format", "json", "--as-of", "2024-05-10"]).object
        #expect(
            Self.access(object) == [
                Self.monthly: "undetermined billingRecovery 410000000000001", Self.season: "denied notAnEntitlement",
                Self.coins: "denied notAnEntitlement", "com.example.theme": "granted com.example.theme",
            ])
        let ledger = try #require(object["ledger"])
        #expect(ledger["access"]?[Self.monthly]?["since"] == .string("2024-05-01T00:00:00Z"))
        #expect(ledger["access"]?[Self.monthly]?["transactionID"] == .string("410000000000001"))
        #expect(ledger["access"]?[Self.monthly]?["knownAsOf"] == .string("2024-05-02T00:00:00Z"))
        #expect(ledger["introductoryOfferEligibility"] == nil)
        let status = ledger["subscriptions"]?.array?.first?["status"]
        #expect(status?["missing"] == .string("billingRecovery"))
        #expect(status?["state"] == .string("inBillingRetryPeriod"))
    }

    @Test(
        "Each option changes its answer",
        arguments: [
            (["--product", both], ["pro": "undetermined billingRecovery 410000000000001"]),
            (
                ["--product", monthly, "--product", "com.example.none"],
                [
                    monthly: "undetermined billingRecovery 410000000000001",
                    "com.example.none": "denied noPurchaseKnown",
                ]
            ),
            (["--product", both, "--stale-after", "740000"], ["pro": "denied expired"]),
            (["--product", both, "--stale-after", "730000"], ["pro": "undetermined billingRecovery 410000000000001"]),
            (["--product", season, "--non-renewing", "\(season)=31"], [season: "granted com.example.season"]),
            (["--product", season, "--non-renewing", "\(season)=30"], [season: "denied expired"]),
            (["--product", season, "--non-renewing", "\(monthly)=31"], [season: "denied notAnEntitlement"]),
            (
                ["--product", "any=\(monthly),\(season)", "--non-renewing", "\(season)=31"],
                [
                    "any": "granted com.example.season"
                ]
            ),
        ])
    func options(_ options: [String], _ expected: [String: String]) throws {
        let result = try Self.run(["--format", "json", "--as-of", "2024-05-10T12:00:00Z"] + options)
        #expect(result.status == 0, "\(result.text)")
        #expect(Self.access(try result.object) == expected)
    }

    @Test("The duration of a pass affects the entitlements, and --stale-after the status")
    func everywhere() throws {
        let options = ["--non-renewing", "\(Self.season)=31", "--stale-after", "700000", "--as-of", "2024-05-10"]
        let ledger = try #require(try Self.run(["--format", "json"] + options).object["ledger"])
        let pass = ledger["entitlements"]?.array?.first { $0["productID"] == .string(Self.season) }
        #expect(pass?["endDate"] == .string("2024-05-11T00:00:00Z"))
        #expect(ledger["subscriptions"]?.array?.first?["status"]?["missing"] == nil)
    }

    @Test("Whether the customer may have an introductory offer")
    func introductoryOffer() throws {
        let options = ["--as-of", "2024-04-20", "--intro-offer-products", "\(Self.monthly),\(Self.yearly)"]
        let ledger = try Self.run(["--format", "json"] + options).object["ledger"]
        let group = try #require(ledger?["introductoryOfferEligibility"])
        #expect(group["answer"] == .string("ineligible"))
        #expect(group["reason"] == .string("subscribed"))
        #expect(group["knownAsOf"] == .string("2024-05-02T00:00:00Z"))
        let text = try Self.run(options).text
        #expect(text.contains("Introductory offer\n  not eligible: subscribed by transaction"), "\(text)")
    }

    @Test("A transaction is found by any identifier, and one that no evidence names is null")
    func transactions() throws {
        let options = ["--transaction", "410000000000004", "--transaction", "9", "--transaction", "410000000000004"]
        let ledger = try #require(try Self.run(["--format", "json"] + options).object["ledger"])
        guard case .object(let found)? = ledger["transactions"] else { throw CocoaError(.coderReadCorrupt) }
        #expect(Set(found.keys) == ["410000000000004", "9"])
        #expect(found["9"] == .null)
        let theme = try #require(ledger["purchases"]?.array?.first { $0["productID"] == .string("com.example.theme") })
        #expect(found["410000000000004"] == theme.setting("transactionIDs", nil))
        #expect(theme["id"] == .string("410000000000004/com.example.theme"))
        #expect(theme["transactionIDs"] == .array([.string("410000000000004")]))
        #expect(
            ledger["latest"]
                == .object([
                    Self.monthly: .string("410000000000001"), Self.season: .string("410000000000002"),
                    Self.coins: .string("410000000000003"), "com.example.theme": .string("410000000000004"),
                ]))
        #expect(try Self.run(["--format", "json"]).object["ledger"]?["transactions"] == nil)
        let lines = try Self.run(options).lines
        let title = try #require(lines.firstIndex(of: "Transactions asked about"))
        #expect(lines[title + 1] == "  com.example.theme (non-consumable)")
        #expect(lines[title + 2].contains("410000000000004  2024-04-12 00:00Z"))
        #expect(lines[title + 3] == "  9: not in the evidence")
    }

    @Test("Which version of the app was first acquired, and whether that was before another one")
    func firstAcquired() throws {
        let app = try TestAuthority.standard.sign(
            TestAppTransaction(bundleIdentifier: "com.example.app").with {
                ($0.originalAppVersion, $0.originalPlatform) = ("1.2", "iOS")
            })
        func ask(_ options: [String], _ evidence: [String]) throws -> Program.Result {
            let list = evidence.map { "\"\($0)\"" }.joined(separator: ",")
            return try Self.run(["--batch"] + options, input: [#"{"evidence":[\#(list)]}"#])
        }
        let known = #""firstAcquired":{"originalAppVersions":["1.2"],"originalPlatform":"iOS""#
        #expect(try ask([], [app]).text.contains(known + "}"))
        for (version, answer) in [("1.3", "before"), ("1.2.0", "notBefore"), ("1.10", "before")] {
            let text = try ask(["--first-acquired-before", version], [app]).text
            #expect(text.contains(known + #","answer":"\#(answer)"}"#), "\(version) \(text)")
        }
        let month = try #require(try Self.evidence().last)
        #expect(try !ask([], [month]).text.contains("firstAcquired"))
        #expect(
            try ask(["--first-acquired-before", "2"], [month]).text.contains(
                #""firstAcquired":{"originalAppVersions":[],"answer":"undetermined","reason":"absent"}"#))
        let text = try Self.run(["--first-acquired-before", "2"]).text
        #expect(text.contains("First acquired\n  not known: no evidence says which version was first acquired\n"))
    }

    @Test("Batches and keys get the same questions")
    func batches() throws {
        let list = try Self.evidence().map { $0.hasPrefix("{") ? $0 : "\"\($0)\"" }.joined(separator: ",")
        let options = [
            "--product", Self.both, "--product", Self.season, "--stale-after", "700000", "--non-renewing",
            "\(Self.season)=31", "--intro-offer-products", Self.monthly, "--as-of", "2024-05-10",
        ]
        let merged = try Self.run(["--format", "json"] + options).object["ledger"]
        #expect(merged?["access"]?["pro"]?["state"] == .string("denied"))
        let line = try Self.run(["--batch"] + options, input: [#"{"evidence":[\#(list)]}"#]).object
        #expect(line["ledger"] == merged)
        let key = try Self.run(["--batch", "--merge-by-key"] + options, input: [#"{"key":"a","evidence":[\#(list)]}"#])
        #expect(try key.object["ledger"] == merged)
    }

    @Test(
        "The text has one line for each product",
        arguments: [
            (
                "2024-04-20", [],
                [
                    "com.example.monthly: granted until 2024-05-01T00:00:00Z",
                    "com.example.season: denied: how long it lasts isn't known", "com.example.theme: granted for good",
                ]
            ),
            (
                "2024-04-20", ["--product", both, "--product", coins],
                [
                    "pro: granted by com.example.monthly until 2024-05-01T00:00:00Z",
                    "com.example.coins: denied: not an entitlement",
                ]
            ),
            (
                "2024-05-10", ["--non-renewing", "\(season)=7"],
                [
                    "com.example.monthly: undetermined: a billing recovery may be missing; no known access since "
                        + "2024-05-01T00:00:00Z; ask Apple about 410000000000001",
                    "com.example.season: denied: expired since 2024-04-17T00:00:00Z",
                    "com.example.theme: granted for good",
                ]
            ),
            (
                "2024-03-01", ["--product", monthly, "--product", "com.example.none"],
                [
                    "com.example.monthly: denied: begins on 2024-04-01T00:00:00Z",
                    "com.example.none: denied: no purchase is known",
                ]
            ),
        ] as [(String, [String], [String])])
    func text(_ date: String, _ options: [String], _ lines: [String]) throws {
        let result = try Self.run(["--as-of", date] + options)
        let title = try #require(result.lines.firstIndex(of: "Access as of \(date)T00:00:00Z"))
        #expect(result.lines[(title + 1)...].map { String($0.dropFirst(2)) } == lines)
    }

    @Test(
        "An invalid option reports the accepted values: 64",
        arguments: [
            (["--product", "pro="], "Expected ID or NAME=ID,ID…, such as pro=com.example.monthly,com.example.yearly."),
            (["--product", "=a"], "Expected ID or NAME=ID,ID…"), (["--product", "a,b"], "Expected ID or NAME=ID,ID…"),
            (["--product", "a=b,,c"], "Expected ID or NAME=ID,ID…"), (["--product", ""], "Expected ID or NAME=ID,ID…"),
            (["--product", "a=b", "--product", "a=c"], "give each name once."),
            (["--stale-after", "1h"], "Expected a whole number of seconds from 0 to 31536000, such as 3600."),
            (["--stale-after", "31536001"], "Expected a whole number of seconds"),
            (["--stale-after", "99999999999999999999"], "Expected a whole number of seconds"),
            (["--non-renewing", season], "Expected ID=DAYS, a whole number of days from 1 to 36500"),
            (["--non-renewing", "\(season)=0"], "such as com.example.season=90."),
            (["--non-renewing", "\(season)=-1"], "Expected ID=DAYS"), (["--non-renewing", "=7"], "Expected ID=DAYS"),
            (["--non-renewing", "a=1", "--non-renewing", "a=2"], "--non-renewing names a product twice."),
            (["--intro-offer-products", "a,"], "Expected ID,ID…, such as com.example.monthly,com.example.yearly."),
            (["--product", "a", "--format", "csv"], "--product works with text and JSON"),
            (["--stale-after", "0", "--format", "csv"], "--stale-after works with text and JSON"),
            (["--transaction", "1", "--format", "csv"], "--transaction works with text and JSON"),
            (["--transaction", ""], "--transaction is an identifier; give at most 100 of them."),
            (["--first-acquired-before", "two"], "Expected a version, numbers separated by dots, such as 2.0."),
            (["--first-acquired-before", "1..2"], "Expected a version"),
        ] as [([String], String)])
    func misuse(_ options: [String], _ message: String) throws {
        let result = try Self.run(options)
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("At most a thousand products are asked about")
    func most() throws {
        let many = (1...1_000).map { "p\($0)" }.joined(separator: ",")
        #expect(try Self.run(["--format", "json", "--product", "all=\(many)"]).status == 0)
        #expect(try Self.run(["--format", "json", "--product", "all=\(many),p"]).status == 64)
        let transactions = (0...100).flatMap { ["--transaction", "\($0)"] }
        #expect(try Self.run(transactions).status == 64)
        #expect(try Self.run(Array(transactions.dropLast(2))).status == 0)
    }
}
