/// Time alone must not make an answer worse, and neither order nor repetition may change one.
extension Inquiry {
    /// After the latest piece, no answer may change from undetermined to denied. The only exception is a product that
    /// is replaced when a known period, charged ahead, begins.
    func noTurning() -> Violation? {
        let day: Seconds = 86_400
        var dates: Set<Seconds> = [story.youngest]
        for index in customer.purchases.indices {
            let own = customer.purchases[index]
            let ends = known.copies[index].compactMap(\.end)
            dates.formUnion([own.start] + ends)
            for end in ends { dates.formUnion([1, 28, 60, 90].map { end + $0 * day }) }
        }
        dates.formUnion(known.infos.flatMap { $0 }.compactMap(\.grace))
        dates.formUnion([1, 60, 400].map { story.youngest + $0 * day })
        let later = dates.flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= story.youngest }
        let instants = Array(Set(later)).sorted().suffix(240)
        let begins = customer.purchases.indices.filter { !known.copies[$0].isEmpty }.map {
            customer.purchases[$0].start
        }
        // Apple said that a period that no evidence shows was the last one.
        let isLastUnseen = known.infos.contains { infos in
            infos.contains { $0.hasIntent && $0.isInRetry != true && known.copies[$0.latest].isEmpty }
        }
        if isLastUnseen { return nil }
        for asked in products.map({ [$0] }) + [products] {
            var before: (time: Seconds, answer: StoryAccess)?
            for time in instants {
                let answer = ledger.access(toAnyOf: asked, at: time, staleAfter: 0)
                if let before, before.answer.isUndetermined, answer.isDenied,
                    !begins.contains(where: { before.time < $0 && $0 <= time })
                {
                    return violation(
                        .noTurning, time, asked.first, "\(before.answer) at \(timestamp(before.time)) becomes \(answer)"
                    )
                }
                before = (time, answer)
            }
        }
        return nil
    }

    /// A longer `staleAfter` must not change a denied answer to undetermined or granted.
    func staleness(_ instants: [Seconds]) -> Violation? {
        for time in instants {
            for product in products {
                let (now, later) = (access(product, time), ledger.access(to: product, at: time, staleAfter: 3600))
                let isGrace = customer.subscriptions.contains { $0.graces.contains(where: \.isDateMissing) }
                if now.isGranted != later.isGranted && !isGrace || now.isDenied && !later.isDenied && !later.isGranted {
                    return violation(.agreement, time, product, "\(now), and an hour later still \(later)")
                }
            }
        }
        return nil
    }

    func order(_ instants: [Seconds]) throws -> Violation? {
        var dice = story.dice
        let all = story.evidence
        let mixed = (all + all.filter { _ in dice.chance(30) }).shuffled(using: &dice)
        let cuts = [0, mixed.count / 3, mixed.count / 2, mixed.count]
        let parts = zip(cuts, cuts.dropFirst()).map { Array(mixed[$0..<$1]) }.filter { !$0.isEmpty }
        var tree = try Ledger(merging: parts[0], passLength: story.passLength)
        for part in parts.dropFirst() { tree = try tree.merging(part) }
        let again = try Ledger(merging: mixed, passLength: story.passLength)
        for other in [tree, again] {
            if other != ledger { return violation(.order, nil, nil, "another order makes another ledger") }
            for time in instants {
                if other.entitlements(at: time) != ledger.entitlements(at: time) {
                    return violation(.order, time, nil, "another order makes other entitlements")
                }
                for product in products {
                    let (one, two) = (access(product, time), other.access(to: product, at: time, staleAfter: 0))
                    if one != two { return violation(.order, time, product, "\(one), and in another order \(two)") }
                }
            }
        }
        return nil
    }
}
