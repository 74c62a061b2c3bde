import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt issue")
struct IssueTests {
    /// Issues evidence, and verifies it with the command that `issue` prints, in the same folder.
    private func issueAndVerify(_ options: [String], _ more: String = "") throws -> Program.Result {
        let words = (["issue", "--out", "r", "--root-out", "c", "--bundle-id", "com.example.app"] + options)
            .map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
        let script = """
            set -e
            receipt() { '\(Receipt.executable.path)' "$@"; }
            receipt \(words) > said
            eval "$(tail -n 1 said) --format json \(more)"
            """
        return try Program.run(URL(fileURLWithPath: "/bin/sh"), ["-c", script])
    }

    @Test(
        "prints the command that verifies what it issued",
        arguments: [
            [], ["--environment", "sandbox"], ["--environment", "xcode"],
            ["--device", "00:17:f2:c4:bc:c0"], ["--created", "2025-12-24T18:00:00Z"], ["--created", "2034-12-24"],
            ["--purchase", #"{"productID": "it's", "purchaseDate": "2024-04-01T10:00:00Z", "productType": 0}"#],
        ])
    func roundTrip(_ options: [String]) throws {
        let result = try issueAndVerify(options)
        #expect(result.status == 0, "\(result.errors)\(result.text)")
        #expect(try result.object.verdict == "verified")
    }

    @Test("puts the purchases into the receipt")
    func purchases() throws {
        let result = try issueAndVerify([
            "--purchase",
            #"{"productID": "a", "purchaseDate": "2024-04-01T10:00:00Z", "productType": 1, "purchasedQuantity": 3}"#,
            "--purchase",
            #"{"productID": "b", "purchaseDate": "2024-04-02T10:00:00Z", "expirationDate": "2024-05-02T10:00:00Z"}"#,
        ])
        let purchases = try #require(try result.object["receipt"]?["purchases"]?.array)
        #expect(Set(purchases.compactMap { $0["productID"]?.string }) == ["a", "b"])
        #expect(purchases.first { $0["productID"] == .string("a") }?["purchasedQuantity"] == .number(3))
    }

    @Test(
        "adds a defect",
        arguments: [
            "wrong-root", "developer-certificate", "content-flipped", "signed-attributes", "two-signers",
            "signer-expired",
            "truncated",
        ])
    func defects(_ name: String) throws {
        let defect = try Defect.named(name)
        let result = try issueAndVerify(["--defect", name])
        #expect(result.status == 1)
        #expect(try result.object.errorCode == defect.expectedError)
    }

    @Test(
        "issues every kind of JWS and JSON body, and prints the command that verifies it",
        arguments: [
            ("transaction", "transaction"), ("subscriptionStatus", "subscriptionStatus"),
            ("appTransaction", "appTransaction"), ("notification", "notification"),
            ("notificationBody", "notification"), ("transactionHistory", "list"),
            ("subscriptionStatuses", "list"),
        ],
        [
            [], ["--environment", "sandbox"], ["--created", "2034-12-24"],
            ["--device-verification-id", "0E3B5C1D-7A42-4D0F-9B61-2F6C8D1E4A57"],
        ].sample(2))
    func jwsList(_ kind: (issued: String, verified: String), _ options: [String]) throws {
        let result = try issueAndVerify(["--kind", kind.issued] + options)
        #expect(result.status == 0, "\(result.errors)\(result.text)")
        #expect(try result.object["kind"] == .string(kind.verified))
    }

    @Test(
        "issues transaction receipts of each version, and prints the command that verifies them",
        arguments: [
            (["--created", "2014-12-24"], "sha1"), (["--created", "2020-12-24"], "sha1"), ([], "sha256"),
            (["--environment", "sandbox"], "sha256"),
            (["--device", "0E3B5C1D-7A42-4D0F-9B61-2F6C8D1E4A57"], "sha256"),
        ])
    func transactionReceipts(_ options: [String], _ digest: String) throws {
        let result = try issueAndVerify(["--kind", "transactionReceipt", "--intermediate-out", "i"] + options)
        #expect(result.status == 0, "\(result.errors)\(result.text)")
        let object = try result.object
        #expect(object["kind"] == .string("transactionReceipt"))
        #expect(object["verification"]?["digest"] == .string(digest))
        let claimed = options.contains("sandbox") ? "Sandbox" : "Production"
        #expect(object["claimedEnvironment"] == .string(claimed))
    }

    @Test(
        "adds a defect to a transaction receipt, for each step that rejects it",
        arguments: [
            ("comment", "propertyList.syntax"), ("other-bundle-identifier", "bundleIdentifier.mismatch"),
            ("length-short", "der.trailing"),
        ])
    func transactionReceiptDefects(_ defect: String, _ code: String) throws {
        let result = try issueAndVerify(
            ["--kind", "transactionReceipt", "--intermediate-out", "i", "--defect", defect])
        #expect(result.status == 1)
        #expect(try result.object.errorCode == code)
    }

    @Test("signs as a Mac does", arguments: ["xcode", "local-testing"], ["transaction", "appTransaction"])
    func localJWS(_ environment: String, _ kind: String) throws {
        let result = try issueAndVerify(["--kind", kind, "--environment", environment])
        #expect(try result.object["kind"] == .string(kind), "\(result.errors)\(result.text)")
    }

    @Test("A renewal info is issued, and can't be verified alone")
    func renewalInfo() throws {
        let result = try issueAndVerify(["--kind", "renewalInfo"])
        #expect(result.status == 1)
        #expect(try result.object.errorCode == "renewalInfo.unbound")
    }

    @Test("A realtime request is issued of the purchase, to be inspected")
    func realtimeRequest() throws {
        let purchase =
            #"{"productID":"p","purchaseDate":"2024-04-01","expirationDate":"2024-05-01","transactionID":"7"}"#
        let inspected = try issueAndVerify([
            "--kind", "realtimeRequest", "--purchase", purchase, "--claims", #"{"userLocale":"de-DE"}"#,
        ]).object
        #expect(inspected["kind"] == .string("realtimeRequest"))
        #expect(inspected["realtimeRequest"]?["productID"] == .string("p"))
        #expect(inspected["realtimeRequest"]?["originalTransactionID"] == .string("7"))
        #expect(inspected["realtimeRequest"]?["userLocale"] == .string("de-DE"))
    }

    @Test("puts the purchase and the claims into the JWS")
    func claims() throws {
        let result = try issueAndVerify([
            "--kind", "transaction", "--purchase",
            #"{"productID": "a", "purchaseDate": "2024-04-01T10:00:00Z", "productType": 1, "purchasedQuantity": 3}"#,
            "--claims",
            #"{"price": 9990, "storefront": null, "appAccountToken": "0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"}"#,
        ])
        let transaction = try #require(try result.object["transaction"])
        #expect(transaction["productID"] == .string("a"))
        #expect(transaction["purchasedQuantity"] == .number(3))
        #expect(transaction["price"] == .string("9.99"))
        #expect(transaction["storefrontCountryCode"] == nil)
        #expect(transaction["appAccountToken"] == .string("0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"))
    }

    @Test("puts claims into the renewal info of a subscription status: a grace period from a shell")
    func renewalClaims() throws {
        let claims = #"{"isInBillingRetryPeriod": true, "gracePeriodExpiresDate": 1717200000000, "currency": null}"#
        let result = try issueAndVerify(["--kind", "subscriptionStatus", "--renewal-claims", claims])
        let renewalInfo = try #require(try result.object["renewalInfo"])
        #expect(renewalInfo["gracePeriodExpirationDate"] == .string("2024-06-01T00:00:00Z"))
        #expect(renewalInfo["isInBillingRetry"] == .bool(true))
        #expect(renewalInfo["currency"] == nil)
        let other = try Receipt.run([
            "issue", "--out", "x", "--root-out", "r", "--bundle-id", "a", "--kind", "renewalInfo", "--renewal-claims",
            "{}",
        ])
        #expect(other.status == 64)
        #expect(other.errors.hasPrefix("Error: --renewal-claims is for a subscriptionStatus;"))
    }

    @Test(
        "derives the keys of a JWS from a seed, and of nothing else",
        arguments: [
            (["--kind", "transaction", "--key-seed", "mine"], nil),
            (["--kind", "notificationBody", "--environment", "sandbox", "--key-seed", "mine"], nil),
            (["--kind", "transaction", "--key-seed", ""], "Error: --key-seed is empty."),
            (["--key-seed", "mine"], "Error: --key-seed is for JWS of production and sandbox."),
            (
                ["--kind", "transaction", "--environment", "xcode", "--key-seed", "mine"],
                "Error: --key-seed is for JWS of production and sandbox."
            ),
        ] as [([String], String?)])
    func keySeed(_ arguments: [String], _ error: String?) throws {
        guard let error else {
            #expect(try issueAndVerify(arguments).object.verdict == "verified")
            return
        }
        let result = try Receipt.run(["issue", "--out", "x", "--root-out", "r", "--bundle-id", "a"] + arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix(error), "\(result.errors)")
    }

    @Test("puts claims into the transaction of a subscription status: a refund from a shell")
    func statusClaims() throws {
        let object = try issueAndVerify([
            "--kind", "subscriptionStatus", "--claims", #"{"revocationDate": 1715000000000, "revocationReason": 0}"#,
            "--renewal-claims", #"{"autoRenewStatus": 0}"#,
        ]).object
        #expect(object["transaction"]?["revocationDate"] == .string("2024-05-06T12:53:20Z"))
        #expect(object["transaction"]?["revocationReason"] == .number(0))
        #expect(object["renewalInfo"]?["willAutoRenew"] == .bool(false))
        #expect(object["renewalInfo"]?["revocationDate"] == nil)
    }

    @Test("puts objects into the JWS, and reports malformed ones")
    func nestedClaims() throws {
        let result = try issueAndVerify([
            "--kind", "transaction", "--claims",
            #"{"multiSeatInfo": {"invitationManagement": "DEVELOPER", "priceTiers": [{"price": 4000, "quantity": "3"}]}}"#,
        ])
        let transaction = try #require(try result.object["transaction"])
        let seats = try #require(transaction["multiSeatInfo"])
        #expect(seats["invitationManagement"] == .string("DEVELOPER"))
        #expect(seats["priceTiers"] == .array([.object(["price": .string("4")])]))
        let diagnostics = try #require(transaction["diagnostics"]?.array)
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.string?.contains("member multiSeatInfo.priceTiers[0].quantity") == true)
    }

    /// A defect for each step, with its error code.
    static let steps: [(kind: String, defect: String, code: String)] = [
        ("transaction", "two-parts", "jws.format"), ("transaction", "algorithm-none", "jws.algorithm"),
        ("transaction", "repeated-member", "json.repeatedMember"),
        ("transaction", "developer-certificate", "chain.notReceiptSigner"),
        ("transaction", "signature-flipped", "signature.invalid"),
        ("transaction", "retention-request-in-place", "payload.realtimeRequest"),
        ("notification", "nested-other-subscription", "evidence.disagreement"),
        ("transaction", "wrong-environment", "environment.mismatch"),
        ("appTransaction", "other-app", "bundleIdentifier.mismatch"),
        ("appTransaction", "other-app-apple-id", "appAppleID.mismatch"),
        ("notification", "signed-in-the-future", "date.future"), ("transaction", "other-device", "device.mismatch"),
    ]

    @Test("adds a defect to a JWS, for each step that rejects it", arguments: steps)
    func jwsDefects(_ step: (kind: String, defect: String, code: String)) throws {
        let device = step.kind == "transaction" ? ["--device-verification-id", TestDeviceVerification.exampleID] : []
        let result = try issueAndVerify(["--kind", step.kind, "--defect", step.defect] + device)
        #expect(result.status == 1)
        #expect(try result.object.errorCode == step.code)
    }

    @Test("There is a row for each step")
    func everyStep() throws {
        let steps = try Self.steps.compactMap { try JWSDefect.named($0.defect).refusedAt }
        #expect(Set(steps) == Set(JWSDefect.all.compactMap(\.refusedAt)))
    }

    @Test(
        "Defects are listed by kind, each with what rejects it",
        arguments: ["appReceipt", "transaction", "renewalInfo", "appTransaction", "notification", "transactionReceipt"])
    func defectNames(_ kind: String) throws {
        let result = try Receipt.run(["defects", "--kind", kind], environment: ["COLUMNS": "80"])
        #expect(result.status == 0)
        #expect(result.lines.allSatisfy { $0.count <= 80 })
        let names = result.lines.filter { !$0.hasPrefix(" ") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        let expected =
            switch kind {
            case "appReceipt": Defect.all.map(\.name)
            case "transactionReceipt": TransactionReceiptDefect.all.map(\.name)
            default: JWSDefect.all.filter { $0.kinds.map { "\($0)" }.contains(kind) }.map(\.name)
            }
        #expect(names == expected)
    }

    @Test(
        "does not guess what a JWS is: 64",
        arguments: [
            ["--kind", "purchase"], ["--device", "00:17:f2:c4:bc:c0"],
            ["--defect", "missing-bundle-id"], ["--defect", "renewal-info-without-environment"], ["--claims", "[]"],
            ["--claims", "{"], ["--device-verification-id", "7"], ["--created", "2037-01-01"],
            ["--defect", "other-device"],
            [
                "--purchase", #"{"productID": "a", "purchaseDate": "2024-04-01"}"#, "--purchase",
                #"{"productID": "b", "purchaseDate": "2024-04-01"}"#,
            ],
            [
                "--kind", "transactionReceipt", "--intermediate-out", "i", "--purchase",
                #"{"productID":"p","purchaseDate":"2024-04-01","cancellationDate":"2024-04-02"}"#,
            ],
            ["--purchase", #"{"productID":"p","purchaseDate":"2010-01-01"}"#],
            ["--kind", "transactionHistory", "--defect", "two-parts"],
            ["--kind", "transactionHistory", "--claims", "{}"],
            ["--kind", "subscriptionStatus", "--defect", "two-parts"],
            ["--kind", "appReceipt", "--claims", "{}"], ["--kind", "appReceipt", "--defect", "two-parts"],
            ["--kind", "appReceipt", "--environment", "local-testing"],
        ])
    func jwsMisuse(_ options: [String]) throws {
        let kind = options.contains("--kind") ? [] : ["--kind", "transaction"]
        let result = try Receipt.run(
            ["issue", "--out", "r", "--root-out", "c", "--bundle-id", "com.example.app"] + kind + options)
        #expect(result.status == 64, "\(result.text)")
        #expect(!result.errors.isEmpty)
        #expect(result.output.isEmpty)
    }

    @Test(
        "does not guess: 64",
        arguments: [
            [], ["--out", "r"], ["--out", "r", "--root-out", "c"],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--defect", "none"],
            ["--out", "r", "--root-out", "r", "--bundle-id", "a"],
            ["--out", "-", "--root-out", "c", "--bundle-id", "a"],
            ["--out", "r", "--root-out", "c", "--bundle-id", ""],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--bundle-id", "b"],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--created", "2010-01-01"],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--purchase", "{}"],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--purchase", "no JSON"],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--created", "2024-13-01"],
            ["--out", "r", "--root-out", "c", "--bundle-id", "a", "--defect", "malformed-purchase-date"],
        ])
    func misuse(_ arguments: [String]) throws {
        let result = try Receipt.run(["issue"] + arguments)
        #expect(result.status == 64, "\(result.text)")
        #expect(!result.errors.isEmpty)
        #expect(result.output.isEmpty)
    }

    @Test("says what is wrong with a purchase")
    func purchaseErrors() throws {
        let base = ["issue", "--out", "r", "--root-out", "c", "--bundle-id", "a", "--purchase"]
        for (json, reason) in [
            ("{}", "purchaseDate is missing"), (#"{"colour": 1}"#, "colour: unknown key"),
            (#"{"productID": "a", "purchaseDate": "soon"}"#, "purchaseDate: not an RFC 3339 date, nor a day"),
        ] {
            let result = try Receipt.run(base + [json])
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }

    static let productTypes: [(written: String, number: Double)] = [
        ("0", 0), ("3", 3), (#""Non-Consumable""#, 0), (#""non-consumable""#, 0), (#""nonConsumable""#, 0),
        (#""Consumable""#, 1), (#""consumable""#, 1), (#""Non-Renewing Subscription""#, 2), (#""nonRenewable""#, 2),
        (#""non-renewing""#, 2), (#""Auto-Renewable Subscription""#, 3), (#""autoRenewable""#, 3),
        (#""auto-renewable subscription""#, 3), (#""free subscription""#, 4),
    ]

    @Test("A product type is a number, or a word as Apple or another program writes it", arguments: productTypes)
    func productType(_ row: (written: String, number: Double)) throws {
        let result = try issueAndVerify([
            "--purchase", #"{"productType": \#(row.written), "productID": "a", "purchaseDate": "2024-04-01"}"#,
        ])
        let purchase = try #require(try result.object["receipt"]?["purchases"]?.array?.first)
        let words = [
            "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
            "Free Subscription",
        ]
        #expect(purchase["productType"] == .string(words[Int(row.number)]))
    }

    @Test("Other words for a product type are rejected, and the known ones are named")
    func unknownProductType() throws {
        let result = try Receipt.run([
            "issue", "--out", "r", "--root-out", "c", "--bundle-id", "a", "--purchase",
            #"{"productID": "a", "purchaseDate": "2024-04-01", "productType": "lifetime"}"#,
        ])
        #expect(result.status == 64)
        let message =
            "productType: 'lifetime' is none of Non-Consumable (0), Consumable (1), Non-Renewing Subscription (2), "
            + "Auto-Renewable Subscription (3), Free Subscription (4)."
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("A purchase may be dated by its day")
    func day() throws {
        let result = try issueAndVerify(["--purchase", #"{"productID": "a", "purchaseDate": "2024-04-01"}"#])
        let purchase = try #require(try result.object["receipt"]?["purchases"]?.array?.first)
        #expect(purchase["purchaseDate"] == .string("2024-04-01T00:00:00Z"))
    }

    @Test("A defect that needs a purchase says so")
    func defectWithoutPurchase() throws {
        let result = try Receipt.run([
            "issue", "--out", "r", "--root-out", "c", "--bundle-id", "a", "--defect", "malformed-purchase-date",
        ])
        #expect(result.status == 64)
        #expect(
            result.errors.contains("the part that it changes is missing. It may lack a --purchase."), "\(result.errors)"
        )
    }

    @Test("exits with 73 and the reason if it can't write")
    func unwritable() throws {
        let result = try Receipt.run(["issue", "--out", "no/r", "--root-out", "c", "--bundle-id", "a"])
        #expect(result.status == 73)
        #expect(result.errors == "receipt: no/r cannot be written: No such file or directory\n")
    }
}
