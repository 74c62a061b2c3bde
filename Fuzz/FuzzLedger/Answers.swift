import Foundation
import FuzzSupport
import LedgerModel
import ReceiptFields
import ReceiptKit

/// Questions at several dates: each change in the ledger, one second before and after, and values that are not dates.
/// The input decides which dates are used.
enum Answers {
    static func check(_ ledger: PurchaseLedger, _ model: LedgerModel, _ number: Int) {
        let difference = ModelDifference(ledger, model)
        if let found = difference.first() { failed("another answer than the model's: \(found)") }
        let ordered = model.instants
        var times = (0..<min(6, ordered.count)).map { ordered[(number + $0) % ordered.count] }
        times.append((ordered.first ?? 0) - 1)
        times.append([.infinity, -.infinity, .nan, .greatestFiniteMagnitude, 0, 64_092_211_200][number % 6])
        let products = Array(Set(ledger.map(\.productID)).sorted().prefix(4))
        for time in times {
            let staleAfter = number % 3 == 0 ? 7_200.0 : 0
            if let found = difference.first(at: time, staleAfter: staleAfter, products + ["never.sold"]) {
                failed("another answer than the model's: \(found)")
            }
            at(Date(timeIntervalSince1970: time), ledger, products)
        }
        neverDeniedWithoutEvidence(ledger, model, ordered, products)
        let version = ["", "1", "1.0", "2.0", "x", "99999999999999999999.1"][number / 6 % 6]
        let answer = ledger.firstAcquired(before: version)
        requirePrintable(answer.description)
        if version.isEmpty || version == "x" { require(answer.isBefore == nil, "before \(version)") }
    }

    /// After the date of the latest evidence, no answer may change from undetermined to denied. A product that was
    /// never sold is skipped if a renewal info is about an unseen period. For such a product, the active period decides
    /// whether a change of product is missing, and later the latest period does. These two periods may differ if two
    /// periods begin at the same time, or if one ends before it begins.
    private static func neverDeniedWithoutEvidence(
        _ ledger: PurchaseLedger, _ model: LedgerModel, _ times: [Double], _ products: [String]
    ) {
        let unseen = model.chains.flatMap(model.infos).filter { $0.subject == .unseen }
        // Apple said that the period that no evidence shows is the last one (rule 44).
        if unseen.contains(where: { $0.renewal.intent != nil }) { return }
        let isUnseen = !unseen.isEmpty
        let youngest = model.youngest
        for product in isUnseen ? products : products + ["never.sold"] {
            var wasUndetermined = false
            for time in times where youngest < time {
                switch ledger.access(to: product, at: Date(timeIntervalSince1970: time)) {
                case .granted: wasUndetermined = false
                case .undetermined: wasUndetermined = true
                case .denied: require(!wasUndetermined, "\(product) is denied at \(time), without new evidence")
                }
            }
        }
    }

    private static func at(_ date: Date, _ ledger: PurchaseLedger, _ products: [String]) {
        let entitlements = ledger.currentEntitlements(at: date)
        for entitlement in entitlements {
            require(entitlement.purchase.revocationDate.map { date < $0 } ?? true, "a revoked entitlement")
            require(ledger.isEntitled(to: entitlement.productID, at: date), "entitled, and not on \(date)")
            requirePrintable(entitlement.description)
        }
        for product in products + ["never.sold"] { access(to: product, date, ledger, entitlements) }
        let any = ledger.access(to: products, at: date)
        require(any.isGranted == ledger.isEntitled(to: products, at: date), "access to one of many, or not")
        for history in ledger.subscriptions { status(history, date, entitlements) }
        offers(date, ledger, products)
        lookups(ledger)
        let seasons = ledger.asOf(date, nonRenewing: { $0.purchaseDate.addingTimeInterval(7_200) }).currentEntitlements
        require(seasons.count >= entitlements.count, "fewer entitlements with non-renewing ones")
        for purchase in seasons.filter({ !entitlements.contains($0) }).map(\.purchase) {
            require(
                purchase.productType == .nonRenewable && purchase.purchaseDate <= date
                    && date < purchase.purchaseDate.addingTimeInterval(7_200), "a non-renewing entitlement")
        }
    }

    /// All answers about one product must agree.
    private static func access(
        to product: String, _ date: Date, _ ledger: PurchaseLedger, _ entitlements: [Entitlement]
    ) {
        let own = entitlements.filter { $0.productID.utf8.elementsEqual(product.utf8) }
        let access = ledger.access(to: product, at: date)
        requirePrintable(access.description)
        require(access.isGranted == !own.isEmpty, "access to \(product) on \(date) by one answer alone")
        require(
            ledger.isEntitled(to: product, at: date) == access.isGranted, "entitled to \(product) on \(date), or not")
        require(ledger.asOf(date).entitlement(to: product) == access.entitlement, "another entitlement on \(date)")
        switch access {
        case .granted(let one):
            require(own.contains(one), "not in the list: \(one)")
            require(one.state == .owned || own.allSatisfy { $0.state != .owned }, "subscribed, though owned: \(one)")
            let ends = own.filter { ($0.state == .owned) == (one.state == .owned) }.map { $0.endDate ?? .distantFuture }
            require(one.endDate ?? .distantFuture == ends.max(), "not the longest: \(one)")
        case .denied(let denial): shows(denial.purchase, product, denial.since, date)
        case .undetermined(let answer):
            require(!answer.missing.isEmpty, "nothing is missing")
            for identifier in answer.originalTransactionIDs {
                let status = ledger.subscription(originalTransactionID: identifier)?.status(at: date)
                require(status?.missing.map(answer.missing.contains) ?? false, "missing of \(identifier)")
            }
            shows(answer.purchase, product, answer.since, date)
        }
    }

    private static func shows(_ purchase: Purchase?, _ product: String, _ since: Date?, _ date: Date) {
        require(purchase?.productID.utf8.elementsEqual(product.utf8) ?? true, "the evidence is another product")
        require(since.map { $0 <= date } ?? true, "access ended later than \(date)")
    }

    private static func status(_ history: SubscriptionHistory, _ date: Date, _ entitlements: [Entitlement]) {
        let purchases = history.periods.map(\.purchase)
        let isEntitled = entitlements.contains { purchases.contains($0.purchase) }
        guard let status = history.status(at: date) else {
            return require(!isEntitled && history.period(at: date) == nil, "access before \(history)")
        }
        require(status.state.isEntitled == isEntitled, "the status on \(date)")
        if let period = history.period(at: date) { require(status.period == period, "another period on \(date)") }
        let isDate = date.timeIntervalSince1970.isFinite
        if isDate, let until = status.until { require(date < until, "it changed by \(date)") }
        if isEntitled { require(status.missing.map { $0 == .productChange } ?? true, "missing, with access") }
        requirePrintable(status.description)
    }

    /// Answers for one group, purchase or account must agree with the lists.
    private static func lookups(_ ledger: PurchaseLedger) {
        for history in ledger.subscriptions.prefix(2) {
            guard let group = history.subscriptionGroupID else { continue }
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

    private static func offers(_ date: Date, _ ledger: PurchaseLedger, _ products: [String]) {
        for history in ledger.subscriptions.prefix(2) {
            guard let group = history.subscriptionGroupID else { continue }
            let answer = ledger.asOf(date).introductoryOfferEligibility(in: group)
            requirePrintable(answer.description)
            let hasReceipt = ledger.sources.contains { !$0.deviceHash.isEmpty }
            require(!answer.isEligible || hasReceipt, "eligible, without a receipt")
        }
        let eligibility = ledger.asOf(date).introductoryOfferEligibility(in: products)
        requirePrintable(eligibility.description)
        require(products.isEmpty == (eligibility.answer == .undetermined(.noProducts)), "no products")
        switch eligibility.answer {
        case .offerUsed(let purchase):
            // A restored purchase applies from the date of the original purchase.
            let start = min(purchase.purchaseDate, purchase.originalPurchaseDate ?? purchase.purchaseDate)
            require(purchase.isTrialPeriod == true || purchase.isInIntroOfferPeriod == true, "no offer: \(purchase)")
            require(start <= date, "an offer in the future: \(purchase)")
        case .subscribed(let purchase): require(ledger.isEntitled(to: purchase.productID, at: date), "not subscribed")
        default: break
        }
    }
}
