import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Ledger as JSON and in logs")
struct LedgerEncodingTests {
    static let start = Date.utc(2024, 1, 1)

    static func subject() throws -> VerifiedReceipt {
        let day = { (days: Double) in start.addingTimeInterval(days * 86_400) }
        return try LedgerSubject.verify(
            TestReceipt(
                bundleIdentifier: LedgerSubject.app, creationDate: .utc(2024, 6, 1),
                purchases: [
                    LedgerSubject.period("lite", 1, day(0), day(30)).trial(),
                    LedgerSubject.period("pro", 3, day(29), day(59)).promotional(offerID: "spring"),
                    LedgerSubject.period("lite", 2, day(30), day(60)),
                    LedgerSubject.period("pro", 4, day(70), day(80)).refunded(on: day(71), reason: 1),
                    LedgerSubject.period("pro", 5, day(80), day(90)),
                ]))
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("The JSON of a ledger")
    func ledger() throws {
        let ledger = try Self.subject().ledger
        let purchases = try ledger.map { try json($0) }.joined(separator: ",")
        let periods = [
            #"{"effectiveEndDate":"2024-01-30T00:00:00Z","endDate":"2024-01-31T00:00:00Z","kind":"trial","productID":"lite","startDate":"2024-01-01T00:00:00Z","transactionID":"1"}"#,
            #"{"endDate":"2024-02-29T00:00:00Z","kind":"promotional","productID":"pro","promotionalOfferID":"spring","startDate":"2024-01-30T00:00:00Z","transactionID":"3"}"#,
            #"{"endDate":"2024-03-01T00:00:00Z","isOvertaken":true,"kind":"regular","productID":"lite","startDate":"2024-01-31T00:00:00Z","transactionID":"2"}"#,
            #"{"endDate":"2024-03-21T00:00:00Z","kind":"regular","productID":"pro","revocationDate":"2024-03-12T00:00:00Z","revocationReason":1,"startDate":"2024-03-11T00:00:00Z","transactionID":"4"}"#,
            #"{"endDate":"2024-03-31T00:00:00Z","kind":"regular","productID":"pro","startDate":"2024-03-21T00:00:00Z","transactionID":"5"}"#,
        ]
        let gap = #"{"endDate":"2024-03-21T00:00:00Z","startDate":"2024-02-29T00:00:00Z"}"#
        let change =
            #"{"date":"2024-01-30T00:00:00Z","kind":"whileRunning","previousProductID":"lite","productID":"pro"}"#
        #expect(
            try json(ledger)
                == #"{"appAccountTokens":[],"appTransactionIDs":[],"purchases":[\#(purchases)],"subscriptions":[{"gaps":[\#(gap)],"originalTransactionID":"1","#
                + #""periods":[\#(periods.joined(separator: ","))],"productChanges":[\#(change)]}]}"#)
    }

    @Test("The JSON of access, of missing evidence, and of eligibility")
    func answers() throws {
        let day = { (days: Double) in SentenceSubject.day(days) }
        let ledger = try PurchaseLedger(merging: [AccessRuleTests.info(30.5, AccessRuleTests.retry)])
        #expect(
            try json(ledger.access(to: ["p", "q"], at: day(40)))
                == #"{"knownAsOf":"2024-01-31T12:00:00Z","missing":["billingRecovery"],"originalTransactionIDs":["1"],"#
                + #""since":"2024-01-31T00:00:00Z","state":"undetermined","transactionID":"1"}"#)
        #expect(
            try json(ledger.access(to: "p", at: day(30.5)))
                == #"{"knownAsOf":"2024-01-31T12:00:00Z","reason":"expired","since":"2024-01-31T00:00:00Z","#
                + #""state":"denied","transactionID":"1"}"#)
        #expect(try json(ledger.access(to: "q", at: day(5))) == #"{"reason":"noPurchaseKnown","state":"denied"}"#)
        let entitlement = try #require(ledger.asOf(day(5)).entitlement(to: "p"))
        #expect(
            try json(ledger.access(to: "p", at: day(5)))
                == #"{"entitlement":\#(json(entitlement)),"knownAsOf":"2024-01-31T12:00:00Z","state":"granted","transactionID":"1"}"#
        )
        #expect(try json(entitlement).contains(#""currency":"USD""#) && json(entitlement).contains(#""price":"4.99""#))
        let status = try #require(ledger.subscriptions[0].status(at: day(40)))
        #expect(try json(status).contains(#""missing":"billingRecovery""#) && !json(status).contains("mayHaveRenewed"))
        #expect(
            try !json(try #require(ledger.subscriptions[0].status(at: day(30.5)))).contains("missing"),
            "nothing is missing")
        let receipt = try PurchaseLedger(merging: [AccessRuleTests.receipt(35)])
        #expect(
            try json(receipt.asOf(day(40)).introductoryOfferEligibility(in: ["p"]))
                == #"{"answer":"undetermined","knownAsOf":"2024-02-05T00:00:00Z","reason":"missingEvidence"}"#)
        #expect(
            try json(receipt.asOf(day(40)).introductoryOfferEligibility(in: ["q"]))
                == #"{"answer":"eligible","knownAsOf":"2024-02-05T00:00:00Z","reason":"newCustomer"}"#)
    }

    @Test("The JSON of an entitlement has the SKUs that apply at the date")
    func items() throws {
        let ended = Int(SentenceSubject.day(10).timeIntervalSince1970) * 1_000
        let club = SentenceSubject.transaction(
            "club", 1, 0, 30, signed: 1,
            ["advancedCommerceInfo": #"{"items":[{"SKU":"a","revocationDate":\#(ended)},{"SKU":"b"}]}"#])
        let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(club)])
        for (days, items) in [(5.0, #""items":["a","b"]"#), (15, #""items":["b"]"#)] {
            let entitlement = try #require(ledger.asOf(SentenceSubject.day(days)).entitlement(to: "club"))
            #expect(try json(entitlement).contains(items))
        }
    }

    @Test("The JSON of a verified receipt")
    func verifiedReceipt() throws {
        let receipt = try Self.subject()
        let verification = receipt.verification
        #expect(
            try json(receipt)
                == #"{"bundleID":"com.example.app","contentDigest":"\#(receipt.contentDigest)","environment":"Production","receipt":\#(json(receipt.receipt)),"verification":{"date":"2026-01-01T00:00:00Z","deviceChecked":false,"digest":"sha256","#
                + #""signer":"\#(verification.signer)","trustAnchor":"\#(verification.trustAnchor)"}}"#
        )
    }

    @Test("Only the verifier makes verified receipts and ledgers")
    func notDecodable() {
        #expect(!((VerifiedReceipt.self as Any) is any Decodable.Type))
        #expect(!((PurchaseLedger.self as Any) is any Decodable.Type))
        #expect(!((SubscriptionHistory.self as Any) is any Decodable.Type))
        #expect((PurchaseLedger.self as Any) is any Encodable.Type)
    }

    @Test("Descriptions are one line of printable text, whatever the receipt says")
    func descriptions() throws {
        let evil = "a\u{2028}\"\\" + String(repeating: "é", count: 300)
        let receipt = try LedgerSubject.verify(
            TestReceipt(
                bundleIdentifier: LedgerSubject.app, creationDate: .utc(2024, 8, 1),
                purchases: [
                    LedgerSubject.period(evil, 1, Self.start, .utc(2024, 2, 1), original: evil)
                        .promotional(offerID: evil),
                    LedgerSubject.period("b", 2, .utc(2024, 3, 1), .utc(2024, 4, 1), original: evil)
                        .with { $0.transactionID = evil }.refunded(on: .utc(2024, 3, 2)),
                    LedgerSubject.period("c", 3, .utc(2024, 4, 1), .utc(2024, 5, 1), original: evil),
                ]))
        let ledger = try receipt.ledger
        let history = try #require(ledger.subscriptions.first)
        var descriptions: [String] = [
            receipt.description, receipt.receipt.description, ledger.description, history.description,
            ledger.sources[0].description,
            ledger.asOf(Self.start).introductoryOfferEligibility(in: [evil]).description,
            ledger.firstAcquired(before: evil).description,
        ]
        descriptions += ledger.map(\.description)
        descriptions += history.periods.map(\.description)
        descriptions += history.gaps.map(\.description)
        descriptions += history.productChanges.map(\.description)
        for date in [Date.utc(2023, 1, 1), .utc(2024, 1, 1), .utc(2024, 3, 3), .utc(2024, 6, 1)] {
            descriptions += [evil, "b", "c", "d"].map { ledger.access(to: $0, at: date).description }
        }
        for description in descriptions {
            #expect(!description.contains { $0.isNewline || $0 == "é" }, "\(description)")
            #expect(description.utf8.count < 800, "\(description)")
        }
        #expect(descriptions.contains { $0.hasSuffix("afterGap") })
        #expect(
            ledger.access(to: "c", at: .utc(2024, 6, 1)).description
                == "denied: expired since 2024-05-01T00:00:00Z (transaction \"3\"), known as of 2024-08-01T00:00:00Z")
    }
}
