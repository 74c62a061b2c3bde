public import ReceiptEssentials
package import ReceiptKit

/// What a ledger is asked: about which date and products, and what no evidence says.
public struct LedgerQuestion: Sendable, Hashable {
    /// Products that unlock one thing, under the caller's name for it.
    package struct Product: Sendable, Hashable {
        package let name: String
        package let identifiers: [String]

        package init(name: String, identifiers: [String]) { (self.name, self.identifiers) = (name, identifiers) }

        /// One product, under its own identifier.
        package init(_ identifier: String) { self.init(name: identifier, identifiers: [identifier]) }
    }

    /// The date to ask about.
    public let asOf: Date
    /// What to answer access for, each name once. Nil for every product that the ledger has a purchase of.
    package var products: [Product]?
    /// For how many seconds evidence counts as the present state.
    package var staleAfter = 0
    /// For how many days non-renewing subscriptions last, by the bytes of the product's identifier.
    package var nonRenewing: [[UInt8]: Int] = [:]
    /// All products of a subscription group. Nil if the introductory offer isn't asked about.
    package var introductoryOfferProducts: [String]?
    /// The transactions to look up. Empty if none is asked about.
    package var transactionIDs: [String] = []
    /// The version of the app to compare the first acquired one with. Nil if that isn't asked about.
    package var firstAcquiredBefore: String?

    package init(asOf: Date) { self.asOf = asOf }
}

// MARK: Answers

extension LedgerQuestion {
    /// Returns whether the customer has access, by name. Without a ledger, which needs evidence, access to every product is denied.
    package func access(_ dated: DatedLedger?) -> [(name: String, value: Access)] {
        guard let dated else { return (products ?? []).map { ($0.name, .denied(.noPurchaseKnown)) } }
        let products = products ?? Self.productIDs(dated.ledger).map(Product.init)
        let answers = dated.access(toAnyOf: products.map(\.identifiers))
        return zip(products, answers).map { ($0.name, $1) }
    }

    package func status(_ subscription: SubscriptionHistory) -> SubscriptionStatus? {
        subscription.status(at: asOf, staleAfter: TimeInterval(staleAfter))
    }

    /// Returns the purchase of each transaction that the question names, nil if the evidence has none.
    package func purchases(_ ledger: PurchaseLedger?) -> [(name: String, value: Purchase?)] {
        ledger?.purchases(transactionIDs: transactionIDs) ?? transactionIDs.map { ($0, nil) }
    }

    /// Returns whether the customer first acquired the app before a version, if the question asks.
    package func firstAcquired(_ ledger: PurchaseLedger?) -> FirstAcquiredAnswer? {
        firstAcquiredBefore.map { ledger?.firstAcquired(before: $0) ?? .unknown(.absent) }
    }

    package func introductoryOfferEligibility(_ dated: DatedLedger?) -> IntroductoryOfferEligibility? {
        introductoryOfferProducts.map { dated?.introductoryOfferEligibility(in: $0) ?? .withoutEvidence }
    }

    /// Returns the ledger as of the question's date, in time proportional to its purchases if the question gives days of non-renewing
    /// subscriptions.
    package func dated(_ ledger: PurchaseLedger) -> DatedLedger {
        ledger.asOf(asOf, staleAfter: TimeInterval(staleAfter), nonRenewingByBytes: nonRenewing)
    }

    /// All products of the purchases, in the order of their bytes.
    package static func productIDs(_ ledger: PurchaseLedger) -> [String] {
        var seen: Set<[UInt8]> = []
        return ledger.map(\.productID).filter { seen.insert(Array($0.utf8)).inserted }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

// MARK: What is accepted

extension LedgerQuestion {
    /// A year: evidence that is older is not the present state.
    package static let staleness = 0...31_536_000
    package static let days = 1...36_500
    /// More products than an app has subscriptions, and few enough that each is asked for at once.
    package static let mostProducts = 1_000

    /// More transactions than a person looks up, and few enough that their purchases are a small part of an answer.
    package static let mostTransactions = 100

    /// The identifiers, each once; nil if there is none, an empty one, or too many.
    package static func transactionIDs(_ identifiers: [String]) -> [String]? {
        if identifiers.isEmpty || identifiers.count > mostTransactions || identifiers.contains("") { return nil }
        var seen: Set<[UInt8]> = []
        return identifiers.filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// Whether no two have one name, and there are not too many.
    package static func areAccepted(_ products: [Product]) -> Bool {
        var names: Set<[UInt8]> = []
        return !products.isEmpty && products.reduce(0) { $0 + $1.identifiers.count } <= mostProducts
            && products.allSatisfy { names.insert(Array($0.name.utf8)).inserted }
    }

    /// A whole number in digits, from a range.
    package static func number(_ digits: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(digits),
            range.contains(number)
        else { return nil }
        return number
    }
}
