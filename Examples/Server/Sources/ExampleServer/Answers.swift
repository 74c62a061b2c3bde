import Foundation
import Hummingbird
import ReceiptKit

/// It is stored, and on the disk.
package struct Acknowledgement: ResponseCodable, Equatable {
    package let kind: String
    /// False where it was stored before.
    package let isNew: Bool
    /// The purchases in it.
    package let originalTransactionIDs: [String]

    init(_ evidence: Evidence, isNew: Bool) {
        kind = evidence.kind.rawValue
        self.isNew = isNew
        originalTransactionIDs = evidence.originalTransactionIDs
    }
}

/// What an account may use at a date.
package struct Entitlements: ResponseCodable, Equatable {
    package struct Item: Codable, Equatable, Sendable {
        package let productID: String
        /// `owned`, `subscribed`, `inGracePeriod` or `nonRenewing`.
        package let state: String
        /// The first instant without access, the grace period included. Absent, if it lasts for good.
        package let until: Date?
        /// Absent, if no evidence says.
        package let willAutoRenew: Bool?
        package let originalTransactionID: String

        init(_ entitlement: Entitlement) {
            productID = entitlement.productID
            state = entitlement.state.rawValue
            until = entitlement.endDate
            willAutoRenew = entitlement.willAutoRenew
            originalTransactionID = entitlement.purchase.originalTransactionID
        }
    }

    package let account: UUID
    package let date: Date
    package let entitlements: [Item]
    /// Original transactions to look up with Apple before the customer is locked out.
    package let askApple: [String]

    init(account: UUID, date: Date, _ ledger: PurchaseLedger?) {
        self.account = account
        self.date = date
        entitlements = ledger?.currentEntitlements(at: date).map(Item.init) ?? []
        askApple = ledger.map { toLookUp(in: $0, at: date) } ?? []
    }
}

/// The subscriptions that give no access as far as the evidence knows,
/// and may have renewed since: ask Apple's Get All Subscription
/// Statuses about their original transactions.
func toLookUp(in ledger: PurchaseLedger, at date: Date) -> [String] {
    ledger.subscriptions.filter {
        let status = $0.status(at: date)
        return status.mayHaveRenewed && !status.state.isEntitled
    }.map(\.originalTransactionID)
}

/// The wish to move a purchase to another account.
struct Transfer: Decodable {
    let originalTransactionID: String
    let account: UUID

    struct Answer: ResponseCodable {
        let originalTransactionIDs: [String]
    }
}
