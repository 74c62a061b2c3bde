import Foundation
import ReceiptKitTesting
import TestSupport

/// Adds members that transactions have since 2026, at random: seats and added seats, assignments, refunds of items,
/// commitments, and subscriptions that replaced others.
enum ModernMembers {
    /// Returns further purchases, some of which add seats to these periods, in the middle of them or not. Some have the
    /// period's line item.
    static func additions(to purchases: [TestPurchase], _ dice: inout SeededGenerator) -> [TestPurchase] {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
        let periods = purchases.filter { $0.productType == .autoRenewable }
        guard !periods.isEmpty, below(2) == 0 else { return [] }
        return (0..<(1 + below(3))).map { index in
            periods[below(periods.count)].with {
                $0.transactionID = String(60 + index)
                $0.purchaseDate.addTimeInterval(Double([0, 0, 1, 2, 9, 50][below(6)]) * 432_000)
                if below(6) == 0 { $0.expirationDate?.addTimeInterval(864_000) }
                if below(2) == 0 { $0.webOrderLineItemID = Int64(60 + index) }
            }
        }
    }

    /// Marks a transaction as one that added seats, if it did and the random number says so.
    static func mark(_ transaction: inout TestTransaction, _ dice: inout SeededGenerator) {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
        if transaction.transactionID.utf8.first == UInt8(ascii: "6"), transaction.transactionID.utf8.count == 2 {
            if below(6) > 0 { transaction.changes.set("additionalTransactionReason", #""SEAT_ADDITION""#) }
        }
        if below(3) == 0 {
            transaction.purchasedQuantity = [1, 3, 10, 2_147_483_647][below(4)]
            let revoked = [0, 1, 5, 2_147_483_647][below(4)]
            transaction.changes.set(
                "multiSeatInfo", #"{"invitationManagement":"APPLE","revokedSeatQuantity":\#(revoked)}"#)
        }
        if below(5) == 0 { transaction.ownershipType = ["ASSIGNED", "FAMILY_SHARED", "NEW"][below(3)] }
        if below(5) == 0 {
            let refunds = (0..<below(3)).map { _ in
                #"{"refundType":\#([#""FULL""#, #""FULL""#, #""PRORATED""#, #""NEW""#, "null"][below(5)])}"#
            }
            transaction.changes.set(
                "advancedCommerceInfo",
                #"{"items":[{"SKU":"a","refunds":[\#(refunds.joined(separator: ","))]},{"SKU":"b"}]}"#)
            transaction.revocationType = nil
        }
        if below(6) == 0 {
            transaction.changes.set("previousOriginalTransactionId", #""\#(["1", "2", "3"][below(3)])""#)
        }
        if below(8) == 0 {
            transaction.changes.set(
                "commitmentInfo", #"{"billingPeriodNumber":1,"commitmentExpiresDate":4102444800000}"#)
        }
    }

    /// Adds seats and commitments to a renewal info.
    static func mark(_ renewal: inout TestRenewalInfo, _ dice: inout SeededGenerator) {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
        if below(3) == 0 { renewal.changes.set("renewalQuantity", "\(below(9))") }
        if below(3) == 0 {
            renewal.changes.set(
                "commitmentInfo", #"{"commitmentAutoRenewStatus":\#(below(2)),"commitmentAutoRenewProductId":"b"}"#)
        }
    }
}
