import ReceiptEssentials
package import ReceiptKit

/// The library's ledger.
package struct LibraryLedger: StoryLedger {
    private let ledger: PurchaseLedger
    private let passLength: Seconds

    package init(merging evidence: [VerifiedEvidence], passLength: Seconds) throws {
        ledger = try PurchaseLedger(merging: evidence)
        self.passLength = passLength
    }

    private init(_ ledger: PurchaseLedger, passLength: Seconds) {
        (self.ledger, self.passLength) = (ledger, passLength)
    }

    package static func == (a: Self, b: Self) -> Bool { a.ledger == b.ledger }

    package func merging(_ evidence: [VerifiedEvidence]) throws -> Self {
        Self(try ledger.merging(VerifiedEvidence.list(evidence)), passLength: passLength)
    }

    private func length(_ purchase: Purchase) -> Date? {
        purchase.purchaseDate.addingTimeInterval(Double(passLength))
    }

    package func access(to product: String, at time: Seconds, staleAfter: Seconds) -> StoryAccess {
        Self.plain(
            ledger.asOf(date(time), staleAfter: Double(staleAfter), nonRenewing: length).access(to: product))
    }

    package func access(toAnyOf products: [String], at time: Seconds, staleAfter: Seconds) -> StoryAccess {
        Self.plain(
            ledger.asOf(date(time), staleAfter: Double(staleAfter), nonRenewing: length).access(to: products))
    }

    private static func plain(_ access: Access) -> StoryAccess {
        switch access {
        case .granted(let entitlement): .granted(plain(entitlement))
        case .denied(let denial):
            .denied(
                reason: denial.reason.rawValue, since: denial.since?.timeIntervalSince1970,
                knownAsOf: denial.knownAsOf?.timeIntervalSince1970)
        case .undetermined(let undetermined):
            .undetermined(
                missing: Set(undetermined.missing.map(\.rawValue)),
                originals: Set(undetermined.originalTransactionIDs),
                since: undetermined.since?.timeIntervalSince1970,
                knownAsOf: undetermined.knownAsOf.timeIntervalSince1970)
        }
    }

    package func isEntitled(to product: String, at time: Seconds) -> Bool {
        ledger.isEntitled(to: product, at: date(time))
    }

    package func entitlement(to product: String, at time: Seconds) -> StoryEntitlement? {
        ledger.asOf(date(time), nonRenewing: length).entitlement(to: product).map(Self.plain)
    }

    package func entitlements(at time: Seconds) -> [StoryEntitlement] {
        ledger.asOf(date(time), nonRenewing: length).currentEntitlements.map(Self.plain)
    }

    private static func plain(_ entitlement: Entitlement) -> StoryEntitlement {
        StoryEntitlement(
            product: entitlement.productID, transaction: entitlement.purchase.transactionID,
            original: entitlement.purchase.originalTransactionID, state: entitlement.state.rawValue,
            start: entitlement.startDate.timeIntervalSince1970, end: entitlement.endDate?.timeIntervalSince1970,
            seats: entitlement.seats, knownAsOf: entitlement.knownAsOf.timeIntervalSince1970)
    }

    package func status(of original: String, at time: Seconds) -> StoryStatus? {
        ledger.subscription(originalTransactionID: original)?.status(at: date(time)).map {
            StoryStatus(
                state: $0.state.rawValue, until: $0.until?.timeIntervalSince1970, product: $0.productID,
                transaction: $0.period?.purchase.transactionID, missing: $0.missing?.rawValue,
                knownAsOf: $0.knownAsOf.timeIntervalSince1970)
        }
    }

    package var subscriptions: [String] { ledger.subscriptions.map(\.originalTransactionID) }
}
