import Foundation
import ReceiptKit
import Testing

/// Compares the library's answers with those computed by hand from the text of the rules.
struct LedgerTextTests {
    @Test("The ledger answers as the text says", arguments: LedgerModelTextTests.all)
    func table(_ history: LedgerTextCase) throws {
        let evidence = try history.evidence()
        history.check(LibraryTextAnswers(ledger: try PurchaseLedger(merging: evidence)), "in order")
        history.check(LibraryTextAnswers(ledger: try PurchaseLedger(merging: evidence.reversed())), "in reverse order")
        var ledger = try PurchaseLedger(merging: [evidence[0]])
        for piece in evidence + evidence { ledger = try ledger.merging(piece) }
        history.check(LibraryTextAnswers(ledger: ledger), "one by one, and twice")
    }
}

/// The library's answers in the table's form.
struct LibraryTextAnswers: LedgerTextAnswers {
    let ledger: PurchaseLedger

    func access(to products: [String], at time: Double, staleAfter: Double) -> (
        LedgerTextCase.Access, LedgerTextCase.Details
    ) {
        words(
            products.count == 1
                ? ledger.asOf(.after(time), staleAfter: staleAfter).access(to: products[0])
                : ledger.asOf(.after(time), staleAfter: staleAfter).access(to: products))
    }

    func access(to product: String, at time: Double, lasting: Double) -> LedgerTextCase.Access {
        words(
            ledger.asOf(.after(time), nonRenewing: { $0.purchaseDate.addingTimeInterval(lasting) }).access(to: product)
        ).0
    }

    private func words(_ answer: Access) -> (LedgerTextCase.Access, LedgerTextCase.Details) {
        func details(_ purchase: Purchase?, _ identifiers: [String], _ knownAsOf: Date?) -> LedgerTextCase.Details {
            .init(purchase: purchase?.transactionID, identifiers: identifiers, knownAsOf: knownAsOf?.afterFirst)
        }
        switch answer {
        case .granted(let found):
            return (
                .granted(found.state.rawValue, until: found.endDate?.afterFirst ?? .infinity),
                details(found.purchase, [], nil)
            )
        case .denied(let denial):
            return (
                .denied(denial.reason.rawValue, since: denial.since?.afterFirst),
                details(denial.purchase, [], denial.knownAsOf)
            )
        case .undetermined(let answer):
            return (
                .undetermined(Set(answer.missing.map(\.rawValue)), since: answer.since?.afterFirst),
                details(answer.purchase, answer.originalTransactionIDs, answer.knownAsOf)
            )
        }
    }

    func status(of original: String, at time: Double, staleAfter: Double) -> LedgerTextCase.Status? {
        let history = ledger.subscription(originalTransactionID: original)
        return history.flatMap(ledger.asOf(.after(time), staleAfter: staleAfter).status(of:)).map {
            .init($0.state.rawValue, until: $0.until?.afterFirst, missing: $0.missing?.rawValue)
        }
    }

    func problems(of original: String, at time: Double) -> LedgerTextCase.Problems? {
        ledger.subscription(originalTransactionID: original)?.status(at: .after(time)).map {
            .init(
                renewalOffSince: $0.renewalOffSince?.afterFirst, billingIssueSince: $0.billingIssueSince?.afterFirst)
        }
    }

    func entitlements(at time: Double, staleAfter: Double) -> [(transaction: String, seats: Int?)] {
        ledger.asOf(.after(time), staleAfter: staleAfter).currentEntitlements.map {
            ($0.purchase.transactionID, $0.seats)
        }
    }

    func eligibility(of products: [String]?, at time: Double, staleAfter: Double, isComplete: Bool) -> String {
        let answer = ledger.eligibility(
            of: products, at: .after(time), staleAfter: staleAfter, isComplete: isComplete)
        return switch answer.answer {
        case .newCustomer: "eligible newCustomer"
        case .offerUnused: "eligible lapsed"
        case .offerUsed: "ineligible offerUsed"
        case .subscribed: "ineligible subscribed"
        case .undetermined(.missingEvidence): "undetermined missing"
        case .undetermined(.unknownGroup): "undetermined unknownGroup"
        case .undetermined(.incompleteHistory): "undetermined incompleteHistory"
        case .undetermined: "undetermined"
        @unknown default: "unknown"
        }
    }
}

extension PurchaseLedger {
    /// Returns eligibility for an introductory offer of the products, or, if they are nil, of group 7, to which the
    /// tests' subscriptions belong.
    func eligibility(of products: [String]?, at date: Date, staleAfter: Double, isComplete: Bool)
        -> IntroductoryOfferEligibility
    {
        guard let products else {
            return asOf(date, staleAfter: staleAfter).introductoryOfferEligibility(
                in: "7", assumingCompleteHistory: isComplete)
        }
        return asOf(date, staleAfter: staleAfter).introductoryOfferEligibility(
            in: products, assumingCompleteHistory: isComplete)
    }
}
