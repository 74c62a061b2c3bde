import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests refunds of items, assignments, bundles, and types unknown to the library: what ends, and what the customer
/// keeps.
@Suite("Ledger: the effect of each revocation")
struct LedgerRevocationTests {
    private typealias Subject = SentenceSubject

    /// A month with these item refunds, revoked as a whole on day 10 or not.
    private func commerce(_ items: String, revoked: Double? = 10) -> TestTransaction {
        Subject.transaction("club", 1, 0, 30, signed: 11, ["advancedCommerceInfo": #"{"items":[\#(items)]}"#]) {
            $0.revocationDate = revoked.map(Subject.day)
            $0.revocationReason = revoked == nil ? nil : 0
        }
    }

    /// The item refunds, and whether the customer keeps the first nine days.
    static let refunds: [(items: String, stays: Bool)] = [
        (#"{"SKU":"a"}"#, false), (#"{"SKU":"a","refunds":[]}"#, false),
        (#"{"SKU":"a","refunds":[{"refundType":"FULL"}]}"#, false),
        (#"{"SKU":"a","refunds":[{"refundType":"FULL"}]},{"SKU":"b","refunds":[{"refundType":"FULL"}]}"#, false),
        (#"{"SKU":"a","refunds":[{"refundType":"PRORATED"}]}"#, true),
        (#"{"SKU":"a","refunds":[{"refundType":"FULL"}]},{"SKU":"b","refunds":[{"refundType":"PRORATED"}]}"#, true),
        (#"{"SKU":"a","refunds":[{"refundType":"FULL"},{"refundType":"CUSTOM"}]}"#, true),
        (#"{"SKU":"a","refunds":[{"refundType":"SOMETHING_NEW"}]}"#, true),
        (#"{"SKU":"a","refunds":[{"refundAmount":990}]}"#, true),
        (#"{"SKU":"a","refunds":[{"refundType":7}]}"#, true), (#"{"SKU":"a","refunds":7}"#, true), ("7", true),
    ]

    @Test(
        "An advanced-commerce purchase has no revocation type: its items' refunds decide whether all was revoked",
        arguments: refunds.indices)
    func refundsTell(_ index: Int) throws {
        let row = Self.refunds[index]
        // The model doesn't handle malformed members.
        let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(commerce(row.items))])
        #expect(Subject.access(ledger, [5, 9.9, 10, 20]) == (row.stays ? [["1"], ["1"], [], []] : [[], [], [], []]))
        #expect(ledger.subscriptions[0].status(at: Subject.day(20))?.state == .revoked)
        #expect(ledger[0].revocationType == nil)
    }

    @Test(
        "A refund of an item, of whatever type, voids nothing and ends nothing", arguments: ["FULL", "PRORATED", "NEW"])
    func itemRefund(_ type: String) throws {
        let items = #"{"SKU":"a","refunds":[{"refundType":"\#(type)","refundDate":1704672000000}]},{"SKU":"b"}"#
        let ledger = try Subject.ledger(commerce(items, revoked: nil))
        #expect(Subject.access(ledger, [5, 9, 20, 30]) == [["1"], ["1"], ["1"], []])
        #expect(ledger[0].items(at: Subject.day(20))?.map(\.sku) == ["a", "b"])
        #expect(ledger.subscriptions[0].gaps.isEmpty && ledger[0].revocationDate == nil)
    }

    @Test("The revocation date of an item ends only that item")
    func itemRevocation() throws {
        let ended = Int(Subject.day(10).timeIntervalSince1970) * 1_000
        let items = #"{"SKU":"a","revocationDate":\#(ended),"refunds":[{"refundType":"FULL"}]},{"SKU":"b"}"#
        let ledger = try Subject.ledger(commerce(items, revoked: nil))
        #expect(Subject.access(ledger, [5, 10, 20]) == [["1"], ["1"], ["1"]])
        #expect([9.9, 10, 20].map { ledger[0].items(at: Subject.day($0))?.map(\.sku) } == [["a", "b"], ["b"], ["b"]])
        #expect(try Subject.ledger(Subject.transaction("p", 1, 0, 30, signed: 1))[0].items(at: Subject.day(1)) == nil)
    }

    @Test("A revocation date of the transaction ends the whole purchase, whatever its items say")
    func wholeRevocation() throws {
        let items = #"{"SKU":"a","refunds":[{"refundType":"PRORATED"}]},{"SKU":"b"}"#
        let ledger = try Subject.ledger(commerce(items))
        #expect(Subject.access(ledger, [9, 10]) == [["1"], []])
        #expect(ledger.subscriptions[0].periods[0].effectiveEndDate == Subject.day(10))
        for days in [20.0, 40] {
            let access = ledger.access(to: "club", at: Subject.day(days))
            #expect(access.inShort == "denied: revoked 1" && access.since == Subject.day(10))
        }
        #expect(ledger[0].revocationDate == Subject.day(10) && ledger[0].revocationReason == .other)
    }

    // MARK: Assignments

    @Test("An assigned seat gives access like a purchase, and so does an ownership unknown to the library")
    func assigned() throws {
        for ownership in ["PURCHASED", "FAMILY_SHARED", "ASSIGNED", "SOMETHING_NEW"] {
            let ledger = try Subject.ledger(
                Subject.transaction("team", 1, 0, 30, signed: 1) { $0.ownershipType = ownership })
            #expect(Subject.access(ledger, [0, 29, 30]) == [["1"], ["1"], []], "\(ownership)")
            #expect(ledger[0].ownershipType == OwnershipType(word: ownership))
            #expect(ledger.subscriptions[0].status(at: Subject.day(5))?.state == .subscribed)
        }
    }

    @Test("An assigned seat and an own purchase of one product are two subscriptions, and both entitle")
    func assignedAndOwn() throws {
        let ledger = try Subject.ledger(
            Subject.transaction("team", 1, 0, 30, signed: 1),
            Subject.transaction("team", 5, 3, 40, signed: 4, original: "5") { $0.ownershipType = "ASSIGNED" })
        #expect(Subject.access(ledger, [1, 5, 35]) == [["1"], ["1", "5"], ["5"]])
        #expect(ledger.asOf(Subject.day(5)).entitlement(to: "team")?.endDate == Subject.day(40))
    }

    @Test(
        "An assignment and a family share that ended end on their date and void nothing before",
        arguments: ["ASSIGNMENT_REVOKE", "FAMILY_REVOKE"])
    func shareEnded(_ type: String) throws {
        let month = Subject.transaction(
            "team", 1, 0, 30, signed: 1, ["offerType": "1", "offerDiscountType": #""FREE_TRIAL""#])
        var ended = Subject.transaction("team", 1, 0, 30, signed: 11) { $0.revocationDate = Subject.day(10) }
        (ended.revocationType, ended.ownershipType) = (type, "ASSIGNED")
        let ledger = try Subject.ledger(month, ended, Subject.transaction("team", 2, 20, 50, signed: 21))
        #expect(Subject.access(ledger, [0, 9.9, 10, 19, 20]) == [["1"], ["1"], [], [], ["2"]])
        let history = ledger.subscriptions[0]
        #expect(history.periods[0].effectiveEndDate == Subject.day(10))
        #expect(history.gaps.map { [$0.startDate, $0.endDate] } == [[Subject.day(10), Subject.day(20)]])
        #expect(history.status(at: Subject.day(12))?.state == .revoked)
        let access = ledger.access(to: "team", at: Subject.day(12))
        #expect(access.inShort == "denied: revoked 1" && access.since == Subject.day(10))
        #expect(ledger.access(to: "team", at: Subject.day(9)).isGranted)
    }

    @Test("An introductory offer of an assigned seat counts as used, as of a purchase")
    func assignedOffer() throws {
        let trial = Subject.transaction("team", 1, 0, 30, signed: 1, ["offerType": "1"]) {
            $0.ownershipType = "ASSIGNED"
        }
        let ledger = try Subject.ledger(trial)
        #expect(
            ledger.asOf(Subject.day(40)).introductoryOfferEligibility(in: ["team"], assumingCompleteHistory: true)
                .answer == .offerUsed(ledger[0]))
    }

    // MARK: Types unknown to the library

    /// A reason, a type, and whether the customer keeps the first nine days.
    static let unknown: [(reason: String?, type: String?, stays: Bool)] = [
        (nil, nil, false), ("0", nil, false), ("1", #""REFUND_FULL""#, false), ("2", nil, true), ("3", nil, true),
        ("2", #""REFUND_FULL""#, true), (nil, #""BUNDLE""#, true), ("0", #""SOMETHING_NEW""#, true),
        (#""UPGRADED_TO_BUNDLE""#, nil, true),
    ]

    @Test(
        "A reason or a type unknown to the library, or malformed, ends and voids nothing before",
        arguments: unknown.indices)
    func unknownRevocation(_ index: Int) throws {
        let row = Self.unknown[index]
        var revoked = Subject.transaction("p", 1, 0, 30, signed: 11) { $0.revocationDate = Subject.day(10) }
        if let reason = row.reason { revoked.changes.set("revocationReason", reason) }
        if let type = row.type { revoked.changes.set("revocationType", type) }
        // The model doesn't handle malformed members.
        let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(revoked)])
        #expect(Subject.access(ledger, [5, 9.9, 10]) == (row.stays ? [["1"], ["1"], []] : [[], [], []]), "\(row)")
        #expect(ledger[0].revocationDate == Subject.day(10))
    }

    @Test("A non-consumable that was revoked for a reason unknown to the library was owned until then")
    func unknownReasonOfProduct() throws {
        var owned = TestTransaction(.nonConsumable("level", on: Subject.day(0), transactionID: "7"))
        (owned.signedDate, owned.revocationDate, owned.revocationReason) = (Subject.day(11), Subject.day(10), 9)
        let ledger = try Subject.ledger(owned)
        #expect(Subject.access(ledger, [9, 10]) == [["7"], []])
    }
}
