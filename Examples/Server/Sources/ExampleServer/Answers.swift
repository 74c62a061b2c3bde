import Foundation
import Hummingbird
import ReceiptKit

/// The response to stored evidence. It is sent after the commit is on disk.
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

/// The answer whether an account may use any of the products in the request.
package struct AccessAnswer: ResponseCodable, Equatable {
    package let account: UUID
    package let date: Date
    /// `granted`, `denied` or `undetermined`.
    package let state: String
    /// The purchase that gives access.
    package private(set) var entitlement: Entitlements.Item?
    /// `unsignedStatus` if Apple reports a grace period without signing it. Ask again at the end of the entitlement.
    package private(set) var basis: String?
    /// Why access is denied.
    package private(set) var reason: String?
    /// The evidence that may be missing, and the original transactions to
    /// ask Apple about.
    package private(set) var missing: [String]?
    package private(set) var askApple: [String]?
    /// The original transactions about which a request to Apple failed.
    package private(set) var failed: [String]?

    init(account: UUID, date: Date, _ known: KnownAccess) {
        (self.account, self.date) = (account, date)
        failed = known.failed.isEmpty ? nil : known.failed
        if let grace = known.unsignedGrace {
            (state, basis, entitlement) = ("granted", "unsignedStatus", Entitlements.Item(grace, known.environment))
            return
        }
        switch known.access {
        case .granted(let found):
            state = "granted"
            entitlement = Entitlements.Item(found, known.environment)
        case .denied(let denial):
            state = "denied"
            reason = denial.reason.rawValue
        case .undetermined(let gap):
            // This is not a denial: keep what the customer had, and ask
            // later.
            state = "undetermined"
            missing = gap.missing.map(\.rawValue).sorted()
            askApple = gap.originalTransactionIDs
        }
    }
}

/// The products that an account may use at a date.
package struct Entitlements: ResponseCodable, Equatable {
    package struct Item: Codable, Equatable, Sendable {
        package let productID: String
        /// `owned`, `subscribed`, `inGracePeriod` or `nonRenewing`.
        package let state: String
        /// The first instant without access, after any grace period. Absent
        /// if access never ends.
        package let until: Date?
        /// Absent if no evidence shows it.
        package let willAutoRenew: Bool?
        package let originalTransactionID: String
        /// `Sandbox` if the purchase cost nothing. Absent in production.
        package let environment: String?

        init(_ entitlement: Entitlement, _ environment: StoreEnvironment?) {
            productID = entitlement.productID
            state = entitlement.state.rawValue
            until = entitlement.endDate
            willAutoRenew = entitlement.willAutoRenew
            originalTransactionID = entitlement.purchase.originalTransactionID
            self.environment = Self.name(environment)
        }

        init(_ grace: KnownAccess.UnsignedGrace, _ environment: StoreEnvironment?) {
            productID = grace.purchase.productID
            state = Entitlement.State.inGracePeriod.rawValue
            until = grace.endDate
            willAutoRenew = nil
            originalTransactionID = grace.purchase.originalTransactionID
            self.environment = Self.name(environment)
        }

        private static func name(_ environment: StoreEnvironment?) -> String? {
            environment == .production ? nil : environment?.rawValue
        }
    }

    package let account: UUID
    package let date: Date
    package let entitlements: [Item]

    init(account: UUID, date: Date, _ ledgers: [PurchaseLedger]) {
        self.account = account
        self.date = date
        entitlements = ledgers.flatMap { ledger in
            ledger.currentEntitlements(at: date).map { Item($0, ledger.environment) }
        }
    }
}

/// A request to move a purchase to another account.
struct Transfer: Decodable {
    /// The identifier that the response 409 names, such as an original transaction.
    let purchase: String
    let account: UUID

    struct Answer: ResponseCodable {
        /// The identifiers that moved, sorted.
        let moved: [String]
    }
}
