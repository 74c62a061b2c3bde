import ReceiptKit

/// Creates everything that Apple signs about a customer: notifications, evidence from the app, responses to a server's
/// requests, and receipts.
struct EvidenceMaker {
    private let customer: Customer
    private var dice: StoryDice
    private(set) var pieces: [StoryPiece] = []

    init(_ customer: Customer, seed: UInt64) throws {
        self.customer = customer
        dice = StoryDice(seed: seed ^ 0x5DEE_CE66)
        for (number, notice) in customer.notices.enumerated() { pieces.append(try signed(notice, number)) }
        try sendFromApp()
        if customer.place != .xcode {
            try answerServer()
            try makeReceipts()
        }
        pieces.sort { $0.date < $1.date }
        findNews()
    }

    // MARK: Evidence sent immediately

    private mutating func signed(_ notice: StoryNotice, _ number: Int) throws -> StoryPiece {
        // If renewal is turned off, grace ends in that exact second.
        let isExact = notice.type == "DID_CHANGE_RENEWAL_STATUS"
        let signing = Signing(
            customer: customer, date: notice.date, milliseconds: isExact ? 0 : dice.below(1000))
        let transaction = signing.transaction(notice.purchase)
        let name = "\(notice.type)\(notice.subtype.map { "/\($0)" } ?? "")"
        let renewalInfo = notice.subscription.flatMap { signing.renewalInfo($0) }
        let evidence =
            if let renewalInfo {
                customer.place == .xcode
                    ? try Verified.status(transaction, renewalInfo)
                    : try Verified.notification(signing.notification(notice, number: number), transaction, renewalInfo)
            } else {
                try Verified.transaction(transaction)
            }
        return StoryPiece(
            evidence: evidence, kind: .notification, date: notice.date,
            text: "\(name) of \(customer.describe(notice.purchase))",
            copies: [copy(notice.purchase, signing)],
            infos: notice.subscription.flatMap { info($0, signing) }.map { [$0] } ?? [],
            statuses: status(notice, signing).map { [$0] } ?? [])
    }

    private func status(_ notice: StoryNotice, _ signing: Signing) -> StoryPiece.Status? {
        guard customer.place != .xcode, let subscription = notice.subscription,
            let state = customer.subscriptions[subscription].state(at: notice.date)
        else { return nil }
        return StoryPiece.Status(
            subscription: subscription, latest: state.latest, date: notice.date, value: signing.status(subscription),
            isGraceOver: notice.type == "GRACE_PERIOD_EXPIRED")
    }

    /// Sends each purchase from the app, usually immediately, and sometimes a transaction found on the device.
    private mutating func sendFromApp() throws {
        for (index, purchase) in customer.purchases.enumerated() where !purchase.isRenewal && dice.chance(60) {
            try send(index, at: purchase.charged + 1 + dice.below(4))
        }
        for (index, purchase) in customer.purchases.enumerated() {
            for restoration in purchase.restored.indices {
                try send(index, at: purchase.restored[restoration].from + 2, restored: restoration)
            }
        }
        for _ in 0..<dice.below(8) {
            let date = someday()
            let bought = customer.purchases.indices.filter { customer.purchases[$0].charged <= date }
            if let index = dice.pick(bought) { try send(index, at: date) }
        }
    }

    private mutating func send(_ index: Int, at date: Seconds, restored: Int? = nil) throws {
        let signing = Signing(customer: customer, date: date, milliseconds: dice.below(1000))
        let transaction = signing.transaction(index, restored: restored)
        pieces.append(
            StoryPiece(
                evidence: try Verified.transaction(transaction), kind: .transaction, date: date,
                text: "transaction \(customer.describe(index))\(restored == nil ? "" : ", restored")",
                copies: [copy(index, signing)]))
    }

    private mutating func someday() -> Seconds {
        let first = customer.purchases.map(\.charged).min() ?? customer.start
        return dice.between(first + 1, customer.horizon - 1)
    }

    // MARK: Evidence on request

    /// Responds to *Get All Subscription Statuses* and *Get Transaction History*.
    private mutating func answerServer() throws {
        for _ in 0..<dice.below(4) { try askStatuses(at: someday()) }
        guard dice.chance(25) else { return }
        let date = someday()
        let signing = Signing(customer: customer, date: date, milliseconds: dice.below(1000))
        let indices = customer.purchases.indices.filter { customer.purchases[$0].charged <= date }
        let list = try indices.map { try Verified.transaction(signing.transaction($0)) }
        guard !list.isEmpty else { return }
        pieces.append(
            StoryPiece(
                evidence: .list(list), kind: .history, date: date, text: "history, transactions: \(list.count)",
                copies: indices.map { copy($0, signing) }))
    }

    private mutating func askStatuses(at date: Seconds) throws {
        let signing = Signing(customer: customer, date: date, milliseconds: dice.below(1000))
        let known = customer.subscriptions.indices.compactMap { index in
            customer.subscriptions[index].state(at: date).map { (index, $0.latest) }
        }
        let list = try known.compactMap { subscription, latest in
            try signing.renewalInfo(subscription).map { try Verified.status(signing.transaction(latest), $0) }
        }
        guard !list.isEmpty else { return }
        pieces.append(
            StoryPiece(
                evidence: .list(list), kind: .status, date: date, text: "statuses, subscriptions: \(list.count)",
                copies: known.map { copy($0.1, signing) }, infos: known.compactMap { info($0.0, signing) }))
    }

    private mutating func makeReceipts() throws {
        let receipts = Receipts(customer: customer)
        for _ in 0..<dice.below(4) {
            let (date, device) = (someday(), UInt8(1 + dice.below(3)))
            pieces.append(try receipts.receipt(at: date, device: device, isOther: false, &dice))
        }
        for _ in 0..<max(0, dice.below(6) - 3) {
            pieces.append(try receipts.receipt(at: someday(), device: 9, isOther: true, &dice))
        }
    }

    // MARK: Contents

    private func copy(_ index: Int, _ signing: Signing) -> StoryPiece.Copy {
        let purchase = customer.purchases[index]
        let revocation = purchase.revocation.flatMap { $0.holds(at: signing.date) ? $0 : nil }
        let isUpgraded = purchase.upgraded.map { $0 <= signing.date } ?? false
        let isTyped = revocation.map { signing.isTyped($0) || $0.reason > 1 } ?? false
        return StoryPiece.Copy(
            purchase: index, date: signing.date, isReceipt: false, isRevoked: revocation != nil,
            isTyped: isTyped || isUpgraded || purchase.ownership != "PURCHASED", isUpgraded: isUpgraded,
            end: purchase.end(at: signing.date))
    }

    private func info(_ subscription: Int, _ signing: Signing) -> StoryPiece.Info? {
        guard let state = customer.subscriptions[subscription].state(at: signing.date) else { return nil }
        return StoryPiece.Info(
            subscription: subscription, latest: state.latest, date: signing.date,
            renewalDate: signing.renewalDate(state.latest), preference: state.preference.id,
            willRenew: state.willRenew, isInRetry: state.isInRetry,
            grace: state.isGraceDateMissing ? nil : state.grace, hasIntent: state.intent != nil,
            isBilling: state.intent == 2)
    }

    /// Finds the facts that each piece states first.
    private mutating func findNews() {
        var known: Set<String> = []
        for index in pieces.indices {
            var news: Set<String> = []
            for copy in pieces[index].copies {
                let purchase = customer.purchases[copy.purchase]
                func state(_ word: String, _ isStated: Bool = true) {
                    if isStated, known.insert("\(word) \(copy.purchase)").inserted { news.insert(word) }
                }
                let isRecovery = customer.subscriptions.flatMap(\.graces).contains { $0.recovery == copy.purchase }
                state(isRecovery ? "recovery" : purchase.isRenewal ? "renewal" : "purchase")
                state("refund", copy.isRevoked)
                state("upgrade", copy.isUpgraded)
                state("extension", copy.end != purchase.ends.first?.value)
            }
            for info in pieces[index].infos {
                func state(_ word: String, _ isStated: Bool) {
                    if isStated, known.insert("\(word) \(info.latest)").inserted { news.insert(word) }
                }
                state("retry", info.isInRetry == true)
                state("grace", info.grace != nil)
                state("expiration", info.hasIntent && info.isInRetry != true)
                state("renewal off", !info.willRenew)
                state("next product", info.preference != customer.purchases[info.latest].product.id)
            }
            pieces[index].news = news
        }
    }
}
