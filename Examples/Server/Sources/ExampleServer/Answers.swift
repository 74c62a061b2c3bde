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

/// Whether an account may use any of the products that were asked about.
package struct AccessAnswer: ResponseCodable, Equatable {
    package let account: UUID
    package let date: Date
    /// `granted`, `denied` or `undetermined`.
    package let state: String
    /// What gives access.
    package private(set) var entitlement: Entitlements.Item?
    /// Why access is denied.
    package private(set) var reason: String?
    /// What may be missing, and the original transactions to ask Apple about.
    package private(set) var missing: [String]?
    package private(set) var askApple: [String]?

    init(account: UUID, date: Date, _ access: Access?) {
        (self.account, self.date) = (account, date)
        switch access {
        case nil: (state, reason) = ("denied", Denial.Reason.noPurchaseKnown.rawValue)
        case .granted(let found): (state, entitlement) = ("granted", Entitlements.Item(found))
        case .denied(let denial): (state, reason) = ("denied", denial.reason.rawValue)
        case .undetermined(let answer):
            state = "undetermined"
            missing = answer.missing.map(\.rawValue).sorted()
            askApple = answer.originalTransactionIDs
        }
    }
}

/// A subscription in Apple's answer to *Get All Subscription Statuses*: an item of `data[].lastTransactions[]`.
package struct SignedStatus: Codable, Sendable {
    package let signedTransactionInfo: String
    package let signedRenewalInfo: String

    package init(signedTransactionInfo: String, signedRenewalInfo: String) {
        (self.signedTransactionInfo, self.signedRenewalInfo) = (signedTransactionInfo, signedRenewalInfo)
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

    init(account: UUID, date: Date, _ ledger: PurchaseLedger?) {
        self.account = account
        self.date = date
        entitlements = ledger?.currentEntitlements(at: date).map(Item.init) ?? []
    }
}

/// The request to move a purchase to another account.
struct Transfer: Decodable {
    let originalTransactionID: String
    let account: UUID

    struct Answer: ResponseCodable {
        let originalTransactionIDs: [String]
    }
}
