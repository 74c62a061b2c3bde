import Foundation
import LedgerModel
import LedgerRulesModel
import ReceiptKit

/// A ledger's answers as text, in the same form for the library and the model.
protocol RulesAnswers {
    func access(_ products: [String], _ time: Double, _ staleAfter: Double) -> String
    /// Returns the status of each subscription, ordered by their first periods.
    func statuses(_ time: Double, _ staleAfter: Double) -> [String]
    func entitlements(_ time: Double, _ staleAfter: Double) -> String
    func eligibility(_ products: [String]?, _ time: Double, _ staleAfter: Double, _ isComplete: Bool) -> String
    var purchases: String { get }
}

/// Formats seconds after the start of 2024 as days and seconds.
enum RulesAnswerText {
    static func days(_ time: Double?) -> String {
        guard let time else { return "nil" }
        guard time.isFinite else { return "\(time)" }
        let seconds = Int(time - 1_704_067_200)
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - day * 86_400
        return rest == 0 ? "d\(day)" : "d\(day)+\(rest)"
    }
}

func days(_ time: Double?) -> String { RulesAnswerText.days(time) }

struct LibraryAnswers: RulesAnswers {
    let ledger: PurchaseLedger
    var lasting: Double?

    private func length(_ purchase: Purchase) -> Date? { lasting.map { purchase.purchaseDate.addingTimeInterval($0) } }
    private func days(_ date: Date?) -> String { RulesAnswerText.days(date?.timeIntervalSince1970) }

    func access(_ products: [String], _ time: Double, _ staleAfter: Double) -> String {
        let date = Date(timeIntervalSince1970: time)
        let answer =
            products.count == 1
            ? ledger.asOf(date, staleAfter: staleAfter, nonRenewing: length).access(to: products[0])
            : ledger.asOf(date, staleAfter: staleAfter, nonRenewing: length).access(to: products)
        switch answer {
        case .granted(let found): return "granted \(text(found))"
        case .denied(let denial):
            return
                "denied \(denial.reason.rawValue) since \(days(denial.since)) purchase \(text(denial.purchase)) known \(days(denial.knownAsOf))"
        case .undetermined(let answer):
            return
                "undetermined \(answer.missing.map(\.rawValue).sorted()) \(answer.originalTransactionIDs) since \(days(answer.since)) purchase \(text(answer.purchase)) known \(days(answer.knownAsOf))"
        }
    }

    private func text(_ purchase: Purchase?) -> String {
        purchase.map { "\($0.transactionID)/\($0.productID)/\(days($0.purchaseDate))" } ?? "nil"
    }
    private func text(_ found: Entitlement) -> String {
        "\(found.state.rawValue) \(text(found.purchase)) until \(found.endDate == nil ? "inf" : days(found.endDate)) seats \(found.seats.map(String.init) ?? "nil")"
    }

    func statuses(_ time: Double, _ staleAfter: Double) -> [String] {
        ledger.subscriptions.map { history in
            let name = "\(history.originalTransactionID)"
            guard let status = history.status(at: Date(timeIntervalSince1970: time), staleAfter: staleAfter) else {
                return "\(name): nil"
            }
            return
                "\(name): \(status.state.rawValue) until \(days(status.until)) period \(text(status.period?.purchase)) missing \(status.missing?.rawValue ?? "nil") known \(days(status.knownAsOf)) off \(days(status.renewalOffSince)) issue \(days(status.billingIssueSince))"
        }
    }

    func entitlements(_ time: Double, _ staleAfter: Double) -> String {
        ledger.asOf(Date(timeIntervalSince1970: time), staleAfter: staleAfter, nonRenewing: length).currentEntitlements
            .map(text).joined(separator: "; ")
    }

    func eligibility(_ products: [String]?, _ time: Double, _ staleAfter: Double, _ isComplete: Bool) -> String {
        let answer = ledger.eligibility(
            of: products, at: Date(timeIntervalSince1970: time), staleAfter: staleAfter, isComplete: isComplete)
        return switch answer.answer {
        case .newCustomer: "eligible newCustomer"
        case .offerUnused: "eligible offerUnused"
        case .offerUsed: "ineligible offerUsed"
        case .subscribed: "ineligible subscribed"
        case .undetermined(.missingEvidence): "undetermined missing"
        case .undetermined(.unknownGroup): "undetermined unknownGroup"
        case .undetermined(.incompleteHistory): "undetermined incompleteHistory"
        case .undetermined(.unknownTrial): "undetermined unknownTrial"
        case .undetermined: "undetermined"
        @unknown default: "unknown"
        }
    }

    var purchases: String {
        ledger.map {
            "\(text($0)) of \($0.originalTransactionID) expires \(days($0.expirationDate)) revoked \(days($0.revocationDate)) upgraded \($0.isUpgraded)"
        }.joined(separator: "\n")
    }
}

struct ModelAnswers: RulesAnswers {
    let model: RulesModel

    func access(_ products: [String], _ time: Double, _ staleAfter: Double) -> String {
        let answer =
            products.count == 1
            ? model.access(to: products[0], time, staleAfter) : model.access(to: products, time, staleAfter)
        switch answer {
        case .granted(let found): return "granted \(text(found))"
        case .denied(let reason, let since, let purchase, let knownAsOf):
            return "denied \(reason) since \(days(since)) purchase \(text(purchase)) known \(days(knownAsOf))"
        case .undetermined(let missing, let names, let since, let purchase, let knownAsOf):
            return
                "undetermined \(missing.sorted()) \(names) since \(days(since)) purchase \(text(purchase)) known \(days(knownAsOf))"
        }
    }

    private func text(_ position: Int?) -> String {
        position.map {
            let purchase = model.purchases[$0]
            return "\(purchase.transaction)/\(purchase.product)/\(days(purchase.preferred.purchased))"
        } ?? "nil"
    }
    private func text(_ found: RulesModel.Entitlement) -> String {
        "\(found.state) \(text(found.purchase)) until \(days(found.end)) seats \(found.seats.map(String.init) ?? "nil")"
    }

    func statuses(_ time: Double, _ staleAfter: Double) -> [String] {
        model.subscriptions.indices.map { position in
            let name = model.purchases[model.subscriptions[position][0]].original
            guard let state = model.state(position, time, staleAfter) else { return "\(name): nil" }
            return
                "\(name): \(state.name) until \(days(model.until(position, time, staleAfter))) period \(text(state.period)) missing \(model.missing(position, time, staleAfter) ?? "nil") known \(days(model.knownAsOf(position, time))) off \(days(model.renewalOffSince(position, time))) issue \(days(model.billingIssueSince(position, time)))"
        }
    }

    func entitlements(_ time: Double, _ staleAfter: Double) -> String {
        model.entitlements(time, staleAfter).map(text).joined(separator: "; ")
    }

    func eligibility(_ products: [String]?, _ time: Double, _ staleAfter: Double, _ isComplete: Bool) -> String {
        model.eligibility(of: products, inGroup: products == nil ? "7" : nil, time, staleAfter, isComplete: isComplete)
    }

    var purchases: String {
        model.purchases.map {
            "\($0.transaction)/\($0.product)/\(days($0.preferred.purchased)) of \($0.original) expires \(days($0.statedExpiration)) revoked \(days($0.revocationDate)) upgraded \($0.isUpgraded)"
        }.joined(separator: "\n")
    }
}

/// True unless introductory offers are excluded.
let asksForOffers = ProcessInfo.processInfo.environment["OFFERS"] != "0"

/// Returns the first question with different answers, and both answers, or nil if all are equal.
func firstDifference(_ library: LibraryAnswers, _ model: ModelAnswers, _ times: [Double], _ products: [String])
    -> String?
{
    func differ(_ question: String, _ a: String, _ b: String) -> String? {
        a == b ? nil : "\(question)\n  library: \(a)\n  page:    \(b)"
    }
    if let found = differ("purchases", library.purchases, model.purchases) { return found }
    for time in times {
        for staleAfter in [0, 3_600.0] {
            let at = "at \(days(time)) staleAfter \(Int(staleAfter))"
            let (a, b) = (library.statuses(time, staleAfter), model.statuses(time, staleAfter))
            for (first, second) in zip(a, b) {
                if let found = differ("status \(at)", first, second) { return found }
            }
            if a.count != b.count { return differ("subscriptions", "\(a)", "\(b)") }
            if let found = differ(
                "entitlements \(at)", library.entitlements(time, staleAfter), model.entitlements(time, staleAfter))
            {
                return found
            }
            for product in products + ["never.sold"] {
                if let found = differ(
                    "access to \(product) \(at)", library.access([product], time, staleAfter),
                    model.access([product], time, staleAfter))
                {
                    return found
                }
                for isComplete in asksForOffers ? [false, true] : [] {
                    if let found = differ(
                        "eligibility of \(product) \(at) complete \(isComplete)",
                        library.eligibility([product], time, staleAfter, isComplete),
                        model.eligibility([product], time, staleAfter, isComplete))
                    {
                        return found
                    }
                }
            }
            let all = products + ["never.sold"]
            if let found = differ(
                "access to any \(at)", library.access(all, time, staleAfter), model.access(all, time, staleAfter))
            {
                return found
            }
            if asksForOffers,
                let found = differ(
                    "eligibility of group 7 \(at)", library.eligibility(nil, time, staleAfter, true),
                    model.eligibility(nil, time, staleAfter, true))
            {
                return found
            }
        }
    }
    return nil
}
