import Foundation
import LedgerModel
import LedgerRulesModel
import ReceiptKit

/// The model's answers in the table's form.
struct RulesTextAnswers: LedgerTextAnswers {
    let model: RulesModel
    private let zero = Date.after(0).timeIntervalSince1970

    init(_ evidence: [VerifiedEvidence], _ isXcode: Bool) { model = RulesModel(evidence, isXcode: isXcode) }

    func access(to products: [String], at time: Double, staleAfter: Double) -> (
        LedgerTextCase.Access, LedgerTextCase.Details
    ) {
        if products.count > 1 { return words(model.access(to: products, zero + time, staleAfter)) }
        return words(model.access(to: products[0], zero + time, staleAfter))
    }

    func access(to product: String, at time: Double, lasting: Double) -> LedgerTextCase.Access {
        var model = model
        model.lasting = { $0.preferred.purchased + lasting }
        return words(model.access(to: product, zero + time)).0
    }

    private func words(_ answer: RulesModel.Access) -> (LedgerTextCase.Access, LedgerTextCase.Details) {
        switch answer {
        case .granted(let found):
            let purchase = model.purchases[found.purchase].transaction
            return (
                .granted(found.state, until: found.end - zero),
                .init(purchase: purchase, identifiers: [], knownAsOf: nil)
            )
        case .denied(let reason, let since, let purchase, let knownAsOf):
            return (.denied(reason, since: after(since)), details(purchase, [], knownAsOf))
        case .undetermined(let missing, let names, let since, let purchase, let knownAsOf):
            return (.undetermined(missing, since: after(since)), details(purchase, names, knownAsOf))
        }
    }
    private func details(_ purchase: Int?, _ names: [String], _ knownAsOf: Double?) -> LedgerTextCase.Details {
        .init(
            purchase: purchase.map { model.purchases[$0].transaction }, identifiers: names, knownAsOf: after(knownAsOf))
    }
    private func after(_ date: Double?) -> Double? { date.map { $0 - zero } }

    private func subscription(_ original: String) -> Int? {
        model.subscriptions.firstIndex { model.purchases[$0[0]].original == original }
    }
    func status(of original: String, at time: Double, staleAfter: Double) -> LedgerTextCase.Status? {
        guard let own = subscription(original), let state = model.state(own, zero + time, staleAfter) else {
            return nil
        }
        return .init(
            state.name, until: after(model.until(own, zero + time, staleAfter)),
            missing: model.missing(own, zero + time, staleAfter))
    }
    func entitlements(at time: Double, staleAfter: Double) -> [(transaction: String, seats: Int?)] {
        model.entitlements(zero + time, staleAfter).map { (model.purchases[$0.purchase].transaction, $0.seats) }
    }
    func problems(of original: String, at time: Double) -> LedgerTextCase.Problems? {
        subscription(original).map {
            .init(
                renewalOffSince: after(model.renewalOffSince($0, zero + time)),
                billingIssueSince: after(model.billingIssueSince($0, zero + time)))
        }
    }
    func eligibility(of products: [String]?, at time: Double, staleAfter: Double, isComplete: Bool) -> String {
        let answer = model.eligibility(
            of: products, inGroup: products == nil ? "7" : nil, zero + time, staleAfter, isComplete: isComplete)
        return answer == "eligible offerUnused" ? "eligible lapsed" : answer
    }
}
