public import ReceiptEssentials
package import ReceiptKit

/// A question to a ledger: a date, products, and settings that no evidence contains.
public struct LedgerQuestion: Sendable, Hashable {
    /// A group of products that unlock one thing, with the caller's name for it.
    package struct Product: Sendable, Hashable {
        package let name: String
        package let identifiers: [String]

        package init(name: String, identifiers: [String]) { (self.name, self.identifiers) = (name, identifiers) }

        /// Creates a group of one product, named by its identifier.
        package init(_ identifier: String) { self.init(name: identifier, identifiers: [identifier]) }
    }

    /// The date to ask about.
    public let asOf: Date
    /// The groups whose access the question asks about; each name occurs once. Nil means every product with a purchase in the ledger.
    package var products: [Product]?
    /// The time after signing, in seconds, for which evidence is treated as current.
    package var staleAfter = 0
    /// The duration of non-renewing subscriptions in days, by the bytes of their product identifier.
    package var nonRenewing: [[UInt8]: Int] = [:]
    /// All products of a subscription group, or nil if the question doesn't ask about the introductory offer.
    package var introductoryOfferProducts: [String]?
    /// The transactions to look up. Empty if the question asks about none.
    package var transactionIDs: [String] = []
    /// The app version with which to compare the first acquired version, or nil if the question doesn't ask about that.
    package var firstAcquiredBefore: String?

    package init(asOf: Date) { self.asOf = asOf }
}

// MARK: Answers

extension LedgerQuestion {
    /// Returns the customer's access to each group, by the group's name. Without evidence there is no ledger, and access to every product
    /// is denied.
    package func access(_ dated: DatedLedger?) -> [(name: String, value: Access)] {
        guard let dated else { return (products ?? []).map { ($0.name, .denied(.noPurchaseKnown)) } }
        let products = products ?? Self.productIDs(dated.ledger).map(Product.init)
        let answers = dated.access(toAnyOf: products.map(\.identifiers))
        return zip(products, answers).map { ($0.name, $1) }
    }

    package func status(_ subscription: SubscriptionHistory) -> SubscriptionStatus? {
        subscription.status(at: asOf, staleAfter: TimeInterval(staleAfter))
    }

    /// Returns the purchase of each transaction that the question names, or nil for a transaction that isn't in the
    /// evidence.
    package func purchases(_ ledger: PurchaseLedger?) -> [(name: String, value: Purchase?)] {
        ledger?.purchases(transactionIDs: transactionIDs) ?? transactionIDs.map { ($0, nil) }
    }

    /// Returns whether the customer first acquired the app before a version, or nil if the question doesn't ask.
    package func firstAcquired(_ ledger: PurchaseLedger?) -> FirstAcquiredAnswer? {
        firstAcquiredBefore.map { ledger?.firstAcquired(before: $0) ?? .unknown(.absent) }
    }

    package func introductoryOfferEligibility(_ dated: DatedLedger?) -> IntroductoryOfferEligibility? {
        introductoryOfferProducts.map { dated?.introductoryOfferEligibility(in: $0) ?? .withoutEvidence }
    }

    /// Returns the ledger as of the question's date. Takes time proportional to the number of purchases if the question
    /// sets the duration of non-renewing subscriptions.
    package func dated(_ ledger: PurchaseLedger) -> DatedLedger {
        ledger.asOf(asOf, staleAfter: TimeInterval(staleAfter), nonRenewingByBytes: nonRenewing)
    }

    /// Returns all products of the purchases, in bytewise order.
    package static func productIDs(_ ledger: PurchaseLedger) -> [String] {
        var seen: Set<[UInt8]> = []
        return ledger.map(\.productID).filter { seen.insert(Array($0.utf8)).inserted }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

// MARK: Accepted values

extension LedgerQuestion {
    /// The accepted values of `staleAfter`, in seconds: up to a year. Evidence that is older than a year can't be called current.
    package static let staleness = 0...31_536_000
    package static let days = 1...36_500
    /// The maximum number of product identifiers in all groups together: more than an app has subscriptions, but few enough to answer all
    /// of them at once.
    package static let mostProducts = 1_000

    /// The maximum number of transactions: more than a person looks up at once, but few enough that their purchases are only a small part
    /// of the response.
    package static let mostTransactions = 100

    /// Returns the identifiers without duplicates, or nil if the list or an identifier is empty, or the list is too
    /// long.
    package static func transactionIDs(_ identifiers: [String]) -> [String]? {
        if identifiers.isEmpty || identifiers.count > mostTransactions || identifiers.contains("") { return nil }
        var seen: Set<[UInt8]> = []
        return identifiers.filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// True if there are products, their names are unique, and they have no more identifiers than ``mostProducts``.
    package static func areAccepted(_ products: [Product]) -> Bool {
        var names: Set<[UInt8]> = []
        return !products.isEmpty && products.reduce(0) { $0 + $1.identifiers.count } <= mostProducts
            && products.allSatisfy { names.insert(Array($0.name.utf8)).inserted }
    }

    /// Parses a whole number in digits. Returns nil if it is not in the range.
    package static func number(_ digits: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(digits),
            range.contains(number)
        else { return nil }
        return number
    }
}
