import Foundation
import Hummingbird
import ReceiptKit

/// The answer to stored evidence. It is sent once the commit is on the disk.
package struct Acknowledgement: ResponseCodable, Equatable {
    package let kind: String
    /// False if the evidence was stored before.
    package let isNew: Bool
    /// The purchases in the evidence.
    package let originalTransactionIDs: [String]

    init(_ evidence: StoredEvidence, isNew: Bool) {
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
        /// The first instant without access, grace period included. Absent if access never ends.
        package let until: Date?
        /// Absent if no evidence says.
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
    /// The original transactions to look up with Apple before you lock the customer out.
    package let askApple: [String]

    init(account: UUID, date: Date, _ ledger: PurchaseLedger?) {
        self.account = account
        self.date = date
        entitlements = ledger?.currentEntitlements(at: date).map(Item.init) ?? []
        askApple = ledger.map { toLookUp(in: $0, at: date) } ?? []
    }
}

/// The subscriptions that give no access according to the evidence but
/// may have renewed since. Ask Apple's Get All Subscription Statuses for
/// their original transactions.
func toLookUp(in ledger: PurchaseLedger, at date: Date) -> [String] {
    ledger.subscriptions.filter {
        let status = $0.status(at: date)
        return status.mayHaveRenewed && !status.state.isEntitled
    }.map(\.originalTransactionID)
}

/// The request to move a purchase to another account.
struct Transfer: Decodable {
    let originalTransactionID: String
    let account: UUID

    struct Answer: ResponseCodable {
        let originalTransactionIDs: [String]
    }
}
