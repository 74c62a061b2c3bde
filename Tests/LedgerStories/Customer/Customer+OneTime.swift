/// Purchases other than auto-renewable subscriptions.
extension Customer {
    private mutating func once(_ product: StoryProduct, at date: Seconds, quantity: Int64 = 1, ownership: String) -> Int
    {
        let id = nextID()
        var purchase = StoryPurchase(
            id: id, original: id, product: product, subscription: nil, start: date, charged: date, originalDate: date)
        (purchase.quantity, purchase.ownership) = (quantity, ownership)
        purchases.append(purchase)
        note(date, "\(describe(purchases.count - 1)) bought")
        notices.append(
            StoryNotice(
                date: soon(date), type: "ONE_TIME_CHARGE", subtype: nil, purchase: purchases.count - 1,
                subscription: nil))
        features.insert(product.typeWord)
        return purchases.count - 1
    }

    private mutating func someday() -> Seconds { start + 100 + dice.below(horizon - start - 200) }

    /// Buys a permanent product, which is sometimes refunded and bought again, or restored on another device.
    mutating func own(_ product: StoryProduct) {
        let date = someday()
        let isShared = dice.chance(15)
        let bought = once(product, at: date, ownership: isShared ? "FAMILY_SHARED" : "PURCHASED")
        var last = date
        for _ in 0..<dice.below(3) {
            last += 100 + dice.below(100 * pace.day)
            guard last < horizon else { return }
            purchases[bought].restored.append(.init(from: last, value: nextID()))
            feature("restored")
        }
        last += 100 + dice.below(60 * pace.day)
        guard dice.chance(30), last < horizon else { return }
        if isShared {
            purchases[bought].revocation = .init(
                date: last, notified: last, type: last >= StoryEra.modern ? "FAMILY_REVOKE" : nil, isFull: false)
            note(last, "\(describe(bought)) is no longer shared")
            notices.append(
                StoryNotice(date: soon(last), type: "REVOKE", subtype: nil, purchase: bought, subscription: nil))
            return
        }
        refund(bought, of: nil, at: last)
        last += 100 + dice.below(30 * pace.day)
        guard last < horizon else { return }
        if dice.chance(30) {
            reverse(bought, of: nil, at: last)
        } else if dice.chance(40) {
            _ = once(product, at: last, ownership: "PURCHASED")
            feature("bought again")
        }
    }

    /// Buys consumables, some of which are refunded, completely or in part.
    mutating func spend() {
        for _ in 0..<1 + dice.below(4) {
            let quantity = dice.chance(50) ? 3 : Int64(1)
            let bought = once(StoryProduct.coins, at: someday(), quantity: quantity, ownership: "PURCHASED")
            let date = purchases[bought].start + 100 + dice.below(20 * pace.day)
            guard dice.chance(30), date < horizon else { continue }
            let isPart = quantity > 1 && date >= StoryEra.modern
            refund(bought, of: nil, at: date, percentage: isPart ? 33 : nil)
            if isPart {
                purchases[bought].revocation?.type = dice.chance(50) ? "REFUND_PRORATED" : "REFUND_FULL"
                feature("one of several refunded")
            }
        }
    }

    /// Buys passes, whose duration only the app knows.
    mutating func buyPasses() {
        for _ in 0..<1 + dice.below(3) {
            let bought = once(StoryProduct.pass, at: someday(), ownership: "PURCHASED")
            let date = purchases[bought].start + 100 + dice.below(20 * pace.day)
            if dice.chance(20), date < horizon { refund(bought, of: nil, at: date) }
        }
    }
}
