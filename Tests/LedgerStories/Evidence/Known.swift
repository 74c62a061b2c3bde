/// The contents of the pieces that arrived, by purchase and subscription.
struct Known {
    private let customer: Customer
    /// The contents by purchase, and by subscription, each ordered by date.
    private(set) var copies: [[StoryPiece.Copy]]
    private(set) var infos: [[StoryPiece.Info]]
    private(set) var statuses: [[StoryPiece.Status]]
    /// The creation dates of receipts with a purchase of each subscription.
    private(set) var receipts: [[Seconds]]
    /// All transaction identifiers.
    private(set) var transactions: [String: Int] = [:]

    init(_ pieces: [StoryPiece], of customer: Customer) {
        self.customer = customer
        copies = Array(repeating: [], count: customer.purchases.count)
        infos = Array(repeating: [], count: customer.subscriptions.count)
        statuses = infos.map { _ in [] }
        receipts = infos.map { _ in [] }
        for piece in pieces {
            for copy in piece.copies { copies[copy.purchase].append(copy) }
            for info in piece.infos { infos[info.subscription].append(info) }
            for status in piece.statuses { statuses[status.subscription].append(status) }
            guard piece.kind == .receipt else { continue }
            for subscription in Set(piece.copies.compactMap { customer.purchases[$0.purchase].subscription }) {
                receipts[subscription].append(piece.date)
            }
        }
        for (index, purchase) in customer.purchases.enumerated() {
            for id in [purchase.id] + purchase.restored.map(\.value) { transactions[id] = index }
        }
    }

    /// Returns the periods of a subscription that the evidence shows, in the order of starts. If the transaction to
    /// which seats were added is lost, the additions represent it.
    func periods(of subscription: Int) -> [Int] {
        customer.purchases.indices.filter {
            customer.purchases[$0].subscription == subscription && !copies[$0].isEmpty
        }.sorted {
            (customer.purchases[$0].start, customer.purchases[$0].charged, $0)
                < (customer.purchases[$1].start, customer.purchases[$1].charged, $1)
        }
    }

    /// Returns the latest known period that has begun, without overtaken renewals and added seats.
    func latest(of subscription: Int, at time: Seconds) -> Int? {
        periods(of: subscription).last {
            let own = customer.purchases[$0]
            return own.start <= time && !own.isOvertaken && (!own.isAddition || !hasBase(own))
        }
    }

    private func hasBase(_ addition: StoryPurchase) -> Bool {
        customer.purchases.indices.contains {
            let other = customer.purchases[$0]
            return !other.isAddition && other.subscription == addition.subscription && other.start <= addition.start
                && addition.end == other.end && !copies[$0].isEmpty
        }
    }

    /// Returns whether the evidence shows that a period ran: it was bought, or signed after its start and neither
    /// revoked nor upgraded then.
    func hasRun(_ purchase: Int) -> Bool {
        let own = customer.purchases[purchase]
        return copies[purchase].contains { copy in
            let hasReason = !copy.isReceipt && (copy.date >= StoryEra.renewalDates || customer.place == .xcode)
            return hasReason && !own.isRenewal || copy.date >= own.start && !copy.isRevoked && !copy.isUpgraded
        }
    }

    /// Returns whether Apple retries for 90 days: a transaction says so, or none states the billing plan.
    func isMonthly(_ purchase: Int) -> Bool {
        let own = customer.purchases[purchase]
        if isShownModern(purchase), let plan = own.plan { return plan == "MONTHLY" }
        return own.start >= StoryEra.commitments
    }

    /// Returns whether a period may have had grace without evidence: the first piece about its billing problem has a
    /// later date, and states no grace.
    func mayHaveHadGrace(_ period: Int, at time: Seconds) -> Bool {
        let own = customer.purchases[period]
        guard let subscription = own.subscription, let end = own.end, time >= end, own.replaced == nil,
            !own.isRevoked
        else { return false }
        let problems = infos[subscription].filter { $0.latest == period && ($0.isInRetry == true || $0.isBilling) }
        guard let first = problems.first, first.grace == nil || first.grace.map({ $0 <= first.date }) ?? false else {
            return false
        }
        return time < min(first.date, end + customer.place.longestGrace + 1)
    }

    func isShownUpgraded(_ purchase: Int) -> Bool { copies[purchase].contains(where: \.isUpgraded) }

    func isShownRevoked(_ purchase: Int) -> Bool { copies[purchase].contains(where: \.isRevoked) }

    /// Returns whether a transaction states the billing plan or the previous subscription.
    func isShownModern(_ purchase: Int) -> Bool {
        copies[purchase].contains { !$0.isReceipt && $0.date >= StoryEra.modern }
    }
}
