import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests evidence of any kind, which is distinguished by its form.
@Suite("Evidence of any kind")
struct EvidenceTests {
    private let authority = TestAuthority.standard

    private func verifier() throws -> ReceiptVerifier {
        ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked,
                trust: .roots(authority.rootCertificates)))
    }

    private func verify(_ text: String) throws -> VerifiedEvidence {
        try verifier().verify(evidence: text.utf8, at: JWSSubject.now(.transaction))
    }

    private static let transaction = TestTransaction(.exampleSubscription)
    private static let renewalInfo = TestRenewalInfo(of: transaction)

    @Test("Receipts, as bytes and in base64, alone and as verifyReceipt takes them")
    func receipts() throws {
        let bytes = try authority.sign(Subject.receipt)
        let expected = VerifiedEvidence.appReceipt(try verifier().verify(bytes, at: Subject.now))
        let base64 = Data(bytes).base64EncodedString()
        #expect(try verifier().verify(evidence: bytes, at: Subject.now) == expected)
        #expect(try verifier().verify(evidence: base64.utf8, at: Subject.now) == expected)
        let request = #"{"receipt-data":"\#(base64)","password":"secret","exclude-old-transactions":true}"#
        #expect(try verifier().verify(evidence: request.utf8, at: Subject.now) == expected)
    }

    @Test("Evidence of any form as the string in `evidence`, without another `evidence` inside")
    func enclosed() throws {
        let bytes = try authority.sign(Subject.receipt)
        let expected = VerifiedEvidence.appReceipt(try verifier().verify(bytes, at: Subject.now))
        let base64 = Data(bytes).base64EncodedString()
        var text = #"{"evidence":"\#(base64)"}"#
        #expect(try verifier().verify(evidence: text.utf8, at: Subject.now) == expected)
        let jws = try authority.sign(Self.transaction)
        #expect(try verify(#" {"evidence" : "\#(jws)"}"#) == verify(jws))
        #expect(
            try verify(#"{"evidence":\#(TestJSONObject.string(#"{"signedTransactionInfo":"\#(jws)"}"#))}"#)
                == verify(jws))
        text = "{\"evidence\":\(TestJSONObject.string(text))}"
        let error = #expect(throws: VerificationError.self) {
            try verifier().verify(evidence: text.utf8, at: Subject.now)
        }
        #expect(error?.code == "evidence.empty" && error?.isEmptyPage == false)
    }

    @Test("In a version 1 notification, only the receipt is verified")
    func version1() throws {
        let bytes = try authority.sign(Subject.receipt)
        let expected = VerifiedEvidence.appReceipt(try verifier().verify(bytes, at: Subject.now))
        let body =
            #"{"notification_type":"DID_RENEW","bid":"com.example.other","latest_receipt":"x","unified_receipt":"#
            + #"{"latest_receipt":"\#(Data(bytes).base64EncodedString())","status":0}}"#
        #expect(try verifier().verify(evidence: body.utf8, at: Subject.now) == expected)
    }

    @Test(
        "A JWS whose header has white space before or after the brace is a JWS too",
        // In base64url, one of three question marks becomes an underscore.
        arguments: ["{ ", "{\n", " {", "\r\n{", "{\t", #" {"???":0,"#])
    func whiteSpace(_ start: String) throws {
        let issued = try authority.issue(Self.transaction)
        var jws = issued.jws
        jws.rawOctets[.header] = Array((start + issued.jws.header.text.dropFirst()).utf8)
        try jws.sign(with: issued.chain.signer.key)
        guard case .transaction = try verify(jws.text) else {
            Issue.record("another kind")
            return
        }
        // A header in the other base64 alphabet is still recognized as a JWS, and malformed at the character that
        // base64url doesn't have.
        guard start.contains("?") else { return }
        var parts = jws.text.split(separator: ".").map(String.init)
        let place = try #require(parts[0].utf8.firstIndex(of: UInt8(ascii: "_")))
        parts[0].replaceSubrange(place...place, with: "/")
        let offset = parts[0].utf8.distance(from: parts[0].startIndex, to: place)
        let malformed = FormatError(.invalidBase64(.character(UInt8(ascii: "/"))), offset: offset)
        #expect(throws: VerificationError.malformed(malformed)) { try verify(parts.joined(separator: ".")) }
    }

    @Test("JWS of every kind")
    func jwsList() throws {
        let now = Date.utc(2024, 6, 1)
        let transaction = try authority.sign(Self.transaction)
        #expect(
            try verify(transaction)
                == .transaction(verifier().verify(transaction: transaction, at: JWSSubject.now(.transaction))))
        guard
            case .appTransaction = try verifier().verify(
                evidence: authority.sign(TestAppTransaction()).utf8, at: now),
            case .notification(let notification) = try verifier().verify(
                evidence: authority.sign(TestNotification()).utf8, at: now)
        else {
            Issue.record("another kind")
            return
        }
        #expect(notification.transaction != nil && notification.renewalInfo != nil)
    }

    @Test("JWS-20 a renewal info alone, of this app or another, as JWS and as JSON body")
    func renewalInfoAlone() throws {
        let jws = try authority.sign(Self.renewalInfo)
        for text in [
            jws, #"{"signedRenewalInfo":"\#(jws)"}"#,
            #"{"data":[{"lastTransactions":[{"signedRenewalInfo":"\#(jws)"}]}]}"#,
        ] {
            let error = #expect(throws: VerificationError.self) { try verify(text) }
            #expect(error?.innermost == .renewalInfoUnbound)
        }
        #expect(throws: VerificationError.malformed(FormatError(.otherPayload(found: .renewalInfo), offset: 0))) {
            try verifier().verify(transaction: jws, at: JWSSubject.now(.renewalInfo))
        }
    }

    @Test("The name of a JSON body's member may have escapes")
    func escapedName() throws {
        let body = try authority.subscriptionBody(Self.transaction, Self.renewalInfo)
        let escaped = body.replacingOccurrences(of: #""signed"#, with: #""\u0073igned"#)
        #expect(escaped != body)
        #expect(try verify(escaped) == verify(body))
    }

    @Test("Apple's JSON bodies")
    func bodies() throws {
        guard
            case .subscriptionStatus(let status) = try verify(
                authority.subscriptionBody(Self.transaction, Self.renewalInfo))
        else {
            Issue.record("another kind")
            return
        }
        #expect(status.transaction.transactionID == Self.transaction.transactionID)
        #expect(status.renewalInfo.originalTransactionID == Self.transaction.originalTransactionID)
        guard case .list(let history) = try verify(authority.historyBody([Self.transaction, Self.transaction])),
            case .list(let statuses) = try verify(authority.statusesBody([Self.transaction]))
        else {
            Issue.record("another kind")
            return
        }
        #expect(history == [.transaction(status.transaction), .transaction(status.transaction)])
        #expect(statuses == [.subscriptionStatus(status)])
        guard
            case .notification = try verifier().verify(
                evidence: authority.notificationBody(TestNotification()).utf8, at: JWSSubject.now(.notification))
        else {
            Issue.record("another kind")
            return
        }
    }

    @Test("JWS-20 a signedPayload that is not a notification")
    func signedPayload() throws {
        let jws = try authority.sign(Self.transaction)
        #expect(throws: VerificationError.malformed(FormatError(.otherPayload(found: .transaction), offset: 0))) {
            try verify(#"{"signedPayload":"\#(jws)"}"#)
        }
    }

    @Test("Many JWS are all verified, or none")
    func allOrNone() throws {
        let good = try authority.sign(Self.transaction)
        let bad = try authority.sign(Self.transaction, defects: [.named("signature-flipped")])
        #expect(throws: VerificationError.nested(member: "signedTransactions[1]", .signatureInvalid)) {
            try verify(#"{"signedTransactions":["\#(good)","\#(bad)"]}"#)
        }
    }

    @Test(
        "A list of evidence ends at its 10,001st element, and several lists in one JSON body share the limit",
        arguments: [
            (#"{"signedTransactions":[%]}"#, #""x""#, 0, "jws.format"),
            (#"{"notificationHistory":[%]}"#, "{}", 0, "evidence.empty"),
            (#"{"data":[%]}"#, "{}", 0, "evidence.empty"),
            (#"{"data":[{"lastTransactions":[%]}]}"#, "{}", 0, "evidence.empty"),
            (#"{"data":[{"lastTransactions":[{}]},{"lastTransactions":[%]}]}"#, "{}", 1, "evidence.empty"),
        ])
    func longLists(body: String, element: String, others: Int, code: String) throws {
        func error(_ count: Int) -> VerificationError? {
            let list = Array(repeating: element, count: count).joined(separator: ",")
            return #expect(throws: VerificationError.self) {
                try verify(body.split(separator: "%").joined(separator: list))
            }
        }
        let most = 10_000 - others
        #expect(error(most)?.code == code)
        let place = try #require(body.utf8.firstIndex(of: UInt8(ascii: "%")))
        let offset = body.utf8.distance(from: body.startIndex, to: place) + most * (element.utf8.count + 1)
        #expect(
            error(most + 1) == .malformed(FormatError(.limitExceeded(.evidence, allowed: 10_000), offset: offset)))
    }

    @Test(
        "Unknown and ambiguous input",
        arguments: [
            ("{}", "evidence.empty"), (#"{"a":1}"#, "evidence.empty"),
            (#"{"signedTransactions":[],"signedPayload":"a"}"#, "input.notReceipt"),
            (#"{"signedPayload":"a","receipt-data":"b"}"#, "input.notReceipt"),
            (#"{"signedPayload":"a","signedPayload":"a"}"#, "json.repeatedMember"),
            (#"{"evidence":"a","receipt-data":"b"}"#, "input.notReceipt"),
            (#"{"evidence":null}"#, "evidence.empty"), (#"{"evidence":5}"#, "json.shape"),
            (#"{"evidence":"a","evidence":"a"}"#, "json.repeatedMember"), (#"{"evidence":""}"#, "input.empty"),
            (#"{"signedPayload":1}"#, "json.shape"), (#"{"signedTransactions":[{}]}"#, "json.shape"),
            ("<html>", "input.notReceipt"), ("", "input.empty"), ("ewoJInNpZ25hdHVyZSI", "input.base64"),
            ("eyJ", "jws.format"), ("eyJ.eyJ.eyJ", "input.base64"), ("eyJh.eyJh.eyJh", "json.syntax"),
        ])
    func unknown(text: String, code: String) throws {
        let error = #expect(throws: VerificationError.self) { try verify(text) }
        #expect(error?.code == code)
    }

    @Test(
        "A JSON body without evidence is rejected, and an empty page of Apple's is distinguished from others",
        arguments: [
            (#"{"data":[]}"#, true), (#"{"signedTransactions":[]}"#, true),
            (#"{"revision":"r","bundleId":"b","hasMore":false,"signedTransactions":[]}"#, true),
            (#"{"status":1,"signedTransactions":[]}"#, true), (#"{"data":[{}]}"#, true),
            (#"{"data":[{"subscriptionGroupIdentifier":"1","lastTransactions":[]}]}"#, true),
            (#"{"data":[{"lastTransactions":[]},{"lastTransactions":[]}]}"#, true),
            (#"{"evidence":"{\"signedTransactions\":[]}"}"#, true), (#"{"data":[],"signedPayload":null}"#, true),
            ("{}", false), (#"{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}"#, false),
            (#"{"signedTransactions":[null]}"#, false), (#"{"data":[{"lastTransactions":[{"status":1}]}]}"#, false),
            (#"{"signedTransactionInfo":null,"signedRenewalInfo":null}"#, false), (#"{"signedPayload":null}"#, false),
            (#"{"unified_receipt":{}}"#, false), (#"{"data":{}}"#, false), (#"{"receipt-data":null}"#, false),
        ])
    func empty(text: String, isEmptyPage: Bool) {
        let error = #expect(throws: VerificationError.self) { try verify(text) }
        #expect(error?.innermost.code == "evidence.empty" && error?.isEmptyPage == isEmptyPage)
    }

    @Test("A pair of two subscriptions, and of two environments")
    func disagreement() throws {
        let jws = try authority.sign(Self.transaction)
        let other = try authority.sign(Self.renewalInfo.with { $0.originalTransactionID = "1" })
        let sandbox = try authority.sign(Self.renewalInfo.with { $0.environment = .sandbox })
        let now = JWSSubject.now(.transaction)
        #expect(throws: VerificationError.disagreement("originalTransactionId")) {
            try verifier().verify(transaction: jws, renewalInfo: other, at: now)
        }
        let both = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked, environments: [.production, .sandbox],
                trust: .roots(authority.rootCertificates)))
        #expect(throws: VerificationError.disagreement("environment")) {
            try both.verify(transaction: jws, renewalInfo: sandbox, at: now)
        }
    }
}
