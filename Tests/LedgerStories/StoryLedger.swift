package import ReceiptKit

/// The questions of the invariants to a ledger, in plain values. An adapter connects the library's ledger.
package protocol StoryLedger: Equatable {
    /// - Parameter passLength: How long the app lets a non-renewing subscription last.
    init(merging evidence: [VerifiedEvidence], passLength: Seconds) throws
    func merging(_ evidence: [VerifiedEvidence]) throws -> Self

    func access(to product: String, at time: Seconds, staleAfter: Seconds) -> StoryAccess
    func access(toAnyOf products: [String], at time: Seconds, staleAfter: Seconds) -> StoryAccess
    func isEntitled(to product: String, at time: Seconds) -> Bool
    func entitlement(to product: String, at time: Seconds) -> StoryEntitlement?
    func entitlements(at time: Seconds) -> [StoryEntitlement]
    /// Returns the status of a subscription, by its original transaction.
    func status(of original: String, at time: Seconds) -> StoryStatus?
    /// The original transactions of the ledger's subscriptions.
    var subscriptions: [String] { get }
}

/// Access. Dates are seconds since 1970, with a fraction if the ledger's date has one.
package enum StoryAccess: Hashable, Sendable {
    case granted(StoryEntitlement)
    case denied(reason: String, since: Double?, knownAsOf: Double?)
    case undetermined(missing: Set<String>, originals: Set<String>, since: Double?, knownAsOf: Double)

    package var isGranted: Bool { if case .granted = self { true } else { false } }
    package var isDenied: Bool { if case .denied = self { true } else { false } }
    package var isUndetermined: Bool { if case .undetermined = self { true } else { false } }
}

package struct StoryEntitlement: Hashable, Sendable {
    package var product: String
    package var transaction: String
    package var original: String
    package var state: String
    package var start: Double
    package var end: Double?
    package var seats: Int?
    package var knownAsOf: Double

    package init(
        product: String, transaction: String, original: String, state: String, start: Double, end: Double?, seats: Int?,
        knownAsOf: Double
    ) {
        (self.product, self.transaction, self.original, self.state) = (product, transaction, original, state)
        (self.start, self.end, self.seats, self.knownAsOf) = (start, end, seats, knownAsOf)
    }
}

package struct StoryStatus: Hashable, Sendable {
    package var state: String
    package var until: Double?
    package var product: String?
    package var transaction: String?
    package var missing: String?
    package var knownAsOf: Double

    package init(
        state: String, until: Double?, product: String?, transaction: String?, missing: String?, knownAsOf: Double
    ) {
        (self.state, self.until, self.product, self.transaction) = (state, until, product, transaction)
        (self.missing, self.knownAsOf) = (missing, knownAsOf)
    }

    var isEntitled: Bool { state == "subscribed" || state == "inGracePeriod" }
}
