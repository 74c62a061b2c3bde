import Foundation
import FuzzSupport
import LedgerModel
import ReceiptFields
import ReceiptKit

/// Questions at dates: boundaries in the ledger, times around them, and what is no date at all. Which, depends on the input.
enum Answers {
    static func check(_ ledger: PurchaseLedger, _ model: LedgerModel, _ number: Int) {
        let ordered = model.instants
        var times = (0..<min(6, ordered.count)).map { ordered[(number + $0) % ordered.count] }
        times.append((ordered.first ?? 0) - 1)
        times.append([.infinity, -.infinity, .nan, .greatestFiniteMagnitude, 0, 64_092_211_200][number % 6])
        let products = Set(model.rows.map(\.product)).sorted().prefix(4)
        for time in times { at(time, ledger, model, Array(products)) }
        let version = ["", "1", "1.0", "2.0", "x", "99999999999999999999.1"][number / 6 % 6]
        let answer = ledger.firstAcquired(before: version)
        requirePrintable(answer.description)
        if version.isEmpty || version == "x" { require(answer.isBefore == nil, "before \(version)") }
    }

    private static func at(_ time: Double, _ ledger: PurchaseLedger, _ model: LedgerModel, _ products: [String]) {
        let date = Date(timeIntervalSince1970: time)
        // At the end of all time what is owned for good is still owned.
        let instant = time == .infinity ? .greatestFiniteMagnitude : time
        let entitlements = ledger.currentEntitlements(at: date)
        require(
            entitlements.map(\.purchase) == model.entitlements(instant).map { ledger[$0] },
            "the entitlements at \(time)")
        for entitlement in entitlements {
            require(entitlement.purchase.revocationDate.map { date < $0 } ?? true, "a revoked entitlement")
            require(ledger.state(of: entitlement.productID, at: date).isActive, "entitled, but not active at \(time)")
            require(ledger.isEntitled(to: entitlement.productID, at: date), "entitled, and not at \(time)")
        }
        for (entitlement, position) in zip(entitlements, model.entitlements(instant)) {
            let access = model.access(position, instant)
            require(entitlement.state.rawValue == access.state, "the entitlement's state at \(time)")
            let end = entitlement.endDate?.timeIntervalSince1970 ?? .infinity
            require(end == access.until, "the entitlement's end at \(time)")
            require(entitlement.startDate.timeIntervalSince1970 == model.start(position), "its start at \(time)")
            require(entitlement.seats == model.seats(position, instant), "its seats at \(time)")
        }
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            let running = model.running(chain, instant).map { ledger[$0] }
            require(
                history.period(at: date)?.purchase == running,
                "the period of \(history.originalTransactionID) at \(time)")
            let status = history.status(at: date)
            let judged = model.status(chain, instant)
            require(status.state.rawValue == judged.state, "the status at \(time)")
            let renewal = model.bound(chain, instant)
            let willAutoRenew = model.isSucceeded(chain, instant) ? false : renewal?.willAutoRenew
            require(status.willAutoRenew == willAutoRenew, "the renewal at \(time)")
            require(status.mayHaveRenewed == model.mayHaveRenewed(chain, instant), "what is unknown at \(time)")
            require(status.knownAsOf.timeIntervalSince1970 == model.knownAsOf(chain), "what it is known by")
            // A date that doesn't exist has no next one.
            if time.isFinite {
                require(status.until?.timeIntervalSince1970 == judged.until, "until when it holds, at \(time)")
            }
            requirePrintable(status.description)
        }
        for product in products + ["never.sold"] {
            let state = ledger.state(of: product, at: date)
            let judged = model.state(product, instant)
            require(name(state) == judged, "\(product) at \(time): \(state), judged \(judged)")
            requirePrintable(state.description)
            if let purchase = state.purchase {
                require(purchase.productID.utf8.elementsEqual(product.utf8), "the evidence is another product")
            }
        }
        offers(date, ledger, products)
        single(date, ledger, model, products, entitlements)
        let seasons = ledger.currentEntitlements(at: date) { $0.purchaseDate.addingTimeInterval(7_200) }
        require(seasons.count >= entitlements.count, "fewer entitlements with non-renewing ones")
        for purchase in seasons.filter({ !entitlements.contains($0) }).map(\.purchase) {
            require(
                purchase.productType == .nonRenewable && purchase.purchaseDate <= date
                    && date < purchase.purchaseDate.addingTimeInterval(7_200), "a non-renewing entitlement")
        }
    }

    /// Answers for one product, group, purchase or account agree with the lists.
    private static func single(
        _ date: Date, _ ledger: PurchaseLedger, _ model: LedgerModel, _ products: [String],
        _ entitlements: [Entitlement]
    ) {
        for product in products + ["never.sold"] {
            let all = entitlements.filter { $0.productID.utf8.elementsEqual(product.utf8) }
            let one = ledger.entitlement(to: product, at: date)
            require((one == nil) == all.isEmpty, "entitled to \(product) by one answer alone")
            if let one {
                require(
                    one.state == .owned || all.allSatisfy { $0.state != .owned }, "subscribed, though owned: \(one)")
                require(all.contains { $0.endDate == one.endDate && $0.state == one.state }, "not in the list: \(one)")
                let ends = all.filter { ($0.state == .owned) == (one.state == .owned) }.map {
                    $0.endDate ?? .distantFuture
                }
                require(one.endDate ?? .distantFuture == ends.max(), "not the longest: \(one)")
            }
        }
        let any = ledger.entitlement(to: products, at: date)
        require((any == nil) == !ledger.isEntitled(to: products, at: date), "entitled to one of many, or not")
        if products.contains(where: { ledger.mayHaveRenewed($0, at: date) }) {
            require(ledger.subscriptions.contains { $0.status(at: date).mayHaveRenewed }, "nothing may have renewed")
        }
        for history in ledger.subscriptions.prefix(2) {
            guard let group = history.subscriptionGroupID else { continue }
            let answer = ledger.introductoryOfferEligibility(inGroup: group, at: date)
            requirePrintable(answer.description)
            if answer.isEligible { require(model.receiptDate > -.infinity, "eligible, without a receipt") }
            require(ledger.subscriptions(inGroup: group).contains(history), "not in its group")
        }
        for purchase in ledger.prefix(3) {
            let found = ledger.purchase(transactionID: purchase.transactionID)
            require(
                found?.transactionID.utf8.elementsEqual(purchase.transactionID.utf8) ?? false, "not found: \(purchase)")
            guard let token = purchase.appAccountToken else { continue }
            require(ledger.purchases(for: token).contains(purchase), "not of its account: \(purchase)")
        }
    }

    private static func name(_ state: ProductState) -> String {
        switch state {
        case .active(let end?, _): "active \(end.timeIntervalSince1970)"
        case .active: "active"
        case .indefinite: "indefinite"
        case .revoked: "revoked"
        case .expired(let date, _): "expired \(date.timeIntervalSince1970)"
        case .notStarted(let date, _): "not started \(date.timeIntervalSince1970)"
        case .neverPurchased: "never"
        }
    }

    private static func offers(_ date: Date, _ ledger: PurchaseLedger, _ products: [String]) {
        let eligibility = ledger.introductoryOfferEligibility(ofProducts: products, at: date)
        requirePrintable(eligibility.description)
        require(products.isEmpty == (eligibility == .undetermined(.noProducts)), "no products")
        switch eligibility {
        case .offerUsed(let purchase):
            // What was restored counts from the original purchase on.
            let start = min(purchase.purchaseDate, purchase.originalPurchaseDate ?? purchase.purchaseDate)
            require(purchase.isTrialPeriod == true || purchase.isInIntroOfferPeriod == true, "no offer: \(purchase)")
            require(start <= date, "an offer in the future: \(purchase)")
        case .subscribed(let purchase):
            require(ledger.state(of: purchase.productID, at: date).isActive, "subscribed, but not active")
        default: break
        }
    }
}
