import Foundation
import LedgerModel
import ReceiptKit
import Testing

/// Compares the model's answers with those computed by hand from the text.
struct LedgerModelTextTests {
    static let all = LedgerTextCase.all

    @Test("The model answers as the text says", arguments: all)
    func table(_ history: LedgerTextCase) throws {
        let evidence = try history.evidence()
        history.check(ModelTextAnswers(evidence, history.isXcode), "in order")
        history.check(ModelTextAnswers(evidence.reversed(), history.isXcode), "in reverse order")
        history.check(ModelTextAnswers([.list(evidence)] + evidence, history.isXcode), "twice")
    }

    @Test("Unique names")
    func names() {
        #expect(Self.all.count >= 60)
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }

    @Test(
        "Status, entitlements and access agree at every change and beside it; since is when access ended",
        arguments: all)
    func agreement(_ history: LedgerTextCase) throws {
        let model = LedgerModel(try history.evidence(), isXcode: history.isXcode)
        let products = Set(model.rows.map(\.product)).sorted()
        var lastAccess: [String: Double] = [:]
        for time in Set(model.boundaries.flatMap { [$0 - 1, $0] }).sorted() {
            let entitlements = model.entitlements(time)
            for chain in model.chains {
                let status = model.status(chain, time)
                let isEntitled = entitlements.contains { chain.contains($0.position) }
                #expect(
                    isEntitled == ["subscribed", "inGracePeriod"].contains(status?.state), "at day \(model.days(time))")
                if let until = status?.until { #expect(time < until) }
            }
            for product in products {
                let isEntitled = entitlements.contains { model.rows[$0.position].product == product }
                switch model.access(to: product, time) {
                case .granted(_, _, let end): #expect(isEntitled && time < end)
                case .denied(_, let since, _, _), .undetermined(_, _, let since, _, _):
                    #expect(!isEntitled)
                    // Access lasted until the second before.
                    #expect(since.map { $0 - 1 } == lastAccess[product], "\(product) at day \(model.days(time))")
                }
                if isEntitled { lastAccess[product] = time }
            }
        }
    }

    @Test("Without new evidence no answer turns from undetermined to denied", arguments: all)
    func monotony(_ history: LedgerTextCase) throws {
        let model = LedgerModel(try history.evidence(), isXcode: history.isXcode)
        // Apple said that the unseen period is the last one (rule 44).
        let unseen = model.chains.flatMap(model.infos).filter { $0.subject == .unseen }
        if unseen.contains(where: { $0.renewal.intent != nil }) { return }
        let youngest = model.youngest
        for product in Set(model.rows.map(\.product)).sorted() + ["never.seen"] {
            var wasUndetermined = false
            for time in model.instants where youngest < time {
                switch model.access(to: product, time) {
                case .granted: wasUndetermined = false
                case .undetermined: wasUndetermined = true
                case .denied: #expect(!wasUndetermined, "\(product) at day \(model.days(time))")
                }
            }
        }
    }
}

extension LedgerModel {
    fileprivate func days(_ time: Double) -> Double { Date(timeIntervalSince1970: time).afterFirst / day }
}

/// The model's answers in the table's form.
struct ModelTextAnswers: LedgerTextAnswers {
    let model: LedgerModel
    private let zero = Date.after(0).timeIntervalSince1970

    init(_ evidence: [VerifiedEvidence], _ isXcode: Bool) { model = LedgerModel(evidence, isXcode: isXcode) }

    func access(to products: [String], at time: Double, staleAfter: Double) -> (
        LedgerTextCase.Access, LedgerTextCase.Details
    ) {
        if products.count > 1 { return words(model.access(to: products, zero + time, staleAfter: staleAfter)) }
        return words(model.access(to: products[0], zero + time, staleAfter: staleAfter))
    }

    func access(to product: String, at time: Double, lasting: Double) -> LedgerTextCase.Access {
        words(model.access(to: product, zero + time) { $0.latest.purchased + lasting }).0
    }

    private func words(_ answer: ModelAccess) -> (LedgerTextCase.Access, LedgerTextCase.Details) {
        switch answer {
        case .granted(let position, let state, let end):
            let purchase = model.rows[position].latest.transaction
            return (.granted(state, until: end - zero), .init(purchase: purchase, identifiers: [], knownAsOf: nil))
        case .denied(let reason, let since, let position, let knownAsOf):
            return (.denied(reason, since: after(since)), details(position, [], knownAsOf))
        case .undetermined(let missing, let identifiers, let since, let position, let knownAsOf):
            return (.undetermined(missing, since: after(since)), details(position, identifiers, knownAsOf))
        }
    }

    private func details(_ position: Int?, _ identifiers: [String], _ knownAsOf: Double?) -> LedgerTextCase.Details {
        .init(
            purchase: position.map { model.rows[$0].latest.transaction }, identifiers: identifiers,
            knownAsOf: after(knownAsOf))
    }

    private func after(_ date: Double?) -> Double? { date.map { $0 - zero } }

    func status(of original: String, at time: Double, staleAfter: Double) -> LedgerTextCase.Status? {
        guard let chain = model.chains.first(where: { model.original($0) == original }) else { return nil }
        return model.status(chain, zero + time, staleAfter: staleAfter).map {
            .init($0.state, until: after($0.until), missing: $0.missing)
        }
    }

    func entitlements(at time: Double, staleAfter: Double) -> [(transaction: String, seats: Int?)] {
        model.entitlements(zero + time, staleAfter).map {
            (model.rows[$0.position].latest.transaction, model.seats($0.position, zero + time))
        }
    }

    func problems(of original: String, at time: Double) -> LedgerTextCase.Problems? {
        let time = zero + time
        return model.chains.first { model.original($0) == original }.map { chain in
            .init(
                renewalOffSince: model.renewalOffSince(chain, time).map { $0 - zero },
                billingIssueSince: model.billingIssueSince(chain, time).map { $0 - zero })
        }
    }

    func eligibility(of products: [String]?, at time: Double, staleAfter: Double, isComplete: Bool) -> String {
        let time = zero + time
        let answer =
            if let products {
                model.eligibility(
                    ofProducts: products, time, staleAfter: staleAfter, assumingCompleteHistory: isComplete)
            } else {
                model.eligibility(inGroup: "7", time, staleAfter: staleAfter, assumingCompleteHistory: isComplete)
            }
        return switch answer {
        case .eligible(let reason, _): "eligible \(reason)"
        case .ineligible(let reason, _, _): "ineligible \(reason)"
        case .undetermined(let reason, _): "undetermined \(reason)"
        }
    }
}
