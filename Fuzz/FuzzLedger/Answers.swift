import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// Questions at dates: boundaries in the ledger, times around them, and what is no date at all. Which, depends on the input.
enum Answers {
    static func check(_ ledger: PurchaseLedger, _ model: Model, _ number: Int) {
        var boundaries: Set<Double> = []
        for row in model.rows {
            boundaries.formUnion([row.start, row.end, row.span?.from].compactMap(\.self))
            boundaries.formUnion([row.purchase.cancellationDate?.timeIntervalSinceReferenceDate].compactMap(\.self))
        }
        let ordered = boundaries.sorted()
        var times = stride(from: 0, to: min(10, ordered.count), by: 1).map {
            ordered[(number + $0 * 3) % ordered.count]
        }
        times = times.flatMap { number % 2 == 0 ? [$0] : [$0, $0 + 0.5] }
        times.append((ordered.first ?? 0) - 1)
        times.append([.infinity, -.infinity, .nan, .greatestFiniteMagnitude, 0, 64_092_211_200][number % 6])
        let products = Set(model.rows.map(\.product)).sorted { $0.lexicographicallyPrecedes($1) }.prefix(4).map {
            String(decoding: $0, as: UTF8.self)
        }
        for time in times { at(time, ledger, model, products) }
        let version = ["", "1", "1.0", "2.0", "x", "99999999999999999999.1"][number / 6 % 6]
        let answer = ledger.wasPurchased(before: version)
        requirePrintable(answer.description)
        if version.isEmpty || version == "x" { require(answer.isBefore == nil, "before \(version)") }
    }

    private static func at(_ time: Double, _ ledger: PurchaseLedger, _ model: Model, _ products: [String]) {
        let date = Date(timeIntervalSinceReferenceDate: time)
        // At the end of all time what is owned for good is still owned.
        let instant = time == .infinity ? .greatestFiniteMagnitude : time
        let entitlements = Array(ledger.currentEntitlements(at: date))
        require(entitlements == expected(instant, model), "the entitlements at \(time)")
        for entitlement in entitlements {
            require(entitlement.cancellationDate == nil, "a cancelled entitlement")
            require(ledger.state(of: entitlement.productID, at: date).isActive, "entitled, but not active at \(time)")
        }
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            let running = model.running(chain, instant).map { model.rows[$0].purchase }
            require(
                history.period(at: date)?.purchase == running,
                "the period of \(history.originalTransactionID) at \(time)")
        }
        for product in products + ["never.sold"] {
            let state = ledger.state(of: product, at: date)
            let judged = States.name(product, instant, model)
            require(States.name(state) == judged, "\(product) at \(time): \(state), judged \(judged)")
            requirePrintable(state.description)
            if let purchase = state.purchase {
                require(purchase.productID.utf8.elementsEqual(product.utf8), "the evidence is another product")
            }
        }
        offers(date, ledger, products)
        let seasons = ledger.currentEntitlements(at: date) { $0.purchaseDate.addingTimeInterval(7_200) }
        require(seasons.count >= entitlements.count, "fewer entitlements with non-renewing ones")
        for purchase in seasons where !entitlements.contains(purchase) {
            require(
                purchase.productType == .nonRenewable && purchase.purchaseDate <= date
                    && date < purchase.purchaseDate.addingTimeInterval(7_200), "a non-renewing entitlement")
        }
    }

    private static func expected(_ time: Double, _ model: Model) -> [InAppPurchase] {
        var positions = Set(model.chains.compactMap { model.running($0, time) })
        for (position, row) in model.rows.enumerated() where row.purchase.productType == .nonConsumable {
            if let span = row.span, !row.isCancelled, span.from <= time, time < span.to { positions.insert(position) }
        }
        return positions.sorted().map { model.rows[$0].purchase }
    }

    private static func offers(_ date: Date, _ ledger: PurchaseLedger, _ products: [String]) {
        let eligibility = ledger.isEligibleForIntroductoryOffer(in: products, at: date)
        requirePrintable(eligibility.description)
        require(products.isEmpty == (eligibility == .noProducts), "no products")
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
