/// A simulated customer of the App Store: their purchases, what became of them, and the notifications that Apple's
/// server sent.
///
/// Everything follows from the seed. Only events that can occur in the App Store happen. No event happens at or after
/// the horizon, so the state from then on is undefined.
package struct Customer: Sendable {
    package let place: StoryPlace
    let pace: StoryPlace.Pace
    package let start: Seconds
    package let horizon: Seconds
    package internal(set) var purchases: [StoryPurchase] = []
    package internal(set) var subscriptions: [StorySubscription] = []
    var notices: [StoryNotice] = []
    /// The events as text.
    package internal(set) var log: [(date: Seconds, text: String)] = []
    /// The kinds of events, for counting.
    package internal(set) var features: Set<String> = []
    var dice: StoryDice
    /// Subscriptions that replaced others and still have to be simulated.
    private var begun: [Int] = []
    private var number: Int64

    package init(seed: UInt64) {
        dice = StoryDice(seed: seed)
        place = dice.pick(weighted: [(84, .production), (12, .sandbox), (4, .xcode)]) ?? .production
        pace = place.pace
        let oldest = StoryEra.oldest
        start =
            dice.chance(20)
            ? dice.between(oldest, StoryEra.renewalDates)
            : dice.chance(35)
                ? dice.between(StoryEra.renewalDates, StoryEra.modern)
                : dice.between(StoryEra.modern, StoryEra.modern + 300 * 86_400)
        horizon = start + pace.year + dice.below(2 * pace.year)
        number = dice.below(1_000_000) * 1_000
        buy()
        if purchases.isEmpty { subscribe(to: StoryProduct.usual.first, after: 1) }
        log.sort { $0.date < $1.date }
        notices.sort { $0.date < $1.date }
    }

    private mutating func buy() {
        if place == .xcode || !dice.chance(12) { subscribe(to: dice.pick(StoryProduct.usual), after: 30) }
        guard place != .xcode else { return }
        if dice.chance(12) { subscribe(to: dice.pick(StoryProduct.usual), ownership: "FAMILY_SHARED", after: 200) }
        if start >= StoryEra.modern {
            if dice.chance(15) { subscribe(to: dice.pick(StoryProduct.commitments), after: 60) }
            if dice.chance(12) { subscribe(to: StoryProduct.team, after: 60) }
            if dice.chance(6) { subscribe(to: StoryProduct.team, ownership: "ASSIGNED", after: 200) }
        }
        if start >= StoryEra.modern, dice.chance(8) { subscribe(to: StoryProduct.suite, after: 60) }
        if start >= StoryEra.modern, dice.chance(5) { own(StoryProduct.capsule) }
        if dice.chance(45) { own(StoryProduct.owned[0]) }
        if dice.chance(15) { own(StoryProduct.owned[1]) }
        if dice.chance(30) { spend() }
        if dice.chance(20) { buyPasses() }
    }

    private mutating func subscribe(to product: StoryProduct?, ownership: String = "PURCHASED", after days: Int64) {
        guard let product else { return }
        let date = start + 10 + dice.below(days * pace.day)
        guard date < horizon - 10 * pace.day else { return }
        begun = [begin(product, at: date, ownership: ownership)]
        while let next = begun.popLast() { live(next) }
    }

    /// Begins a new subscription with its first period.
    mutating func begin(
        _ product: StoryProduct, at date: Seconds, ownership: String = "PURCHASED", after predecessor: Int? = nil
    ) -> Int {
        let grace = dice.chance(70) ? dice.pick([3, 16, 28].map { $0 * pace.day }) : nil
        let original = nextID()
        subscriptions.append(
            StorySubscription(
                original: original, originalDate: date + (place == .xcode ? 0 : dice.below(6)), ownership: ownership,
                group: product.group ?? "", predecessor: predecessor, graceLength: grace,
                hasIntentInRetry: dice.chance(50)))
        let subscription = subscriptions.count - 1
        charge(product, of: subscription, start: date, charged: date, id: original) {
            if predecessor == nil, ownership == "PURCHASED", $1.chance(40), product.group == "10" {
                $0.offer = (1, $1.chance(70) ? "FREE_TRIAL" : "PAY_AS_YOU_GO")
            }
        }
        let isFirst = predecessor == nil
        notify(isFirst ? "SUBSCRIBED" : "MIGRATION", isFirst ? "INITIAL_BUY" : nil, subscription, soon(date))
        return subscription
    }

    mutating func alsoLive(_ subscription: Int) { begun.append(subscription) }

    /// Charges for a period, which becomes the latest.
    @discardableResult
    mutating func charge(
        _ product: StoryProduct, of subscription: Int, start: Seconds, charged: Seconds, id: String? = nil,
        isRenewal: Bool = false, plan: String? = nil,
        change: (inout StoryPurchase, inout StoryDice) -> Void = { _, _ in }
    ) -> Int {
        let own = subscriptions[subscription]
        var purchase = StoryPurchase(
            id: id ?? nextID(), original: own.original, product: product, subscription: subscription, start: start,
            charged: charged, originalDate: own.originalDate)
        purchase.ownership = own.ownership
        purchase.isRenewal = isRenewal
        purchase.predecessor = own.purchases.last.flatMap { purchases[$0].predecessor } ?? own.predecessor
        if place != .xcode { purchase.lineItem = 800_000_000_000_000 + number }
        if product.group == "20" { commit(&purchase, plan: plan) }
        if product.group == "30" { purchase.quantity = own.states.last?.renewalQuantity ?? 1 + dice.below(20) }
        change(&purchase, &dice)
        var length = product.length?.seconds(pace) ?? 0
        if purchase.plan == "MONTHLY" { length = pace.month }
        if purchase.offer?.type == 1 { length = pace.week }
        // Months follow California's local time.
        if place == .production, length > pace.week, dice.chance(10) { length += dice.chance(50) ? 3600 : -3600 }
        purchase.ends = [.init(from: charged, value: start + length)]
        purchases.append(purchase)
        let index = purchases.count - 1
        subscriptions[subscription].purchases.append(index)
        var state = StorySubscription.State(from: charged, latest: index, preference: product, plan: purchase.plan)
        if let commitment = purchase.commitment {
            // After the last of twelve periods, a new commitment begins, or the subscription ends.
            let goesOn = isRenewal && commitment.number > 1 ? own.states.last?.commitmentWillRenew ?? true : true
            state.commitmentWillRenew = goesOn
            state.willRenew = commitment.number < 12 || goesOn
        }
        set(subscription, state)
        note(charged, "\(describe(index)) charged, \(timestamp(start)) to \(timestamp(start + length))")
        return index
    }

    /// Begins a commitment: twelve months billed monthly, or a year at once.
    private mutating func commit(_ purchase: inout StoryPurchase, plan: String?) {
        let plan = plan ?? (dice.chance(75) ? "MONTHLY" : "BILLED_UPFRONT")
        purchase.plan = plan
        guard plan == "MONTHLY" else { return }
        purchase.commitment = (1, purchase.start + 12 * pace.month)
        let before = purchase.subscription.flatMap { subscriptions[$0].states.last }.map { purchases[$0.latest] }
        guard purchase.isRenewal, let before, before.plan == "MONTHLY", before.product == purchase.product,
            let commitment = before.commitment, commitment.number < 12
        else { return }
        purchase.commitment = (commitment.number + 1, commitment.end)
    }

    mutating func nextID() -> String {
        number += 1 + dice.below(3)
        return switch place {
        case .production: String(430_000_000_000_000 + number)
        case .sandbox: String(2_000_000_000_000_000 + number)
        case .xcode: String(number)
        }
    }

    /// Returns a date up to an hour later, like the delay of a notification.
    mutating func soon(_ date: Seconds) -> Seconds {
        date + (dice.chance(80) ? 1 + dice.below(3) : dice.below(pace.hour))
    }

    mutating func notify(
        _ type: String, _ subtype: String?, _ subscription: Int, _ date: Seconds, about purchase: Int? = nil
    ) {
        guard let latest = purchase ?? subscriptions[subscription].state(at: date)?.latest else { return }
        notices.append(
            StoryNotice(date: date, type: type, subtype: subtype, purchase: latest, subscription: subscription))
        features.insert(subtype.map { "\(type)/\($0)" } ?? type)
    }

    /// Sets the subscription's state from the state's date on.
    mutating func set(_ subscription: Int, _ state: StorySubscription.State) {
        subscriptions[subscription].states.append(state)
    }

    /// Changes the previous state from a date on.
    mutating func change(
        _ subscription: Int, at date: Seconds, _ change: (inout StorySubscription.State) -> Void
    ) {
        guard var state = subscriptions[subscription].states.last else { return }
        state.from = date
        change(&state)
        set(subscription, state)
    }

    mutating func note(_ date: Seconds, _ text: String) { log.append((date, text)) }

    mutating func feature(_ name: String) { features.insert(name) }

    func describe(_ purchase: Int) -> String {
        let own = purchases[purchase]
        let owner = own.ownership == "PURCHASED" ? "" : " \(own.ownership)"
        return
            "\(own.id) \(own.product.id)\(own.plan.map { " \($0)" } ?? "")\(owner)\(own.isRenewal ? " (renewal)" : "")"
    }
}
