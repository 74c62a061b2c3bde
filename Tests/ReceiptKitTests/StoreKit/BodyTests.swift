import Foundation
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import Testing

/// Tests Apple's JSON bodies, which are not signed: the signed evidence in them is verified, and the rest is ignored.
@Suite("Apple's JSON bodies")
struct BodyTests {
    private static let now = Date.utc(2024, 6, 1)

    private static func verifier(_ change: (inout ReceiptPolicy) -> Void = { _ in }) throws -> ReceiptVerifier {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [JWSSubject.app], device: .unchecked,
            trust: .roots(
                TestAuthority.standard.rootCertificates,
                intermediates: TestAuthority.standard.transactionReceiptIssuers))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        change(&policy)
        return ReceiptVerifier(policy: policy)
    }

    private static func verify(_ text: String) throws -> VerifiedEvidence {
        try verifier().verify(evidence: text.utf8, at: now)
    }

    private static func sign(_ content: some TestJWSConvertible, _ defects: [JWSDefect] = []) throws -> String {
        try TestAuthority.standard.sign(content, defects: defects)
    }

    private static func refused(_ reason: FormatError.Reason) -> VerificationError {
        .malformed(FormatError(reason, offset: 0))
    }

    @Test("A displayed JSON body has the path of each text, even if the JSON breaks behind it")
    func displayed() {
        let page = #"{"signedTransactions":["a","b"],"environment":"Sandbox"}"#
        let statuses = #"""
            {"data":[{"lastTransactions":[{"signedTransactionInfo":"a"},{"signedTransactionInfo":"b","signedRenewalInfo":"c"}]},
            {"lastTransactions":[{"signedRenewalInfo":"d"}]}]}
            """#
        let table: [(String, paths: [String], isWhole: Bool)] = [
            (page, ["signedTransactions[0]", "signedTransactions[1]"], true),
            (String(page.dropLast(2)), ["signedTransactions[0]", "signedTransactions[1]"], false),
            (
                statuses,
                [
                    "data[0].lastTransactions[0].signedTransactionInfo",
                    "data[0].lastTransactions[1].signedTransactionInfo",
                    "data[0].lastTransactions[1].signedRenewalInfo", "data[1].lastTransactions[0].signedRenewalInfo",
                ], true
            ), (#"{"signedPayload":7}"#, [], true), ("{", [], false),
        ]
        for (text, paths, isWhole) in table {
            let body = EmbeddedEvidence(Array(text.utf8))
            #expect(body.texts.map(\.path) == paths)
            #expect((body.error == nil) == isWhole)
        }
    }

    // MARK: Every form

    /// The possible contents of a JSON body, each in place of its letter.
    enum Content: String, CaseIterable {
        case transaction = "%T"
        case renewalInfo = "%R"
        case appTransaction = "%A"
        case notification = "%N"
        case receipt = "%B"
        case transactionReceipt = "%O"

        func issue(isFlipped: Bool = false) throws -> String {
            let flipped = try isFlipped ? [JWSDefect.named("signature-flipped")] : []
            switch self {
            case .transaction: return try BodyTests.sign(TestTransaction(.exampleSubscription), flipped)
            case .renewalInfo:
                return try BodyTests.sign(TestRenewalInfo(of: TestTransaction(.exampleSubscription)), flipped)
            case .appTransaction: return try BodyTests.sign(TestAppTransaction(), flipped)
            case .notification: return try BodyTests.sign(TestNotification(), flipped)
            case .receipt:
                let receipt = TestReceipt(creationDate: .utc(2024, 5, 1), purchases: [.exampleSubscription])
                return Data(
                    try TestAuthority.standard.sign(receipt, defects: isFlipped ? [.named("signature-flipped")] : [])
                ).base64EncodedString()
            case .transactionReceipt:
                return try TestAuthority.standard.issue(
                    TestTransactionReceipt(), defects: isFlipped ? [.named("signature-flipped")] : []
                ).base64
            }
        }
    }

    struct Form: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let template: String
        let isList: Bool

        init(_ name: String, _ template: String, isList: Bool = false) {
            (testDescription, self.template, self.isList) = (name, template, isList)
        }

        var contents: [Content] { Content.allCases.filter { template.contains($0.rawValue) } }

        /// Returns the JSON body with its contents, one of which may have a defect.
        func text(flipped: Content? = nil, _ members: String = "") throws -> String {
            try contents.reduce("{" + members + template.dropFirst()) { text, content in
                text.replacingOccurrences(of: content.rawValue, with: try content.issue(isFlipped: content == flipped))
            }
        }

        static let pair = #""signedTransactionInfo":"%T","signedRenewalInfo":"%R""#
        static let all = [
            Form("a notification", #"{"signedPayload":"%N"}"#),
            Form(
                "a test notification's status",
                #"{"signedPayload":"%N","sendAttempts":[{"attemptDate":1,"sendAttemptResult":"SUCCESS"}]}"#),
            Form(
                "a notification history",
                #"{"notificationHistory":[{"signedPayload":"%N","sendAttempts":[]},{"sendAttempts":[{"a":1}],"#
                    + #""signedPayload":"%N"}],"hasMore":true,"paginationToken":"t"}"#, isList: true),
            Form("an app transaction", #"{"signedAppTransactionInfo":"%A"}"#),
            Form("a transaction", #"{"signedTransactionInfo":"%T"}"#),
            Form("a transaction and its renewal info", "{\(pair)}"),
            Form(
                "a transaction history",
                #"{"revision":"r","hasMore":false,"appAppleId":1,"signedTransactions":["%T","%T"]}"#, isList: true),
            Form("a list of one is a list", #"{"signedTransactions":["%T"]}"#, isList: true),
            Form("an order", #"{"status":0,"signedTransactions":["%T"]}"#, isList: true),
            Form(
                "subscription statuses",
                #"{"data":[{"subscriptionGroupIdentifier":"1","lastTransactions":[{"status":5,\#(pair)}]}]}"#,
                isList: true),
            Form("a request for verifyReceipt", #"{"receipt-data":"%B","password":"p"}"#),
            Form(
                "an answer from verifyReceipt",
                #"{"status":0,"receipt":{"in_app":[]},"latest_receipt":"%B","latest_receipt_info":[]}"#),
            Form(
                "an answer from verifyReceipt with an iOS 6 receipt",
                #"{"status":0,"receipt":{"bid":"b"},"latest_receipt":"%O","latest_receipt_info":{}}"#),
            Form("a version 1 notification", #"{"password":"p","unified_receipt":{"status":0,"latest_receipt":"%B"}}"#),
            Form(
                "a version 1 notification of before March 2021",
                #"{"notification_type":"INITIAL_BUY","password":"p","latest_receipt":"%O"}"#),
            Form(
                "a version 1 notification of an expired subscription",
                #"{"notification_type":"DID_FAIL_TO_RENEW","latest_expired_receipt":"%O"}"#),
            Form(
                "a version 1 notification with a later receipt",
                #"{"latest_expired_receipt":"no receipt","latest_receipt":"%B"}"#),
            Form(
                "a version 1 notification with both",
                #"{"latest_receipt":"no receipt","unified_receipt":{"latest_receipt":"%B"}}"#),
        ]
    }

    @Test("JWS-29 the evidence in them is verified like the same evidence alone", arguments: Form.all)
    func accepted(form: Form) throws {
        let evidence = try Self.verify(form.text())
        let alone: VerifiedEvidence =
            form.contents.count == 2
            ? .subscriptionStatus(
                try Self.verifier().verify(
                    transaction: Content.transaction.issue(), renewalInfo: Content.renewalInfo.issue(), at: Self.now))
            : try Self.verify(try #require(form.contents.first).issue())
        #expect(evidence.elements.allSatisfy { $0 == alone } && !evidence.elements.isEmpty)
        #expect((evidence.kind == .list) == form.isList)
        // The string in `evidence` may also be such a JSON body.
        #expect(try Self.verify(#"{"evidence":\#(TestJSONObject.string(form.text()))}"#) == evidence)
    }

    @Test("JWS-29 and is rejected like the same evidence alone", arguments: Form.all)
    func refused(form: Form) throws {
        for content in form.contents {
            let error = #expect(throws: VerificationError.self) { try Self.verify(form.text(flipped: content)) }
            #expect(error?.innermost == .signatureInvalid)
            // The error for a list contains the element's position.
            if form.isList { #expect(error != error?.innermost) }
        }
    }

    @Test("JWS-30 other members change nothing, even if they contradict it", arguments: Form.all)
    func unsigned(form: Form) throws {
        let contradictions = [
            ("status", "21003"), ("environment", #""Sandbox""#), ("bundleId", #""com.example.other""#),
            ("receipt", #"{"bundle_id":"com.example.other","latest_receipt":"x","in_app":[{"signedPayload":1}]}"#),
            ("latest_receipt_info", #"[{"cancellation_date_ms":"1"}]"#),
            ("pending_renewal_info", #"[{"auto_renew_status":"0"}]"#), ("auto_renew_status", #""false""#),
            ("is_retryable", "true"), ("notification_type", #""CANCEL""#), ("hasMore", #""perhaps""#),
            ("sendAttempts", "7"), ("latest_expired_receipt", "{}"),
        ].filter { !form.template.contains("\"\($0.0)\"") }
        let members = contradictions.map { "\"\($0.0)\":\($0.1)," }.joined()
        #expect(try Self.verify(form.text(members)) == Self.verify(form.text()))
    }

    @Test(
        "An answer from verifyReceipt as servers kept it: indented, with escaped slashes and line breaks in its base64")
    func kept() throws {
        let receipt = try Content.receipt.issue()
        let alone = try Self.verify(receipt)
        let lines = stride(from: 0, to: receipt.count, by: 76).map { receipt.dropFirst($0).prefix(76) }
        for text in [
            receipt.replacingOccurrences(of: "/", with: "\\/"), lines.joined(separator: "\\r\\n"),
            lines.joined(separator: "\\n") + "\\n",
        ] {
            let body = "\n{\n\t\"receipt\" : {\n\t\t\"in_app\" : [ ] },\r\n\t\"latest_receipt\" : \"\(text)\"\n}\n"
            #expect(try Self.verify(body) == alone)
        }
    }

    // MARK: Precedence of members

    @Test("JWS-31 evidence of two kinds in one JSON body: two readers could disagree on which one counts")
    func twoKinds() throws {
        let members = [
            #""signedPayload":"a""#, #""notificationHistory":[]"#, #""signedTransactionInfo":"a""#,
            #""signedTransactions":["a"]"#, #""data":[]"#, #""signedAppTransactionInfo":"a""#,
            #""receipt-data":"a""#, #""unified_receipt":{"latest_receipt":"a"}"#, #""latest_receipt":"a""#,
            #""evidence":"a""#,
        ]
        for (place, one) in members.enumerated() {
            for other in members[(place + 1)...] {
                let isReplaced = one.hasPrefix(#""unified"#) && other.hasPrefix(#""latest"#)
                let isEmpty = one.hasSuffix("[]") && other.hasSuffix("[]")
                let error = Self.refused(isEmpty ? .noEvidence(isEmptyPage: true) : .notReceipt(looksLike: .json))
                for text in ["{\(one),\(other)}", "{\(other),\(one)}"] where !isReplaced {
                    #expect(throws: error, "\(text)") { try Self.verify(text) }
                }
            }
        }
    }

    @Test(
        "JWS-31 of two receipts in a version 1 notification, the one in `unified_receipt` is used, whatever the order")
    func versionOne() throws {
        let (receipt, other) = (try Content.receipt.issue(), try Content.transactionReceipt.issue())
        let unified = #""unified_receipt":{"latest_receipt":"\#(receipt)"}"#
        for value in [#""\#(other)""#, #""x""#, "7", "{}", "[]", "null", "true"] {
            for text in [#"{"latest_receipt":\#(value),\#(unified)}"#, #"{\#(unified),"latest_receipt":\#(value)}"#] {
                #expect(try Self.verify(text).kind == .appReceipt, "\(value)")
            }
        }
        for none in ["null", "{}", #"{"latest_receipt":null}"#, #"{"status":0}"#] {
            let text = #"{"unified_receipt":\#(none),"latest_receipt":"\#(other)"}"#
            #expect(try Self.verify(text).kind == .transactionReceipt, "\(none)")
        }
        let flipped = try Content.receipt.issue(isFlipped: true)
        #expect(throws: VerificationError.signatureInvalid, "the other one is no way out") {
            try Self.verify(#"{"latest_receipt":"\#(receipt)","unified_receipt":{"latest_receipt":"\#(flipped)"}}"#)
        }
    }

    @Test("JWS-31 an iOS 6 receipt in a JSON body also needs a policy that accepts it")
    func transactionReceipt() throws {
        let receipt = try Content.transactionReceipt.issue()
        let strict = try Self.verifier { $0.transactionReceipts = .refused }
        for text in [#"{"latest_receipt":"\#(receipt)"}"#, #"{"unified_receipt":{"latest_receipt":"\#(receipt)"}}"#] {
            #expect(throws: VerificationError.environmentUnsigned) {
                try strict.verify(evidence: text.utf8, at: Self.now)
            }
        }
    }

    @Test(
        "JWS-32 a JSON body in which nothing is signed, and a page that is empty",
        arguments: [
            (#"{"notificationHistory":[],"hasMore":false}"#, true), (#"{"notificationHistory":[]}"#, true),
            (#"{"notificationHistory":[{}]}"#, false), (#"{"notificationHistory":[{"signedPayload":null}]}"#, false),
            (#"{"status":1,"signedTransactions":[]}"#, true), (#"{"signedAppTransactionInfo":null}"#, false),
            (#"{"signedTransactions":null,"unified_receipt":null,"data":null,"notificationHistory":null}"#, false),
            (#"{"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.app","in_app":[]}}"#, false),
            (#"{"status":21006,"receipt":{},"latest_expired_receipt_info":{}}"#, false), (#"{"status":21003}"#, false),
            (#"{"latest_receipt":null}"#, false),
            (#"{"notification_type":"CANCEL","password":"p"}"#, false),
        ])
    func nothing(text: String, isEmptyPage: Bool) {
        let error = #expect(throws: VerificationError.self) { try Self.verify(text) }
        #expect(error?.code == "evidence.empty" && error?.isEmptyPage == isEmptyPage)
    }

    @Test("JWS-32 an element of a list without anything signed")
    func emptyElement() throws {
        let (notification, transaction) = (try Content.notification.issue(), try Content.transaction.issue())
        for text in [
            #"{"notificationHistory":[{"signedPayload":"\#(notification)"},{}]}"#,
            #"{"notificationHistory":[{"sendAttempts":[]},{"signedPayload":"\#(notification)"}]}"#,
            #"{"signedTransactions":["\#(transaction)",null]}"#,
        ] {
            let error = #expect(throws: VerificationError.self) { try Self.verify(text) }
            #expect(error?.innermost == Self.refused(.noEvidence(isEmptyPage: false)))
        }
    }

    struct Shape: CustomTestStringConvertible, Sendable {
        let text: String
        let path: FieldPath
        let expected: String
        let found: String

        init(_ text: String, _ path: String, _ expected: String, _ found: String) {
            (self.text, self.expected, self.found) = (text, expected, found)
            self.path = path.isEmpty ? .container : .member(path)
        }

        var testDescription: String { text }
    }

    @Test(
        "JWS-32 a value of the wrong type is reported with its member",
        arguments: [
            Shape(#"["a.b.c"]"#, "", "an object with evidence, a JWS or a receipt in base64", "an array"),
            Shape(#"{"receipt-data":[48,130]}"#, "receipt-data", "a string", "an array"),
            Shape(#"{"signedPayload":{"a":1}}"#, "signedPayload", "a string", "an object"),
            Shape(#"{"signedTransactionInfo":1}"#, "signedTransactionInfo", "a string", "a number"),
            Shape(#"{"signedRenewalInfo":true}"#, "signedRenewalInfo", "a string", "true or false"),
            Shape(#"{"signedAppTransactionInfo":[]}"#, "signedAppTransactionInfo", "a string", "an array"),
            Shape(#"{"signedTransactions":"a.b.c"}"#, "signedTransactions", "an array", "a string"),
            Shape(#"{"signedTransactions":["a.b.c",1]}"#, "signedTransactions[1]", "a string", "a number"),
            Shape(#"{"notificationHistory":{}}"#, "notificationHistory", "an array", "an object"),
            Shape(#"{"notificationHistory":["a.b.c"]}"#, "notificationHistory[0]", "an object", "a string"),
            Shape(
                #"{"notificationHistory":[{},{"signedPayload":1}]}"#, "notificationHistory[1].signedPayload",
                "a string",
                "a number"),
            Shape(#"{"data":[1]}"#, "data[0]", "an object", "a number"),
            Shape(#"{"data":[{"lastTransactions":{}}]}"#, "data[0].lastTransactions", "an array", "an object"),
            Shape(#"{"data":[{},{"lastTransactions":["a"]}]}"#, "data[1].lastTransactions[0]", "an object", "a string"),
            Shape(
                #"{"data":[{"lastTransactions":[{"signedRenewalInfo":1}]}]}"#,
                "data[0].lastTransactions[0].signedRenewalInfo", "a string", "a number"),
            Shape(#"{"unified_receipt":"MIIT"}"#, "unified_receipt", "an object", "a string"),
            Shape(
                #"{"unified_receipt":{"latest_receipt":1}}"#, "unified_receipt.latest_receipt", "a string", "a number"),
            Shape(#"{"evidence":1}"#, "evidence", "a string, a JSON body or an array of them", "a number"),
            Shape(#"{"evidence":[1]}"#, "evidence[0]", "a string or a JSON body", "a number"),
            Shape(#"{"evidence":["a.b.c",null]}"#, "evidence[1]", "a string or a JSON body", "null"),
        ])
    func otherKind(_ shape: Shape) {
        let error = #expect(throws: VerificationError.self) { try Self.verify(shape.text) }
        guard case .malformed(let format)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(format.code == "json.shape" && format.path == shape.path)
        #expect(format.reason == .jsonShape(expected: shape.expected, found: shape.found))
        let place = shape.path == .container ? "" : "in \(shape.path), "
        #expect(
            format.description == "Expected \(shape.expected), found \(shape.found) \(place)at byte \(format.offset)")
    }

    @Test(
        "JWS-32 a text that is not JSON is json.syntax",
        arguments: [#"{"signedPayload":"}"#, #"["a""#, #"{"data":[{]}"#])
    func notJSON(_ text: String) {
        let error = #expect(throws: VerificationError.self) { try Self.verify(text) }
        #expect(error?.code == "json.syntax")
    }

    // MARK: The member evidence

    @Test("Evidence as a member is a string, a JSON body or a list, in which an empty page adds nothing")
    func evidence() throws {
        let (transaction, notification) = (try Content.transaction.issue(), try Content.notification.issue())
        let pages = try (Self.verify(transaction), Self.verify(notification))
        let empty = #"{"signedTransactions":[]}"#
        let one = #"{"signedPayload":"\#(notification)"}"#
        for (text, expected) in [
            ("\"\(transaction)\"", pages.0), (one, pages.1), (TestJSONObject.string(one), pages.1),
            ("[\"\(transaction)\"]", .list([pages.0])), ("[\"\(transaction)\",\(one)]", .list([pages.0, pages.1])),
            ("[\(empty),\(one),\(empty)]", .list([pages.1])),
            (#"[{"evidence":"\#(transaction)"}]"#, .list([pages.0])),
            (#"[{"evidence":["\#(transaction)"]}]"#, .list([.list([pages.0])])),
            (#"{"signedTransactions":["\#(transaction)"]}"#, .list([pages.0])),
        ] {
            #expect(try Self.verify(#"{"evidence":\#(text)}"#) == expected, "\(text)")
        }
        for text in ["[\(empty)]", "[]", "[\(empty),\(empty)]"] {
            #expect(throws: Self.refused(.noEvidence(isEmptyPage: true)), "\(text)") {
                try Self.verify(#"{"evidence":\#(text)}"#)
            }
        }
        let flipped = try Content.transaction.issue(isFlipped: true)
        #expect(throws: VerificationError.nested(member: "evidence[1]", .signatureInvalid)) {
            try Self.verify(#"{"evidence":["\#(transaction)","\#(flipped)"]}"#)
        }
        #expect(throws: VerificationError.signatureInvalid) { try Self.verify(#"{"evidence":"\#(flipped)"}"#) }
        // An `evidence` can't contain another one, so that input can't cause deep recursion.
        let error = #expect(throws: VerificationError.self) {
            try Self.verify(#"{"evidence":{"evidence":"\#(transaction)"}}"#)
        }
        #expect(error?.code == "evidence.empty" && error?.isEmptyPage == false)
    }

    @Test("A list of evidence has at most 10,000 pieces")
    func most() throws {
        let text = "{\"evidence\":[" + Array(repeating: "{}", count: 10_001).joined(separator: ",") + "]}"
        let error = #expect(throws: VerificationError.self) { try Self.verify(text) }
        #expect(error?.code == "limit.evidence")
    }

    // MARK: The subject of a list

    @Test("A history of two apps is a list for a policy of both, rejected by that of one, and no ledger")
    func twoApps() throws {
        let other = TestNotification(
            .data(
                TestNotificationData(
                    transaction: TestTransaction(.exampleSubscription, bundleIdentifier: "com.example.other"))))
        let text = try TestAuthority.standard.notificationHistoryBody([TestNotification(), other])
        #expect(
            throws: VerificationError.nested(
                member: "notificationHistory[1]",
                .bundleIdentifierMismatch(found: "com.example.other", accepted: ["com.example.app"]))
        ) { try Self.verify(text) }
        let both = try Self.verifier { $0.bundleIdentifiers = ["com.example.app", "com.example.other"] }
        let evidence = try both.verify(evidence: text.utf8, at: Self.now)
        #expect(evidence.elements.map(\.bundleIdentifier) == ["com.example.app", "com.example.other"])
        #expect(evidence.elements.map(\.kind) == [.notification, .notification])
        #expect((evidence.bundleIdentifier, evidence.environment) == (nil, .production))
        #expect(throws: LedgerError.bundleIdentifierMismatch("com.example.app", other: "com.example.other")) {
            try PurchaseLedger(merging: [evidence])
        }
    }

    @Test("A notification history makes the ledger that its notifications make")
    func ledger() throws {
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 1, 10))).renewing(times: 2)
        let notifications = story.notifications()
        let text = try TestAuthority.standard.notificationHistoryBody(notifications, paginationToken: "next")
        let page = try AppStorePage(json: Array(text.utf8))
        #expect((page.hasMore, page.paginationToken, page.revision) == (true, "next", nil))
        let verifier = try Self.verifier { $0.clockTolerance = 366 * 86_400 }
        let single = try notifications.map {
            try verifier.verify(notification: Self.sign($0), at: Self.now)
        }
        let evidence = try verifier.verify(evidence: text.utf8, at: Self.now)
        #expect(evidence == .list(single.map { .notification($0) }))
        #expect(try PurchaseLedger(merging: [evidence]) == PurchaseLedger(merging: single))
    }

    @Test("A method for a notification's JSON body says what else it was given")
    func otherThanNotificationBody() throws {
        let authority = TestAuthority.standard
        let receipt = try authority.sign(TestReceipt())
        let jws = try Content.transaction.issue()
        let notification = try authority.sign(TestNotification())
        let inputs: [([UInt8], FormatError.EvidenceForm)] = [
            (Array(jws.utf8), .jws), (Array(notification.utf8), .jws), (Array("\n\(jws)\n".utf8), .jws),
            (receipt, .receipt), (Array(Data(receipt).base64EncodedData()), .receipt),
            (try authority.issue(TestTransactionReceipt()).bytes, .receipt),
            (Array(#"{"signedTransactionInfo":"\#(jws)"}"#.utf8), .otherBody),
        ]
        for (input, form) in inputs {
            #expect(throws: VerificationError.malformed(FormatError(.otherForm(form), offset: 0))) {
                try Self.verifier().verify(notificationBody: input, at: Self.now)
            }
        }
    }

    @Test("A method for a JWS says so if it was given one of Apple's JSON bodies")
    func bodyInPlaceOfJWS() throws {
        let jws = try Content.transaction.issue()
        let bodies = [
            try TestAuthority.standard.notificationBody(TestNotification()), #"{"signedTransactionInfo":"\#(jws)"}"#,
            #" {"signedTransactions":["\#(jws)"]}"#,
        ]
        let verifier = try Self.verifier()
        let expected = VerificationError.malformed(FormatError(.otherForm(.body), offset: 0))
        for body in bodies {
            #expect(throws: expected) { try verifier.verify(transaction: body, at: Self.now) }
            #expect(throws: expected) { try verifier.verify(transaction: jws, renewalInfo: body, at: Self.now) }
            #expect(throws: expected) { try verifier.verify(appTransaction: body, at: Self.now) }
            #expect(throws: expected) { try verifier.verify(notification: body, at: Self.now) }
            #expect(throws: expected) { try verifier.verify(realtimeRequest: body, at: Self.now) }
        }
        let longest = bodies[0] + String(repeating: " ", count: (1 << 20) - bodies[0].utf8.count)
        #expect(throws: expected) { try verifier.verify(notification: longest, at: Self.now) }
        let tooLong = VerificationError.malformed(FormatError(.limitExceeded(.jws, allowed: 1 << 20), offset: 0))
        #expect(throws: tooLong) { try verifier.verify(notification: longest + " ", at: Self.now) }
        for other in ["{", "{}", #"{"signedTransactions":[]}"#] {
            let error = #expect(throws: VerificationError.self) {
                try verifier.verify(transaction: other, at: Self.now)
            }
            #expect(error?.code == "jws.format", "\(other)")
        }
    }

    @Test("External purchase tokens of every type verify, merge nothing and entitle to nothing")
    func externalPurchases() throws {
        let transaction = try Self.verifier().verify(transaction: Content.transaction.issue(), at: Self.now)
        for (subtype, more) in [
            (nil, ""), ("UNREPORTED", ""),
            ("CREATED", #","tokenType":"ACQUISITION","tokenExpirationDate":1717243200000"#),
            ("ACTIVE_TOKEN_REMINDER", #","tokenType":"SERVICES","tokenExpirationDate":1"#),
            ("TOMORROW", #","tokenType":"TOMORROW""#),
        ] as [(String?, String)] {
            let token =
                #"{"externalPurchaseId":"5a6b7c8d","tokenCreationDate":1714564800000,"appAppleId":6450123456,"#
                + #""bundleId":"com.example.app"\#(more)}"#
            var notification = TestNotification(.externalPurchaseToken(TestExternalPurchaseToken()))
            notification.subtype = subtype
            notification.changes.set("externalPurchaseToken", token)
            let text = try TestAuthority.standard.notificationBody(notification)
            let evidence = try Self.verify(text)
            guard case .notification(let verified) = evidence, case .externalPurchaseToken = verified.body else {
                Issue.record("another kind")
                return
            }
            #expect(verified.notificationType == NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN"))
            #expect(verified.subtype?.rawValue == subtype)
            #expect((verified.transaction, verified.renewalInfo, verified.appTransaction) == (nil, nil, nil))
            let alone = try PurchaseLedger(merging: [evidence])
            #expect(alone.isEmpty && alone.sources.isEmpty && alone.currentEntitlements(at: Self.now).isEmpty)
            let ledger = try PurchaseLedger(merging: [transaction])
            #expect(try ledger.merging(evidence) == ledger)
        }
    }
}
