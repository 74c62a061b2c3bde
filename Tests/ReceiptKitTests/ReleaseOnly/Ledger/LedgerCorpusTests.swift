import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests real receipts with renewals that were charged ahead and overtaken by a change of product.
@Suite("Ledger of real receipts", .enabled(if: Corpus.isAvailable, "RECEIPT_CORPUS is not set"))
struct LedgerCorpusTests {
    /// A date, and the transaction in effect (its last six digits), or nil for a gap.
    typealias Moment = (date: Date, transaction: String?)

    static let moments: [(receipt: String, moments: [Moment])] = [
        (
            "1fccb612",
            [
                (.utc(2019, 7, 22, 20, 23, 12), "506847"),  // lite
                (.utc(2019, 7, 22, 20, 23, 13), "507587"),  // changed to optimum
                (.utc(2019, 7, 22, 20, 23, 46), "507587"),  // lite's renewal, charged ahead, is not in effect
                (.utc(2019, 7, 22, 20, 26, 37), "507587"),
                (.utc(2019, 7, 22, 20, 26, 38), "508087"),  // back to lite
                (.utc(2019, 7, 22, 20, 29, 56), "508945"),
                (.utc(2019, 7, 22, 20, 34, 55), "508945"),
                (.utc(2019, 7, 22, 20, 34, 56), nil),
                (.utc(2019, 7, 22, 20, 38, 13), "510157"),
                (.utc(2019, 8, 8, 3, 36, 5), "508897"),  // lite
                (.utc(2019, 8, 8, 3, 36, 6), "509938"),  // changed to optimum
                (.utc(2019, 8, 8, 3, 36, 17), "509938"),  // and lite's renewal again
                (.utc(2019, 8, 8, 3, 41, 5), "509938"),
                // The renewal doesn't take effect later either, though nothing else is active now: Apple refunds it.
                (.utc(2019, 8, 8, 3, 41, 6), nil),
                (.utc(2019, 8, 8, 3, 41, 16), nil),
                (.utc(2019, 8, 8, 3, 41, 17), nil),
            ]
        ),
        (
            "ec62c6bd",
            [
                (.utc(2019, 12, 26, 0, 10, 12), "840633"),
                (.utc(2019, 12, 26, 0, 11, 18), "840594"),
                (.utc(2019, 12, 26, 0, 14, 54), "840707"),
                (.utc(2019, 12, 26, 15, 47, 17), "840725"),  // optimum
                (.utc(2019, 12, 26, 15, 47, 18), "840663"),  // changed to pro
                (.utc(2019, 12, 26, 15, 47, 59), "840663"),  // optimum's renewal is not in effect
                (.utc(2019, 12, 26, 15, 52, 17), "840663"),
                (.utc(2019, 12, 26, 15, 52, 18), "840611"),  // pro's renewal is
                (.utc(2019, 12, 26, 15, 52, 58), "840611"),
                (.utc(2019, 12, 26, 15, 57, 18), "840607"),
            ]
        ),
    ]

    @Test("Which period counts", arguments: moments.indices)
    func running(_ index: Int) throws {
        let (receipt, moments) = Self.moments[index]
        let ledger = try LedgerSubject.corpusLedger(receipt)
        let history = try #require(ledger.subscriptions.first)
        #expect(ledger.subscriptions.count == 1)
        for moment in moments {
            let period = history.period(at: moment.date)
            #expect(period.map { String($0.purchase.transactionID.suffix(6)) } == moment.transaction, "\(moment.date)")
            #expect(
                ledger.currentEntitlements(at: moment.date).map(\.purchase) == [period?.purchase].compactMap(\.self))
        }
    }

    /// Line items are assigned when a purchase is made. Of two overlapping periods, the one with the greater line item
    /// is therefore the customer's latest choice. The rule doesn't use line items, and must give the same result.
    @Test("The rule selects the purchase that was made last", arguments: ["1fccb612", "ec62c6bd"])
    func lineItems(_ receipt: String) throws {
        let history = try #require(try LedgerSubject.corpusLedger(receipt).subscriptions.first)
        var overlaps = 0
        for (place, later) in history.periods.enumerated() {
            for earlier in history.periods.prefix(place) {
                let (end, otherEnd) = (try #require(earlier.endDate), try #require(later.endDate))
                guard later.startDate < end, earlier.productID != later.productID else { continue }
                overlaps += 1
                // The last instant of the overlap, or the instant before a third period begins in it.
                let next = history.periods.dropFirst(place + 1).first?.startDate ?? .distantFuture
                let counting = history.period(at: min(end, otherEnd, next).addingTimeInterval(-1))
                let made = [earlier, later].max {
                    ($0.purchase.receipt?.webOrderLineItemID ?? 0) < ($1.purchase.receipt?.webOrderLineItemID ?? 0)
                }
                if counting == earlier || counting == later { #expect(counting == made) }
            }
        }
        #expect(overlaps == (receipt == "1fccb612" ? 10 : 6))
        #expect(history.periods.filter(\.isOvertaken).count == (receipt == "1fccb612" ? 2 : 1))
    }

    @Test("A restored non-consumable counts from its original purchase")
    func restored() throws {
        let ledger = try LedgerSubject.corpusLedger("11924d70")
        #expect(ledger.map(\.isRestored) == [true, false])
        #expect(ledger.currentEntitlements(at: .utc(2014, 8, 4, 6, 24, 50)).isEmpty)
        #expect(
            ledger.currentEntitlements(at: .utc(2014, 8, 4, 6, 24, 51)).map(\.productID)
                == ["com.sumiapp.GridDiary.pro"])
        #expect(ledger.currentEntitlements(at: .utc(2014, 9, 2, 3, 29, 6)).count == 2)
    }

    @Test("One receipt with four kinds of product")
    func kinds() throws {
        let ledger = try LedgerSubject.corpusLedger("1ba56246")
        let date = Date.utc(2015, 11, 18, 18)
        #expect(ledger.count == 5)
        #expect(ledger.currentEntitlements(at: date).map(\.productID) == ["yearly"])
        #expect(
            ledger.asOf(date, nonRenewing: { $0.purchaseDate.addingTimeInterval(7 * 86_400) }).currentEntitlements.map(
                \.productID)
                == ["non_renewing_subscription", "yearly"])
        #expect(ledger.subscriptions.map { $0.periods.map(\.kind) } == [[.trial, .regular]])
        #expect(ledger.asOf(date).introductoryOfferEligibility(in: ["yearly"]).answer == .offerUsed(ledger[2]))
        #expect(ledger.firstAcquired(before: "2.0") == .unknown(.environment(.sandbox)))
    }
}
