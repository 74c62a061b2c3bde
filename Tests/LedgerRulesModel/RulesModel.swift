package import LedgerModel
package import ReceiptKit

/// The ledger according to the page *Rules of the ledger*, implemented from that page alone. It cites the page's rule
/// numbers, and isn't optimized.
package struct RulesModel {
    package struct Purchase {
        /// Rule 2: the preferred copy first.
        package let copies: [ModelRow]
        /// Rule 3: the latest copies of each kind, the preferred one first.
        private let latest: [ModelRow]
        /// Rule 4.
        package let type: Int?
        /// Rule 20: true if bought to add seats.
        var isAddition: Bool
        /// Rule 20: the period that it is part of, unless it is its own.
        var shownIn: Int?
        /// Rule 20: the period whose seats it adds to.
        var base: Int?
        // The result of rules 12 to 19.
        var neverRan = false
        var end = 0.0
        var isEnded = false
        /// The date at which rules 13 to 17 ended the period, even if the period is void.
        var endedAt = Double.infinity
        var isEndedBySuccessor = false

        init(copies: [ModelRow], isAddition: Bool) {
            (self.copies, self.isAddition) = (copies, isAddition)
            var latest: [ModelRow] = []
            for copy in copies where !latest.contains(where: { $0.form == copy.form }) { latest.append(copy) }
            self.latest = latest
            let types = (latest + copies).compactMap(\.type)
            type = types.first { !isUnknown($0) } ?? types.first
        }
    }

    package struct Info {
        package let info: ModelRenewal
        var subject = Subject.none
    }

    enum Subject: Equatable {
        case period(Int)
        case unseen, none
    }

    package var purchases: [Purchase] = []
    /// The periods of each subscription, in the order of the ledger.
    package var subscriptions: [[Int]] = []
    /// The infos of each subscription, in the order of rule 22.
    package var infos: [[Info]] = []
    /// The applicable statuses of each subscription (rule 23).
    var statuses: [[ModelSignedStatus]] = []
    /// The GRACE_PERIOD_EXPIRED notifications of each subscription.
    var graceEnds: [[ModelSignedStatus]] = []
    /// The dates when another subscription took over (rule 19), in order, for each subscription.
    var takeovers: [[Double]] = []
    var receipts: [ModelReceipt] = []
    let isXcode: Bool
    let isSandbox: Bool
    /// The caller's duration of non-renewing subscriptions.
    package var lasting: (Purchase) -> Double? = { _ in nil }

    package init(_ evidence: [VerifiedEvidence], isXcode: Bool = false) {
        self.isXcode = isXcode
        isSandbox = evidence.first?.environment == .sandbox
        let read = ModelEvidence(evidence)
        receipts = read.receipts
        join(Self.distinct(read.rows))
        collectSubscriptions()
        for position in subscriptions.indices { collect(read.renewals, read.statuses, position) }
        for position in subscriptions.indices { replace(position) }
        for position in subscriptions.indices { takeOver(position) }
        for position in subscriptions.indices {
            let own = subscriptions[position]
            for addition in own where purchases[addition].isAddition { seat(addition, own) }
            subscriptions[position] = own.filter { purchases[$0].shownIn == nil }
        }
        for position in subscriptions.indices {
            for number in self.infos[position].indices {
                self.infos[position][number].subject = subject(self.infos[position][number].info, position)
            }
        }
    }

    // MARK: Rules 1 to 10 and 20

    /// Rule 2: copies of one kind with the same bytes become one, with the date of the last.
    private static func distinct(_ copies: [ModelRow]) -> [ModelRow] {
        var distinct: [ModelRow] = []
        for copy in copies {
            if let same = distinct.firstIndex(where: { $0.form == copy.form && $0.encoding == copy.encoding }) {
                distinct[same].date = max(distinct[same].date, copy.date)
            } else {
                distinct.append(copy)
            }
        }
        return distinct
    }

    /// Rule 2: returns whether one copy is preferred to another.
    private static func isPreferred(_ a: ModelRow, _ b: ModelRow) -> Bool {
        if a.date != b.date { return a.date > b.date }
        let (first, second) = (a.originallyPurchased ?? -.infinity, b.originallyPurchased ?? -.infinity)
        if first != second { return first > second }
        let (revoked, other) = (a.revoked ?? -.infinity, b.revoked ?? -.infinity)
        if revoked != other { return revoked > other }
        if a.form != b.form { return a.form.rawValue > b.form.rawValue }
        return shorterOrLess(b.encoding, a.encoding)
    }

    /// Rule 20: returns whether a copy shows a separate purchase that isn't joined by line item.
    private static func addsSeats(_ copy: ModelRow, _ copies: [ModelRow]) -> (isAddition: Bool, isUnlined: Bool) {
        let others = copies.filter { same($0.product, copy.product) && same($0.chain, copy.chain) }
        func hasReason(_ copy: ModelRow) -> Bool {
            others.contains { same($0.transaction, copy.transaction) && $0.isSeatAddition }
        }
        let marked = others.filter { same($0.transaction, copy.transaction) && $0.isSeatAddition && $0.webOrder != 0 }
        for mark in marked
        where others.contains(where: { $0.webOrder == mark.webOrder && $0.purchased < copy.purchased }) {
            return (true, true)
        }
        guard let expires = copy.expires else { return (false, false) }
        let together = others.filter { $0.expires == expires }
        guard together.contains(where: hasReason) else { return (false, false) }
        /// Returns the earliest copy. If several are in the same second, one without the reason comes first.
        func earliest(_ hasReason: (ModelRow) -> Bool) -> ModelRow {
            var earliest = together[0]
            for other in together {
                let first = (other.purchased, hasReason(other) ? 1 : 0)
                let least = (earliest.purchased, hasReason(earliest) ? 1 : 0)
                if first < least || first == least && isLess(other.transaction, earliest.transaction) {
                    earliest = other
                }
            }
            return earliest
        }
        // The library checks each copy's own reason here, and all copies of a transaction there.
        let joined = earliest(\.isSeatAddition)
        let began = earliest(hasReason)
        let isUnlined =
            !same(copy.transaction, joined.transaction) && (hasReason(copy) || copy.purchased > joined.purchased)
        return (!same(copy.transaction, began.transaction), isUnlined)
    }

    /// Rules 1 and 6.
    private mutating func join(_ copies: [ModelRow]) {
        let adds = copies.map { Self.addsSeats($0, copies) }
        func areOne(_ first: Int, _ second: Int) -> Bool {
            let (a, b) = (copies[first], copies[second])
            if isXcode {
                if a.form != b.form { return false }
                if a.form != .transaction { return a.encoding == b.encoding }
                return same(a.transaction, b.transaction) && same(a.product, b.product) && a.purchased == b.purchased
            }
            if same(a.transaction, b.transaction), same(a.product, b.product) { return true }
            guard same(a.chain, b.chain) else { return false }
            if a.webOrder != 0, a.webOrder == b.webOrder, !adds[first].isUnlined, !adds[second].isUnlined {
                return true
            }
            return !isPeriod(a.type, a.expires) && !isPeriod(b.type, b.expires) && same(a.product, b.product)
        }
        var sets = Array(copies.indices)
        for first in copies.indices {
            for second in copies.indices where sets[first] != sets[second] && areOne(first, second) {
                let (from, to) = (sets[second], sets[first])
                for position in sets.indices where sets[position] == from { sets[position] = to }
            }
        }
        for name in Set(sets) {
            let members = copies.indices.filter { sets[$0] == name }
            let sorted = members.map { copies[$0] }.sorted(by: Self.isPreferred)
            let isAddition = members.allSatisfy { adds[$0].isAddition }
            purchases.append(Purchase(copies: sorted, isAddition: isAddition))
        }
        purchases.sort(by: Self.isBefore)
    }

    /// Rule 6.
    private static func isBefore(_ a: Purchase, _ b: Purchase) -> Bool {
        if a.purchased != b.purchased { return a.purchased < b.purchased }
        let (first, second) = (a.expires ?? .infinity, b.expires ?? .infinity)
        if first != second { return first < second }
        if !same(a.transaction, b.transaction) { return isLess(a.transaction, b.transaction) }
        if !same(a.product, b.product) { return isLess(a.product, b.product) }
        return shorterOrLess(a.preferred.encoding, b.preferred.encoding)
    }

    /// Rules 10 and 20.
    private mutating func collectSubscriptions() {
        let all = purchases.indices.filter { purchases[$0].isPeriod }
        var names: [[UInt8]] = []
        var members: [[Int]] = []
        for position in all {
            let name = subscriptionName(position)
            if let known = names.firstIndex(of: name) {
                members[known].append(position)
            } else {
                names.append(name)
                members.append([position])
            }
        }
        for own in members {
            for position in own where purchases[position].copies.contains(where: \.isSeatAddition) {
                purchases[position].isAddition = true
            }
            subscriptions.append(own)
        }
    }

    private func subscriptionName(_ position: Int) -> [UInt8] {
        let purchase = purchases[position]
        if isXcode, purchase.original == "0" { return [0] + Array(purchase.product.utf8) }
        return [1] + Array(purchase.original.utf8)
    }

    /// Rule 20: finds the period of an addition, and whether the addition is shown as part of it.
    private mutating func seat(_ addition: Int, _ own: [Int]) {
        let start = purchases[addition].start
        let last = own.last {
            $0 != addition && (!purchases[$0].isAddition || $0 < addition)
                && !purchases[$0].neverRan && same(purchases[$0].product, purchases[addition].product)
                && purchases[$0].start <= start
        }
        let base = last.flatMap { start < purchases[$0].expiration ? purchases[$0].base ?? $0 : nil }
        guard let base, !purchases[addition].neverRan else { return }
        purchases[addition].base = base
        var end = purchases[base].end
        for other in own where other < addition && purchases[other].base == base {
            end = max(end, purchases[other].end)
        }
        if purchases[addition].isVoid || max(purchases[addition].start, purchases[addition].end) <= end {
            purchases[addition].shownIn = base
        }
    }

    /// Returns all purchases of a subscription, including those shown as part of others.
    func members(_ subscription: Int) -> [Int] {
        purchases.indices.filter { position in
            subscriptions[subscription].contains(position)
                || purchases[position].shownIn.map { subscriptions[subscription].contains($0) } == true
        }
    }

    /// Rule 20: returns true if no known copy without the reason began the period of this purchase.
    func isLoneAddition(_ position: Int) -> Bool {
        let base = purchases[position].base.map { purchases[$0].transactions } ?? []
        let all = purchases[position].transactions + base
        return purchases[position].isAddition && !all.isEmpty && all.allSatisfy(\.isSeatAddition)
    }

    // MARK: Rules 22 and 23

    private mutating func collect(_ all: [ModelRenewal], _ signed: [ModelSignedStatus], _ subscription: Int) {
        func isOwn(_ name: String) -> Bool {
            subscriptions[subscription].contains { same(purchases[$0].original, name) }
                && !(isXcode && name == "0" && subscriptions[subscription].isEmpty)
        }
        var own: [ModelRenewal] = []
        for info in all where isOwn(info.chain) && !own.contains(where: { $0.encoding == info.encoding }) {
            own.append(info)
        }
        own.sort { $0.date != $1.date ? $0.date < $1.date : shorterOrLess($0.encoding, $1.encoding) }
        infos.append(own.map { Info(info: $0) })
        let numbers = signed.filter { isOwn($0.chain) && $0.code != nil }
        let order = [1, 4, 3, 2, 5]
        func rank(_ status: ModelSignedStatus) -> Int { status.code.flatMap(order.firstIndex) ?? 5 }
        statuses.append(
            numbers.filter { status in
                numbers.allSatisfy { $0.date != status.date || rank($0) >= rank(status) }
            }.sorted { $0.date < $1.date })
        graceEnds.append(signed.filter { isOwn($0.chain) && $0.isGraceExpired })
    }
}

let secondsOfDay = 86_400.0

func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
func isLess(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
func shorterOrLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
}

/// Rule 5.
func isPeriod(_ type: Int?, _ expires: Double?) -> Bool {
    if type == 3 { return true }
    return expires != nil && (type == nil || isUnknown(type))
}
func isUnknown(_ type: Int?) -> Bool { type.map { !(0...4).contains($0) } ?? false }

/// "Up to a date" includes the whole second of that date.
func isUpTo(_ time: Double, _ date: Double) -> Bool { time < date + 1 }

/// Rules 2 to 9, of one purchase.
extension RulesModel.Purchase {
    package var preferred: ModelRow { copies[0] }
    package var product: String { preferred.product }
    package var transaction: String { preferred.transaction }
    package var original: String { preferred.chain }
    var purchased: Double { preferred.purchased }

    private func field<T>(_ value: (ModelRow) -> T?) -> T? {
        for copy in latest { if let value = value(copy) { return value } }
        return nil
    }
    var latestTransaction: ModelRow? { copies.first { $0.form == .transaction } }

    var expires: Double? { field(\.expires) }
    var originallyPurchased: Double? { field(\.originallyPurchased) }
    package var ownership: String? { field(\.ownership) }
    var plan: String? { field(\.billingPlan) }
    var previous: String? { field(\.previous) }
    var isMember: Bool { ["FAMILY_SHARED", "ASSIGNED"].contains(ownership) }

    /// Rule 5.
    package var isPeriod: Bool { LedgerRulesModel.isPeriod(type, expires) }
    var isUnknownType: Bool { isUnknown(type) }

    /// Rule 7.
    package var start: Double {
        guard type == 0 || isUnknownType && expires == nil, let originallyPurchased else { return purchased }
        return min(purchased, originallyPurchased)
    }
    var expiration: Double { expires ?? purchased }

    /// Rule 8.
    package var revocationDate: Double? {
        for copy in copies {
            if copy.form == .transactionReceipt { continue }
            if type == 1, copy.form != .transaction { continue }
            if copy.form == .receipt, copy.isSandbox, copy.revoked == nil { continue }
            return copy.revoked
        }
        return nil
    }
    /// Rules 8 and 9.
    package var revocation: Double? {
        guard let date = revocationDate else { return nil }
        return type != 1 || isVoid(date) ? date : nil
    }
    private func revocationField<T>(_ value: (ModelRow) -> T?) -> T? {
        if type == 1 { return latestTransaction.flatMap(value) }
        return field(value)
    }
    private var revocationPercentage: Int? { revocationField(\.revocationPercentage) }
    var revocationReason: Int? { revocationField(\.revocationReason) }

    /// Rule 9.
    package var isVoid: Bool { revocationDate.map(isVoid) ?? false }

    private func isVoid(_ revocation: Double) -> Bool {
        if type != 1, revocation <= start || isPeriod && expiration <= start { return true }
        if type == 1, let percentage = revocationPercentage { return percentage == 100_000 }
        guard [nil, 0, 1].contains(revocationReason) else { return false }
        if let type = revocationField(\.revocationType) { return type == "REFUND_FULL" }
        let refunds = latestTransaction?.itemRefunds ?? []
        return upgraded == nil && !isMember && refunds.allSatisfy { $0 == "FULL" }
    }

    /// The end according to the purchase's own dates.
    var naturalEnd: Double { isVoid ? start : max(start, min(expiration, revocation ?? .infinity)) }
    /// Rule 55: true if it was a trial or had an introductory offer. Rule 58 is about trials that aren't known.
    var hadOffer: Bool {
        let wasTrial = field { $0.form == .receipt && !$0.isTrialUnknown ? $0.isTrial : nil } ?? false
        return wasTrial || field { $0.isIntroductory ? true : nil } ?? false
    }
    var isTrialUnknown: Bool { latest.allSatisfy(\.isTrialUnknown) }

    /// The date when it was upgraded.
    var upgraded: Double? { copies.filter(\.isUpgraded).map(\.date).min() }
    var isPurchaseByApple: Bool { copies.contains { $0.reason == "PURCHASE" } }
    var isRenewal: Bool { copies.contains { $0.reason == "RENEWAL" } }
    var transactions: [ModelRow] { copies.filter { $0.form == .transaction } }

    /// The date when it was charged ahead.
    var chargedAhead: Double? {
        guard isRenewal, takesPart else { return nil }
        return transactions.map(\.date).filter { start - secondsOfDay <= $0 && $0 < start }
            .min()
    }
    var isVoidedRenewal: Bool {
        guard isVoid else { return false }
        if isRenewal { return true }
        return !isPurchaseByApple && revocation.map { $0 <= start } == true
    }
    func isClean(_ copy: ModelRow) -> Bool { copy.revoked == nil && !copy.isUpgraded }
    /// True if a copy dated at or after its start is neither revoked nor upgraded.
    var isCleanFromStart: Bool { copies.contains { $0.date >= start && isClean($0) } }
    /// Rule 20: true if every transaction copy has the reason.
    var isLoneAddition: Bool { !transactions.isEmpty && transactions.allSatisfy(\.isSeatAddition) }
    /// True if the period takes part in rules 12 to 17.
    var takesPart: Bool { start < expiration }
}
