import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests StoreKit 2's JWS and Apple's JSON bodies in files.
@Suite("receipt verify and inspect: JWS and JSON bodies")
struct EvidenceTests {
    private static let app = ["--bundle-id", "com.example.app"]

    static func root() throws -> [String: [UInt8]] { ["root": try Fixtures.file("jws-root.cer")] }

    /// Runs `verify` on one file with the test kit's root.
    private func verify(
        _ bytes: [UInt8], _ options: [String] = app + ["--any-device"], json: Bool = true
    ) throws -> Program.Result {
        try Receipt.run(
            ["verify", "x", "--trust-root", "root"] + options + (json ? ["--format", "json"] : []),
            files: try Self.root().merging(["x": bytes]) { $1 })
    }

    private func verify(_ text: String, _ options: [String] = app + ["--any-device"]) throws -> Program.Result {
        try verify(Array(text.utf8), options)
    }

    private static func sign(_ content: some TestJWSConvertible, _ defects: [JWSDefect] = []) throws -> String {
        try TestAuthority.standard.sign(content, defects: defects)
    }

    private static let members = [
        "appReceipt": ["receipt"], "transaction": ["transaction"],
        "subscriptionStatus": ["transaction", "renewalInfo"], "appTransaction": ["appTransaction"],
        "notification": ["notification"], "list": ["evidence"],
    ]

    @Test("There are fixtures of every kind")
    func complete() {
        #expect(Set(JWSFixture.accepted.map(\.kind)) == Set(Self.members.keys))
        #expect(JWSFixture.all.count > JWSFixture.accepted.count + 6)
    }

    @Test("A realtime request, as JWS and as JSON body, is rejected with a hint at the right method, and inspected")
    func realtimeRequest() throws {
        let jws = String(decoding: try Fixtures.file("jws/realtime-request.jws"), as: UTF8.self)
        for text in [jws, #"{"signedPayload":"\#(jws)"}"#] {
            let object = try verify(text).object
            #expect(object.verdict == "refused")
            #expect(object.errorCode == "payload.realtimeRequest")
            for member in ["message", "hint"] {
                #expect(object["error"]?[member]?.string?.contains("verify(realtimeRequest:at:)") == true)
            }
            let files = ["x": Array(text.utf8)]
            #expect(try Receipt.run(["inspect", "x"], files: files).text.contains(" realtime request, "))
            let shown = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
            let request = text == jws ? shown : try #require(shown["evidence"]?.array?.first)
            #expect(request["kind"] == .string("realtimeRequest"))
            #expect(request["realtimeRequest"]?["userLocale"] == .string("en-US"))
        }
    }

    /// The shared secret is in version 1 notifications and in requests for verifyReceipt.
    @Test("No output contains a password, even if there are other errors")
    func password() throws {
        let secret = "0123456789abcdef0123456789abcdef"
        let body = String(decoding: try Fixtures.file("bodies/notification-version-1-2020.json"), as: UTF8.self)
        #expect(body.contains(secret))
        let files = try Self.root().merging(["receipts": Fixtures.file("root.cer")]) { $1 }
        let policy = Self.app + ["--any-device", "--trust-root", "root", "--trust-root", "receipts"]
        let password = #""password":"\#(secret)""#
        for text in [
            body, body.replacingOccurrences(of: "com.example", with: "com.other"), String(body.dropLast(1)),
            "{\(password)}", "{\(password),\(password)}", "{\(password),", "{\"password\":\"\(secret)", "{\(password)",
            "{\(password),\"signedPayload\":7}", "{\(password),\"receipt-data\":\"x\"}", "{\(password)} x",
            "{\"password\":[\"\(secret)\",]}", "{\"id\":\"a\",\(password)}",
            "{\"evidence\":\(TestJSONObject.string("{\(password)"))}",
        ].sample(5) {
            let input = files.merging(["x": Array(text.utf8)]) { $1 }
            for options in [["verify", "x"] + policy, ["inspect", "x"], ["ledger", "x"] + policy] {
                for format in ["text", "json"] {
                    let result = try Receipt.run(options + ["--format", format], files: input)
                    #expect(!(result.text + result.errors).contains(secret), "\(text) \(options.first ?? "")")
                }
            }
            let batch = try Receipt.run(["verify", "--batch"] + policy, files: files, input: Array(text.utf8))
            #expect(!(batch.text + batch.errors).contains(secret), "\(text)")
        }
    }

    @Test(
        "The verdict on every fixture, as JSON and as text",
        arguments: JWSFixture.all.filter { $0.expected["method"] == nil }.sample(13))
    func fixtures(_ fixture: JWSFixture) throws {
        let path = Fixtures.folder.appendingPathComponent(fixture.file).path
        let arguments = try ["verify", path] + fixture.policy()
        let json = try Receipt.run(arguments + ["--format", "json"])
        let object = try json.object
        #expect(object.verdict == fixture.expected.verdict)
        #expect(object.errorCode == fixture.expected["error"]?.string)
        let text = try Receipt.run(arguments, environment: ["COLUMNS": "80"])
        #expect(text.status == json.status)
        #expect(text.lines.allSatisfy { $0.count <= 80 || $0.contains(path) })
        guard object.verdict == "verified" else {
            #expect(json.status == 1)
            #expect(text.text.contains("✗ refused"))
            #expect(text.text.contains(try #require(object.errorCode)))
            return
        }
        #expect(json.status == 0)
        #expect(object["kind"]?.string == fixture.kind)
        for member in try #require(Self.members[fixture.kind]) { #expect(object[member] != nil, "\(member)") }
        if fixture.kind != "list" {
            #expect(object["contentDigest"]?.string?.utf8.count == 64)
            #expect(object["verification"] != nil)
        }
        #expect(text.text.hasPrefix("✓ verified"))
        #expect(text.text.contains("com.example."))
    }

    @Test("The text of a verdict")
    func text() throws {
        let transaction = TestTransaction(.exampleSubscription).with {
            $0.revocationDate = .utc(2024, 4, 20)
            $0.revocationType = "REFUND_FULL"
            $0.signedDate = .utc(2024, 4, 21)
            $0.ownershipType = "FAMILY_SHARED"
            $0.offerType = 2
            $0.offerIdentifier = "spring\u{202E}"
        }
        let text = try verify(Array(Self.sign(transaction).utf8), json: false).text
        for row in [
            "  kind        transaction\n", "  app         com.example.app\n",
            "  product     com.example.monthly (auto-renewable subscription)\n",
            "  transaction 410000900000002\n", "  original    410000900000001\n",
            "  expires     2024-05-15T10:00:00Z\n", "  revoked     2024-04-20T00:00:00Z, REFUND_FULL\n",
            "  ownership   family shared\n", "  offer       promotional, spring\\u{202e}\n", "  price       4.99 USD\n",
            "  signature   ECDSA on P-256 with SHA-256\n", "  device      not checked\n",
        ] { #expect(text.contains(row), "\(row)\(text)") }
    }

    @Test(
        "In billing retry, nothing says that a subscription will renew",
        arguments: [(true, true, "auto-renew is on"), (true, false, "will renew"), (false, true, "will not renew")])
    func renewal(_ willAutoRenew: Bool, _ isInBillingRetry: Bool, _ words: String) throws {
        let renewalInfo = TestRenewalInfo().with {
            $0.autoRenewStatus = willAutoRenew ? 1 : 0
            $0.isInBillingRetryPeriod = isInBillingRetry
        }
        let body = try TestAuthority.standard.subscriptionBody(TestTransaction(.exampleSubscription), renewalInfo)
        let text = try verify(Array(body.utf8), json: false).text
        #expect(text.contains("\n  renewal     \(words)\n"), "\(text)")
    }

    @Test("The message and the remedy of a rejection have rows of their own, and end with full stops")
    func rejection() throws {
        let jws = Array(try Self.sign(TestTransaction(.exampleSubscription)).utf8)
        let text = try verify(jws, ["--bundle-id", "a.b", "--any-device"], json: false).text
        let rows = [
            "✗ refused   x", "  bundleIdentifier.mismatch",
            "  message     The evidence is for bundle identifier \"com.example.app\", expected \"a.b\".",
            "  remedy      Compare the policy's bundle identifier with the app's, byte for byte.",
        ]
        #expect(text.split(separator: "\n").map(String.init) == rows)
    }

    @Test("Inspect shows prices like the JSON of verified evidence")
    func price() throws {
        let transaction = TestTransaction(.exampleSubscription).with {
            $0.changes.set("price", "4990")
            $0.changes.set("commitmentInfo", #"{"commitmentPrice":-50}"#)
        }
        let text = try Receipt.run(["inspect", "x"], files: ["x": Array(try Self.sign(transaction).utf8)]).text
        #expect(text.contains("\n  price                             4990 (4.99)\n"), "\(text)")
        #expect(text.contains("\n  commitmentInfo.commitmentPrice    -50 (-0.05)\n"), "\(text)")
    }

    @Test("A list has its evidence in its order, each of its kind")
    func several() throws {
        let history = Fixtures.folder.appendingPathComponent("bodies/transaction-history.json").path
        let root = Fixtures.folder.appendingPathComponent("jws-root.cer").path
        let object = try Receipt.run(
            ["verify", history, "--any-device", "--trust-root", root, "--format", "json"] + Self.app
        ).object
        let evidence = try #require(object["evidence"]?.array)
        #expect(evidence.map { $0["kind"]?.string } == Array(repeating: "transaction", count: 4))
        #expect(
            evidence.map { $0["transaction"]?["transactionID"]?.string }
                == ["410000900000001", "410000900000002", "410000900000003", "410000900000101"])
    }

    // MARK: Form

    @Test(
        "White space around a JWS is ignored",
        arguments: ["", "\n", "\r\n", "\n\n", "\r\r\n", " \n", "\n ", "\t"])
    func whiteSpace(_ space: String) throws {
        let jws = try Self.sign(TestTransaction())
        for text in [jws + space, space + jws] { #expect(try verify(text).status == 0) }
    }

    @Test("A byte order mark is ignored")
    func beginnings() throws {
        let jws = try Self.sign(TestTransaction())
        let body = try TestAuthority.standard.notificationBody(TestNotification())
        #expect(try verify(InputTests.mark + Array(jws.utf8)).status == 0)
        #expect(try verify(InputTests.mark + Array(body.utf8)).status == 0)
        #expect(try verify(" \n" + body + " \n\n").status == 0)
        #expect(try verify(Data(jws.utf8).base64EncodedString()).object.errorCode == "input.jws")
    }

    @Test("Standard input, several files and several kinds at once")
    func together() throws {
        let files = try Self.root().merging([
            "a": Array(Self.sign(TestTransaction()).utf8), "b": InputTests.trial,
            "receipts": try Fixtures.file("root.cer"),
        ]) { $1 }
        let result = try Receipt.run(
            [
                "verify", "a", "b", "-", "--any-device", "--trust-root", "root", "--trust-root", "receipts",
                "--app-apple-id", "6450123456", "--format", "json",
            ] + Self.app, files: files, input: Array(try Self.sign(TestAppTransaction()).utf8))
        #expect(result.status == 0)
        #expect(
            try result.objects.map { $0["kind"]?.string } == ["transaction", "appReceipt", "appTransaction"])
    }

    // MARK: Policy

    @Test("A renewal info alone is rejected, and inspected")
    func renewalInfo() throws {
        let text = try Self.sign(TestRenewalInfo())
        let result = try verify(text + "\n")
        #expect(result.status == 1)
        #expect(try result.object.errorCode == "renewalInfo.unbound")
        let shown = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": Array(text.utf8)])
        #expect(shown.status == 0)
        #expect(try shown.object["kind"] == .string("renewalInfo"))
        #expect(try shown.object["renewalInfo"]?["autoRenewProductID"] == .string("com.example.monthly"))
    }

    @Test(
        "Several apps, and any: the verdict names which it was",
        arguments: [
            (["--bundle-id", "com.example.other", "--bundle-id", "com.example.app"], nil),
            (["--any-bundle-id"], nil),
            (["--bundle-id", "com.example.other", "--bundle-id", "com.example.App"], "bundleIdentifier.mismatch"),
        ] as [([String], String?)])
    func apps(_ options: [String], _ code: String?) throws {
        let object = try verify(Self.sign(TestTransaction()), options + ["--any-device"]).object
        #expect(object.errorCode == code)
        #expect(object["transaction"]?["bundleID"]?.string == (code == nil ? "com.example.app" : nil))
    }

    @Test(
        "The app's number in the store",
        arguments: [
            ("6450123456", TestJWSKind.appTransaction, nil), ("7", .appTransaction, "appAppleID.mismatch"),
            ("6450123456", .notification, nil), ("7", .notification, "appAppleID.mismatch"), ("7", .transaction, nil),
        ] as [(String, TestJWSKind, String?)])
    func appAppleID(_ number: String, _ kind: TestJWSKind, _ code: String?) throws {
        let text = try Self.sign(TestJWSContent.example(kind))
        let result = try verify(text, Self.app + ["--any-device", "--app-apple-id", number])
        #expect(try result.object.errorCode == code)
    }

    @Test("A device: of JWS and of receipts, each by its own identifier")
    func device() throws {
        let bound = try Self.sign(TestJWSContent.example(.transaction))
        let mine = ["--device-verification-id", TestDeviceVerification.exampleID]
        let other = ["--device-verification-id", "11111111-2222-3333-4444-555555555555"]
        let object = try verify(bound, Self.app + mine).object
        #expect(object["verification"]?["deviceChecked"] == .bool(true))
        #expect(try verify(bound, Self.app + other + mine).status == 0)
        #expect(try verify(bound, Self.app + other).object.errorCode == "device.mismatch")
        #expect(
            try verify(Self.sign(TestTransaction()), Self.app + mine).object.errorCode == "device.verificationMissing")
        let vendor = ["--device", "3f27583e3e394865a9f298256c105cdf"]
        #expect(try verify(bound, Self.app + vendor).object.errorCode == "device.identifierMissing")
        // Both files are verified with one policy: each kind of evidence is checked against its own demands.
        let files = try Self.root().merging([
            "a": Array(bound.utf8), "b": InputTests.trial, "receipts": try Fixtures.file("root.cer"),
        ]) { $1 }
        let both = try Receipt.run(
            ["verify", "a", "b", "--trust-root", "root", "--trust-root", "receipts"] + Self.app + mine + vendor,
            files: files)
        #expect(both.status == 0)
        #expect(try verify(Self.sign(TestNotification()), Self.app + other).status == 0)
    }

    @Test("Local tests, by Xcode's certificate alone")
    func localTesting() throws {
        let jws = try TestAuthority.xcode.sign(TestTransaction(environment: .localTesting))
        let files = ["x": Array(jws.utf8), "xcode": try Fixtures.file("jws-xcode.cer")]
        func code(_ environment: String) throws -> String? {
            try Receipt.run(
                [
                    "verify", "x", "--any-device", "--xcode-certificate", "xcode", "--environment", environment,
                    "--format", "json",
                ] + Self.app, files: files
            ).object.errorCode
        }
        #expect(try code("local-testing") == nil)
        #expect(try code("xcode") == "environment.mismatch")
    }

    @Test(
        "Options that contradict each other, or say nothing: 64",
        arguments: [
            ["--any-device"], ["--any-device", "--any-bundle-id", "--bundle-id", "a"],
            ["--bundle-id", "a", "--any-device", "--device-verification-id", "11111111-2222-3333-4444-555555555555"],
            ["--bundle-id", "a", "--device-verification-id", "1"], ["--bundle-id", "a"],
            ["--bundle-id", "a", "--any-device", "--app-apple-id", "x"],
        ])
    func misuse(_ options: [String]) throws {
        let result = try verify(Self.sign(TestTransaction()), options)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    // MARK: Inspect

    @Test(
        "Inspect shows header, chain and claims of every fixture, as text and as JSON",
        arguments: JWSFixture.all.sample(13))
    func inspect(_ fixture: JWSFixture) throws {
        let files = ["x": try Fixtures.file(fixture.file)]
        let text = try Receipt.run(["inspect", "x"], files: files)
        let json = try Receipt.run(["inspect", "x", "--format", "json"], files: files)
        let object = try json.object
        #expect(object.verdict == "unverified")
        #expect(text.lines.first?.contains("NOT VERIFIED") == true)
        #expect(text.status == json.status)
        // A text longer than a line of 80 columns must be a single word.
        let narrow = try Receipt.run(["inspect", "x"], files: files, environment: ["COLUMNS": "80"])
        let broken = narrow.lines.filter { $0.count > 80 && $0.drop { $0 == " " }.contains(" ") }
        #expect(broken.isEmpty, "\(broken)")
        if fixture.file.hasPrefix("bodies/") {
            #expect(object["kind"] == .string("body"))
            let parts = try #require(object["evidence"]?.array)
            #expect(!parts.isEmpty && parts.allSatisfy { $0["member"] != nil && $0["certificates"] != nil })
            #expect(json.status == 0)
            for part in parts { #expect(text.text.contains(try #require(part["member"]?.string))) }
        } else if let claims = object["claims"] {
            #expect(claims["signedDate"] != nil || claims["receiptCreationDate"] != nil)
            #expect(object["header"]?["alg"]?.string != nil)
            #expect(text.text.contains("\nClaims") && text.text.contains("\nHeader\n  alg "))
            let certificates = try #require(object["certificates"]?.array)
            #expect(certificates.count == (fixture.file.contains("xcode") ? 1 : 3))
            for name in ["subject", "issuer", "notBefore", "notAfter", "markers", "sha256"] {
                #expect(certificates.allSatisfy { $0[name] != nil }, "\(name)")
            }
            #expect(certificates.first?["key"] == .string("P256"))
        } else {
            #expect(["jws.format", "json.repeatedMember"].contains(object.errorCode))
        }
        // `inspect` doesn't report errors that only the signature check or a policy would find.
        let code = fixture.expected["error"]?.string
        // Evidence that is well-formed, but not of the kind that the method accepts.
        let isOtherKind =
            code == "payload.realtimeRequest" || code == "payload.kind" && fixture.expected["method"] != nil
        let isMalformed = !isOtherKind && ["jws.", "json.", "payload."].contains { code?.hasPrefix($0) == true }
        #expect(json.status == (isMalformed ? 1 : 0))
        #expect(object.errorCode == (isMalformed ? code : nil))
    }

    @Test("Inspect shows a notification's JWS, and where one of them breaks")
    func nested() throws {
        var data = TestNotificationData()
        data.renewalInfoDefects = [try .named("algorithm-none")]
        let body = try TestAuthority.standard.notificationBody(TestNotification(.data(data)))
        let result = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": Array(body.utf8)])
        #expect(result.status == 1)
        let notification = try #require(try result.object["evidence"]?.array?.first)
        let jwsList = try #require(notification["evidence"]?.array)
        #expect(jwsList.map { $0["member"]?.string } == ["data.signedTransactionInfo", "data.signedRenewalInfo"])
        #expect(jwsList.map { $0["kind"]?.string } == ["transaction", "renewalInfo"])
        #expect(jwsList.map(\.errorCode) == [nil, "jws.algorithm"])
        // The claims are shown anyway.
        #expect(jwsList.last?["claims"]?["autoRenewProductId"] == .string("com.example.monthly"))
    }

    @Test("Inspect shows the contents of `evidence`, and of a JSON body in it, as verify reads them")
    func enclosed() throws {
        let jws = try Self.sign(TestTransaction())
        let body = #"{"signedTransactionInfo":"\#(jws)"}"#
        for (text, member) in [(jws, "evidence"), (body, "evidence.signedTransactionInfo")] {
            let file = #"{"evidence":\#(TestJSONObject.string(text))}"#
            let result = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": Array(file.utf8)])
            #expect(result.status == 0)
            let parts = try #require(try result.object["evidence"]?.array)
            #expect(parts.map { $0["member"]?.string } == [member])
            #expect(parts.first?["claims"]?["transactionId"] != nil)
            #expect(try verify(file).object["kind"] == .string("transaction"))
        }
        let twice = #"{"evidence":\#(TestJSONObject.string(#"{"evidence":"\#(jws)"}"#))}"#
        let result = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": Array(twice.utf8)])
        #expect(try result.object.errorCode == "evidence.empty")
        #expect(try verify(twice).object.errorCode == "evidence.empty")
    }

    @Test("Inspect shows the contents of a JSON body up to the error")
    func brokenBody() throws {
        let jws = try Self.sign(TestTransaction())
        func inspect(_ body: String) throws -> JSON {
            try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": Array(body.utf8)]).object
        }
        let cut = try inspect(#"{"signedTransactions":["\#(jws)","#)
        #expect(cut.errorCode == "json.syntax")
        #expect(cut["evidence"]?.array?.count == 1)
        let long = try inspect(
            #"{"signedTransactions":[\#([String](repeating: #""eyJ.""#, count: 10_001).joined(separator: ","))]}"#)
        #expect(long.errorCode == "limit.evidence")
        #expect(long["evidence"]?.array?.count == 10_000)
    }

    @Test("Inspect shows hostile claims escaped, on one line of JSON")
    func hostileClaims() throws {
        let name = "no\u{202E}te\u{2028}"
        let value = "\u{1B}[2J\n✓ verified\u{9B}31m"
        let jws = try Self.sign(
            TestTransaction().with {
                $0.changes.set(name, TestJSONObject.string(value))
                $0.changes.set("list", "[ 1,\n\t\"a b\\\" c\" ,{ \"x\" : null } ]")
            })
        let files = ["x": Array(jws.utf8)]
        let json = try Receipt.run(["inspect", "x", "--format", "json"], files: files)
        #expect(json.text.split(whereSeparator: \.isNewline).count == 1)
        #expect(try json.object["claims"]?[name] == .string(value))
        #expect(json.text.contains(#""list":[1,"a b\" c",{"x":null}]"#))
        let text = try Receipt.run(["inspect", "x"], files: files)
        #expect(!text.output.contains(0x1B))
        #expect(!text.lines.dropFirst().contains { $0.hasPrefix("✓") })
        #expect(text.text.contains(#"no\u{202e}te\u{2028}"#))
        #expect(text.text.contains(#"\u{1b}[2J\u{a}✓ verified\u{9b}31m"#))
    }
}
