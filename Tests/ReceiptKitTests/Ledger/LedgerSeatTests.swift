import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests a team of ten, from day 0 to day 30, to which five seats are added on day 10.
@Suite("Ledger: seats")
struct LedgerSeatTests {
    private typealias Subject = SentenceSubject

    static let tiers = #"{"invitationManagement":"DEVELOPER","priceTiers":[{"price":9000,"quantity":10}]}"#

    private static func team(
        _ id: Int64 = 1, _ from: Double = 0, _ to: Double = 30, signed: Double = 1, seats: Int64 = 10,
        _ members: KeyValuePairs<String, String> = ["multiSeatInfo": tiers],
        _ change: (inout TestTransaction) -> Void = { _ in }
    ) -> TestTransaction {
        Subject.transaction("team", id, from, to, signed: signed, members) {
            $0.purchasedQuantity = seats
            change(&$0)
        }
    }

    private static func added(
        _ id: Int64 = 2, _ from: Double = 10, _ to: Double = 30, signed: Double = 10, seats: Int64 = 5,
        lineItem: String? = nil, _ change: (inout TestTransaction) -> Void = { _ in }
    ) -> TestTransaction {
        team(
            id, from, to, signed: signed, seats: seats,
            ["multiSeatInfo": tiers, "additionalTransactionReason": #""SEAT_ADDITION""#]
        ) {
            $0.transactionReason = "PURCHASE"
            if let lineItem { $0.webOrderLineItemID = lineItem }
            change(&$0)
        }
    }

    private func status(_ ledger: PurchaseLedger, _ days: Double) throws -> SubscriptionStatus {
        try #require(ledger.subscription(originalTransactionID: "1")?.status(at: Subject.day(days)))
    }

    // MARK: Two transactions, one period

    @Test("Added seats are a second transaction of one period: both apply, neither replaces the other")
    func addition() throws {
        let ledger = try Subject.ledger(Self.team(), Self.added())
        #expect(ledger.map(\.transactionID) == ["1", "2"] && ledger.allSatisfy { !$0.isUpgraded })
        #expect(Subject.access(ledger, [0, 9, 10, 29, 30]) == [["1"], ["1"], ["1"], ["1"], []])
        #expect(Subject.seats(ledger, [0, 9.9, 10, 29]) == [10, 10, 15, 15])
        let history = try #require(ledger.subscriptions.first)
        #expect(history.periods.map(\.purchase) == [ledger[0]])
        #expect(history.periods[0].seatAdditions == [ledger[1]])
        #expect(history.gaps.isEmpty && history.productChanges.isEmpty)
        #expect(history.latestPeriod(at: Subject.day(20)) == history.periods[0])
        let entitlement = try #require(ledger.asOf(Subject.day(20)).entitlement(to: "team"))
        #expect(entitlement.purchase == ledger[0])
        #expect(entitlement.startDate == Subject.day(0) && entitlement.endDate == Subject.day(30))
        #expect(try status(ledger, 20).period == history.periods[0] && status(ledger, 20).until == Subject.day(30))
        #expect(ledger.purchase(transactionID: "2")?.additionalTransactionReason == .seatAddition)
        #expect(ledger.superseded.isEmpty)
    }

    @Test(
        "Whether the line item is the period's makes no difference to seats, nor to the id of the period's first purchase"
    )
    func lineItem() throws {
        let (one, other) = (
            try Subject.ledger(Self.team(), Self.added(lineItem: "1")), try Subject.ledger(Self.team(), Self.added())
        )
        for ledger in [one, other] {
            #expect(ledger[0].id == "1/1" && ledger.count == 2 && ledger[1].id != "1/1")
            #expect(Subject.seats(ledger, [5, 15]) == [10, 15])
        }
    }

    @Test(
        "Purchases in receipts don't show that seats were added: the transaction distinguishes them, in any order"
    )
    func receiptRows() throws {
        let rows = [("1", 0.0), ("2", 10)].map { id, from in
            LedgerSubject.period("team", 1, Subject.day(from), Subject.day(30)).with { $0.transactionID = id }
        }
        let receipts = try [15.0, 20].map { try AsIfVerified.receipt(rows, created: Subject.day($0)) }
        #expect(
            try PurchaseLedger(merging: receipts).count == 1, "one line item is one period, as far as receipts know")
        let ledger = try Subject.ledger([
            receipts[0], receipts[1], AsIfVerified.transaction(Self.added(lineItem: "1")),
            AsIfVerified.transaction(Self.team()),
        ])
        #expect(ledger.map(\.transactionID) == ["1", "2"] && ledger.allSatisfy { $0.receipt != nil })
        #expect(Subject.seats(ledger, [5, 16]) == [10, 15])
        #expect(ledger.superseded.isEmpty)
    }

    @Test("A copy of the added seats' transaction is the same purchase")
    func copies() throws {
        let ledger = try Subject.ledger(Self.team(), Self.added(), Self.added(signed: 12), Self.team(signed: 14))
        #expect(ledger.count == 2 && ledger.superseded.count == 2)
        #expect(Subject.seats(ledger, [20]) == [15])
    }

    @Test(
        "Seats added when the period begins come after it, whatever their identifiers and line items",
        arguments: [nil, "7"])
    func atOnce(_ lineItem: String?) throws {
        let ledger = try Subject.ledger(Self.team(7), Self.added(1, 0, 30, signed: 0, lineItem: lineItem))
        #expect(ledger.subscriptions[0].periods.map(\.purchase.transactionID) == ["7"])
        #expect(Subject.seats(ledger, [0, 29]) == [15, 15])
    }

    @Test(
        "Added seats with the period's line item and another end are the same purchase unless they begin later (rule 20)",
        arguments: [(0, 1), (0.00002, 2)])
    func otherEnd(_ start: Double, _ count: Int) throws {
        let ledger = try Subject.ledger(Self.team(), Self.added(2, start, 40, signed: 1, lineItem: "1"))
        #expect(ledger.count == count)
    }

    @Test("Seats that were added twice count twice")
    func twice() throws {
        let ledger = try Subject.ledger(Self.team(), Self.added(), Self.added(3, 20, 30, signed: 20, seats: 2))
        #expect(Subject.seats(ledger, [5, 15, 25]) == [10, 15, 17])
        #expect(ledger.subscriptions[0].periods.count == 1)
    }

    @Test("The next period begins with the seats that it was renewed with")
    func renewed() throws {
        let next = Self.team(3, 30, 60, signed: 30, seats: 12)
        let ledger = try Subject.ledger(Self.team(), Self.added(), next)
        #expect(Subject.seats(ledger, [29, 30, 59, 60]) == [15, 12, 12, nil])
        #expect(ledger.subscriptions[0].gaps.isEmpty && ledger.subscriptions[0].periods.count == 2)
        #expect(ledger.asOf(Subject.day(40)).entitlement(to: "team")?.startDate == Subject.day(30))
        #expect(ledger.latest(for: "team")?.transactionID == "3")
    }

    @Test("A renewal charged ahead applies from its signed date, and earlier additions don't hide it")
    func chargedAhead() throws {
        let next = Self.team(3, 30, 60, signed: 29.5, seats: 12) { $0.transactionReason = "RENEWAL" }
        let ledger = try Subject.ledger(next)
        #expect(Subject.seats(ledger, [29.4, 29.5, 31]) == [nil, 12, 12])
        let whole = try Subject.ledger(Self.team(), Self.added(), next)
        #expect(Subject.seats(whole, [29.4, 29.5, 30]) == [15, 15, 12])
    }

    @Test("Another product replaces the period and its added seats together")
    func productChange() throws {
        let ledger = try Subject.ledger(Self.team(), Self.added(), Subject.transaction("max", 3, 20, 50, signed: 20))
        #expect(Subject.access(ledger, [15, 20, 29, 49]) == [["1"], ["3"], ["3"], ["3"]])
        #expect(ledger.subscriptions[0].productChanges.map(\.productID) == ["max"])
        let access = ledger.access(to: "team", at: Subject.day(25))
        #expect(access.inShort == "denied: replaced 1" && access.since == Subject.day(20))
    }

    @Test("After the period a renewal may be missing, and added seats don't change that")
    func missing() throws {
        let ledger = try Subject.ledger(Self.team(), Self.added())
        #expect(try status(ledger, 20).missing == nil && status(ledger, 30).missing == .renewal)
        #expect(
            [20, 30].map { ledger.access(to: "team", at: Subject.day($0)).inShort }
                == ["granted 1", "undetermined: renewal 1"])
        let info = Subject.renewal(Self.team(), signed: 30.5) {
            ($0.isInBillingRetryPeriod, $0.gracePeriodExpirationDate) = (true, Subject.day(46))
        }
        let grace = try Subject.ledger([
            AsIfVerified.status(Self.team(), info), AsIfVerified.transaction(Self.added()),
        ])
        #expect(try status(grace, 35).state == .inGracePeriod)
        #expect(Subject.seats(grace, [35, 46]) == [15, nil])
    }

    // MARK: Refunds

    private static func refunded(_ transaction: TestTransaction, _ days: Double, _ type: String?) -> TestTransaction {
        transaction.with {
            ($0.revocationDate, $0.revocationReason, $0.revocationType) = (Subject.day(days), 0, type)
            $0.signedDate = Subject.day(days + 1)
        }
    }

    @Test("A refund of the added seats doesn't end the period", arguments: [nil, "REFUND_FULL", "REFUND_PRORATED"])
    func refundedAddition(_ type: String?) throws {
        let ledger = try Subject.ledger(Self.team(), Self.refunded(Self.added(), 15, type))
        #expect(Subject.access(ledger, [5, 12, 15, 29]) == [["1"], ["1"], ["1"], ["1"]])
        #expect(Subject.seats(ledger, [5, 12, 15, 29]) == [10, type == "REFUND_PRORATED" ? 15 : 10, 10, 10])
        #expect(try status(ledger, 20).state == .subscribed && status(ledger, 35).state == .expired)
        let access = ledger.access(to: "team", at: Subject.day(35))
        #expect(access.inShort == "undetermined: renewal 1" && access.since == Subject.day(30))
        #expect(ledger.subscriptions[0].gaps.isEmpty)
    }

    @Test(
        "A refund of the period's first transaction doesn't end the added seats",
        arguments: ["REFUND_FULL", "REFUND_PRORATED"])
    func refundedPeriod(_ type: String) throws {
        let isVoid = type == "REFUND_FULL"
        let ledger = try Subject.ledger(Self.refunded(Self.team(), 20, type), Self.added())
        #expect(Subject.access(ledger, [5, 15, 20, 29, 30]) == [isVoid ? [] : ["1"], ["2"], ["2"], ["2"], []])
        #expect(Subject.seats(ledger, [5, 15, 20, 29]) == [isVoid ? nil : 10, isVoid ? 5 : 15, 5, 5])
        let entitlement = try #require(ledger.asOf(Subject.day(25)).entitlement(to: "team"))
        #expect(entitlement.startDate == Subject.day(isVoid ? 10 : 0) && entitlement.endDate == Subject.day(30))
        #expect(entitlement.purchase.revocationDate == nil)
        #expect(try status(ledger, 35).state == .expired && status(ledger, 35).missing == .renewal)
    }

    @Test("If both are refunded, the period is")
    func bothRefunded() throws {
        let ledger = try Subject.ledger(
            Self.refunded(Self.team(), 20, "REFUND_PRORATED"), Self.refunded(Self.added(), 20, "REFUND_PRORATED"))
        #expect(Subject.access(ledger, [19, 20]) == [["1"], []])
        #expect(try status(ledger, 35).state == .revoked && status(ledger, 35).missing == nil)
        #expect(ledger.subscriptions[0].periods.count == 1)
    }

    @Test("A period ends with the transaction that ends last")
    func laterEnd() throws {
        let ledger = try Subject.ledger(Self.team(), Self.added(2, 10, 33))
        #expect(Subject.seats(ledger, [5, 15, 31, 33]) == [10, 15, 15, nil])
        let entitlement = try #require(ledger.asOf(Subject.day(15)).entitlement(to: "team"))
        #expect(entitlement.startDate == Subject.day(0) && entitlement.endDate == Subject.day(33))
        #expect(ledger.subscriptions[0].gaps.isEmpty)
    }

    @Test("Revoked seats, and a notification of them, revoke no access")
    func revokedSeats() throws {
        let refunded = Self.team(signed: 12, ["multiSeatInfo": #"{"revokedSeatQuantity":4}"#])
        let ledger = try Subject.ledger([
            AsIfVerified.transaction(Self.team()),
            AsIfVerified.notification(refunded, Subject.renewal(refunded, signed: 12)),
        ])
        #expect(Subject.access(ledger, [5, 29]) == [["1"], ["1"]] && ledger[0].revocationDate == nil)
        #expect(Subject.seats(ledger, [5, 29]) == [6, 6])
    }

    // MARK: Counts

    /// A transaction's members about seats, and its number of seats.
    static let counts: [(quantity: String, info: String, seats: Int?)] = [
        ("10", "{}", 10), ("10", #"{"revokedSeatQuantity":3}"#, 7), ("10", #"{"revokedSeatQuantity":10}"#, 0),
        ("10", #"{"revokedSeatQuantity":11}"#, 0), ("1", #"{"revokedSeatQuantity":2147483647}"#, 0),
        ("2147483647", "{}", 2_147_483_647), ("10", #"{"revokedSeatQuantity":-3}"#, 10),
        ("10", #"{"revokedSeatQuantity":"3"}"#, 10), ("10", "7", nil), ("10", "null", nil),
    ]

    @Test("Seats are the quantity minus the revoked ones, and never negative", arguments: counts.indices)
    func count(_ index: Int) throws {
        let row = Self.counts[index]
        let ledger = try Subject.ledger(
            Subject.transaction("team", 1, 0, 30, signed: 1, ["quantity": row.quantity, "multiSeatInfo": row.info]))
        #expect(Subject.seats(ledger, [5]) == [row.seats])
        #expect(Subject.access(ledger, [5]) == [["1"]])
    }

    @Test("Members have the purchaser's quantity: it's never added up")
    func members() throws {
        let members = (1...3).map { id in
            Subject.transaction("team", Int64(id), 0, 30, signed: 1, original: "\(id)", ["multiSeatInfo": Self.tiers]) {
                ($0.purchasedQuantity, $0.ownershipType) = (10, ["PURCHASED", "ASSIGNED", "FAMILY_SHARED"][id - 1])
            }
        }
        let ledger = try Subject.ledger(members.map { try AsIfVerified.transaction($0) })
        #expect(ledger.currentEntitlements(at: Subject.day(5)).map(\.seats) == [10, nil, nil])
        #expect(ledger.map(\.purchasedQuantity) == [10, 10, 10])
    }

    @Test(
        "Without the transaction that began the period, or with a receipt's purchase of it alone, the seats aren't known"
    )
    func unknown() throws {
        let alone = try Subject.ledger(Self.added())
        #expect(Subject.access(alone, [15]) == [["2"]] && Subject.seats(alone, [15]) == [5])
        #expect(alone.subscriptions[0].periods[0].seatAdditions.isEmpty)
        let two = try Subject.ledger(Self.added(), Self.added(3, 12, 30, signed: 12))
        #expect(Subject.seats(two, [11, 15]) == [5, 10], "the earliest is the base, whatever it carries")
        #expect(two.subscriptions[0].periods.count == 1)
        let row = try AsIfVerified.receipt(
            [LedgerSubject.period("team", 1, Subject.day(0), Subject.day(30))], created: Subject.day(11))
        let receipt = try Subject.ledger([row, AsIfVerified.transaction(Self.added())])
        #expect(Subject.access(receipt, [5, 15]) == [["1"], ["1"]] && Subject.seats(receipt, [5, 15]) == [nil, nil])
        let single = try Subject.ledger(Subject.transaction("team", 1, 0, 30, signed: 1))
        #expect(Subject.seats(single, [5]) == [nil], "no multiseat subscription")
    }

    @Test("The number of seats to renew is in the renewal info, as long as it will renew")
    func renewalQuantity() throws {
        for (status, expected) in [(1, 8), (0, nil)] as [(Int64, Int?)] {
            let info = Subject.renewal(Self.team(), signed: 2, ["renewalQuantity": "8"]) { $0.autoRenewStatus = status }
            let ledger = try Subject.ledger([AsIfVerified.status(Self.team(), info)])
            #expect(ledger.asOf(Subject.day(5)).entitlement(to: "team")?.renewalQuantity == expected)
            #expect(try self.status(ledger, 5).renewalQuantity == expected)
            #expect(Subject.seats(ledger, [5]) == [10], "fewer seats from the renewal on")
        }
    }

    // MARK: Prices

    /// Price tiers, and their total.
    static let totals: [(tiers: String, total: Int64?)] = [
        (#"[{"price":9000,"quantity":10}]"#, 90_000),
        (#"[{"price":5000,"quantity":40},{"price":9000,"quantity":10}]"#, 290_000),
        (#"[{"price":0,"quantity":3}]"#, 0), (#"[{"price":-5,"quantity":3}]"#, -15), ("[]", nil),
        (#"[{"price":9000}]"#, nil), (#"[{"quantity":3}]"#, nil), (#"[{"price":1,"quantity":3},{}]"#, nil),
        (#"[{"price":9223372036854775807,"quantity":1}]"#, .max),
        (#"[{"price":9223372036854775807,"quantity":2}]"#, nil),
        (#"[{"price":9223372036854775807,"quantity":1},{"price":1,"quantity":1}]"#, nil),
    ]

    @Test("The price of seats is the sum of price times quantity of the tiers", arguments: totals.indices)
    func total(_ index: Int) throws {
        let row = Self.totals[index]
        let team = Self.team(signed: 1, ["multiSeatInfo": #"{"priceTiers":\#(row.tiers)}"#])
        let info = Subject.renewal(team, signed: 2, ["multiSeatInfo": #"{"renewalPriceTiers":\#(row.tiers)}"#])
        let ledger = try Subject.ledger([AsIfVerified.status(team, info)])
        let total = row.total.map { Decimal($0) / 1_000 }
        #expect(ledger[0].transaction?.multiSeatInfo?.totalPrice == total)
        #expect(ledger.subscriptions[0].renewal?.multiSeatInfo?.renewalTotalPrice == total)
    }
}
