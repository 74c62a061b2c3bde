/// Checks that all answers agree at every change, and a second before and after it.
extension Inquiry {
    func agreement(_ instants: [Seconds]) -> Violation? {
        for (place, time) in instants.enumerated() {
            let current = ledger.entitlements(at: time)
            for product in products {
                let answer = access(product, time)
                if let text = disagreement(product, answer, current, at: time) {
                    return violation(.agreement, time, product, text)
                }
                if case .granted(let entitlement) = answer,
                    let text = wrongEnd(entitlement, at: time, instants[place...])
                {
                    return violation(.agreement, time, product, text)
                }
            }
            for original in ledger.subscriptions {
                if let text = wrongStatus(original, current, at: time, instants[place...]) {
                    return violation(.agreement, time, nil, text)
                }
            }
            if let text = wrongList(at: time) { return violation(.agreement, time, nil, text) }
        }
        return nil
    }

    private func disagreement(
        _ product: String, _ answer: StoryAccess, _ current: [StoryEntitlement], at time: Seconds
    ) -> String? {
        let entitlement = ledger.entitlement(to: product, at: time)
        let own = current.filter { $0.product == product }
        guard case .granted(let granted) = answer else {
            if let entitlement { return "not granted, and entitled to \(entitlement)" }
            if let first = own.first { return "not granted, and among the entitlements is \(first)" }
            if ledger.isEntitled(to: product, at: time) { return "not granted, and isEntitled" }
            return wrongDates(product, answer, at: time)
        }
        if granted != entitlement { return "granted \(granted), and entitled to \(String(describing: entitlement))" }
        if !own.contains(granted) { return "\(granted) is not among the entitlements" }
        // Passes give access if the app states their duration, which `isEntitled` doesn't take.
        let isPass = granted.state == "nonRenewing"
        if ledger.isEntitled(to: product, at: time) == isPass { return "isEntitled disagrees with \(granted)" }
        if granted.product != product { return "granted \(granted.product)" }
        // No evidence of the purchase may be later than the answer, except if it can't show what happened after its
        // end.
        guard let index = known.transactions[granted.transaction] else { return nil }
        let first = known.copies[index].map(\.date).min() ?? 0
        let end = customer.purchases[index].end ?? .max
        return granted.knownAsOf < Double(min(first, end))
            ? "known as of \(granted.knownAsOf), and signed at \(first)" : nil
    }

    /// Checks that no date on which the answer is based is after `knownAsOf`.
    private func wrongDates(_ product: String, _ answer: StoryAccess, at time: Seconds) -> String? {
        switch answer {
        case .granted: return nil
        case .denied(let reason, let since, let knownAsOf):
            if let since, since > Double(time), reason != "notStarted" { return "denied since \(since), a later date" }
            guard reason == "revoked", let since, let knownAsOf else { return nil }
            // Revocation dates are never after the date of signing.
            return knownAsOf < since ? "revoked \(since), and known as of \(knownAsOf)" : nil
        case .undetermined(let missing, let originals, let since, _):
            if missing.isEmpty { return "undetermined, and nothing is missing" }
            if originals.isEmpty != (customer.place == .xcode || missing == ["productType"]) {
                return "undetermined, and to ask for: \(originals)"
            }
            return since.map { $0 > Double(time) } ?? false ? "undetermined since \(since ?? 0), a later date" : nil
        }
    }

    /// Checks that access lasts until the end date, or continues with another purchase, and that the answer changes
    /// then.
    private func wrongEnd(
        _ entitlement: StoryEntitlement, at time: Seconds, _ later: ArraySlice<Seconds>
    ) -> String? {
        let end = entitlement.end ?? .infinity
        if end <= Double(time) { return "ends at \(end), which is over" }
        let within = later.prefix { Double($0) < end }
        for other in [within.last, within.dropFirst().first].compactMap(\.self)
        where ledger.entitlement(to: entitlement.product, at: other) == nil {
            return "\(entitlement), and nothing at \(timestamp(other))"
        }
        guard end < .infinity else { return nil }
        let after = ledger.entitlement(to: entitlement.product, at: Seconds(end.rounded(.up)))
        return after?.end == end ? "ends at \(end), and doesn't change then" : nil
    }

    private func wrongStatus(
        _ original: String, _ current: [StoryEntitlement], at time: Seconds, _ later: ArraySlice<Seconds>
    ) -> String? {
        guard let status = ledger.status(of: original, at: time) else {
            return current.contains { $0.original == original && $0.state != "owned" }
                ? "no status of \(original), and it gives access" : nil
        }
        let gives = current.contains { $0.original == original }
        if gives != status.isEntitled { return "\(original) is \(status.state), and gives access: \(gives)" }
        if gives, let missing = status.missing, missing != "productChange" {
            return "\(original) is \(status.state), and misses \(missing)"
        }
        if let index = customer.subscriptions.firstIndex(where: { $0.original == original }) {
            if let text = wrongMissing(index, status, at: time) { return text }
            // The renewal info's contents about the period in effect must be true at its date of signing.
            let latest = known.latest(of: index, at: time)
            if let info = known.infos[index].last(where: { $0.latest == latest }), status.knownAsOf < Double(info.date)
            {
                return "\(original) known as of \(status.knownAsOf), and a renewal info of \(info.date)"
            }
        }
        guard let until = status.until else { return nil }
        if until <= Double(time) { return "\(original) is \(status.state) until \(until), which is over" }
        let before = later.last { Double($0) < until } ?? time
        guard let same = ledger.status(of: original, at: before) else { return "\(original) has no status any more" }
        if (same.state, same.product, same.transaction) != (status.state, status.product, status.transaction) {
            return "\(original) is \(status) until then, and at \(timestamp(before)) \(same)"
        }
        let after = ledger.status(of: original, at: Seconds(until.rounded(.up)))
        return after == status ? "\(original) is \(status.state) until \(until), and doesn't change then" : nil
    }

    /// Checks that evidence missing for a subscription is also missing for its products, unless something else gives
    /// access to them, and vice versa.
    private func wrongMissing(_ subscription: Int, _ status: StoryStatus, at time: Seconds) -> String? {
        let original = customer.subscriptions[subscription].original
        let periods = known.periods(of: subscription).map { customer.purchases[$0] }.filter { !$0.isOvertaken }
        for product in Set(periods.map(\.product.id)) {
            switch access(product, time) {
            case .granted: continue
            case .denied(let reason, _, _):
                if let missing = status.missing, !status.isEntitled {
                    return "\(original) misses \(missing), and \(product) is denied (\(reason))"
                }
            case .undetermined(let missing, let originals, _, _):
                if originals.contains(original) != (status.missing != nil), customer.place != .xcode {
                    return
                        "\(original) misses \(status.missing ?? "nothing"), and \(product) \(missing) of \(originals)"
                }
                if let one = status.missing, !status.isEntitled, !missing.contains(one) {
                    return "\(original) misses \(one), and \(product) \(missing)"
                }
            }
        }
        return nil
    }

    /// Checks several products: granted, otherwise undetermined with everything missing for any of them, otherwise
    /// denied since the latest date.
    private func wrongList(at time: Seconds) -> String? {
        let all = products.map { access($0, time) }
        let answer = ledger.access(toAnyOf: products, at: time, staleAfter: 0)
        let single = ledger.access(toAnyOf: products.prefix(1).map(\.self), at: time, staleAfter: 0)
        if let first = all.first, first != single { return "\(products[0]) alone: \(first), and as a list \(single)" }
        if all.contains(where: \.isGranted) {
            return answer.isGranted ? nil : "one is granted, and all together: \(answer)"
        }
        var missing: Set<String> = []
        var originals: Set<String> = []
        var since: Double?
        for one in all {
            switch one {
            case .granted: break
            case .denied(_, let date, _): since = [since, date].compactMap(\.self).max()
            case .undetermined(let what, let ids, _, _):
                missing.formUnion(what)
                originals.formUnion(ids)
            }
        }
        switch answer {
        case .granted: return "none is granted, and all together"
        case .denied(_, let date, _):
            if !missing.isEmpty { return "one is undetermined, and all together denied" }
            return date == since ? nil : "denied since \(date ?? 0), and not \(since ?? 0)"
        case .undetermined(let what, let ids, _, _):
            return what == missing && ids == originals
                ? nil : "missing \(what) of \(ids), and not \(missing) of \(originals)"
        }
    }
}
