/// Creates the evidence that Apple's server signs at a date.
struct Signing {
    let customer: Customer
    let date: Seconds
    let milliseconds: Int64

    private typealias Members = [(String, String?)]

    private static func object(_ members: Members) -> String {
        "{\(members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ","))}"
    }

    private func text(_ text: String) -> String { "\"\(text)\"" }

    private func time(_ seconds: Seconds) -> String { "\(seconds)000" }

    private var signedDate: String { String(date * 1000 + milliseconds) }

    private var isModern: Bool { date >= StoryEra.modern }

    private var hasRenewalDates: Bool { date >= StoryEra.renewalDates || customer.place == .xcode }

    func isTyped(_ revocation: StoryPurchase.Revocation) -> Bool { revocation.type != nil && isModern }

    /// - Parameter restored: The index of the restoration, if it is one.
    func transaction(_ index: Int, restored: Int? = nil) -> String {
        let own = customer.purchases[index]
        let restoration = restored.map { own.restored[$0] }
        let revocation = own.revocation.flatMap { $0.holds(at: date) ? $0 : nil }
        let isUpgraded = own.upgraded.map { $0 <= date } ?? false
        return Self.object(
            [
                ("transactionId", text(restoration?.value ?? own.id)), ("originalTransactionId", text(own.original)),
                ("webOrderLineItemId", customer.place == .xcode ? text("0") : own.lineItem.map { text(String($0)) }),
                ("bundleId", text(Verified.app)), ("productId", text(own.product.id)),
                ("subscriptionGroupIdentifier", own.product.group.map(text)),
                ("purchaseDate", time(restoration?.from ?? own.start)),
                ("originalPurchaseDate", time(own.originalDate)),
                ("expiresDate", own.end(at: date).map(time)), ("quantity", String(own.quantity)),
                ("type", text(own.product.typeWord)), ("inAppOwnershipType", text(own.ownership)),
                ("isUpgraded", isUpgraded ? "true" : customer.place == .xcode ? "false" : nil),
                ("signedDate", signedDate), ("environment", text(customer.place.rawValue)),
                ("revocationDate", revocation.map { time($0.date) }),
                ("revocationReason", revocation.map { String($0.reason) }),
                ("revocationType", revocation.flatMap { isTyped($0) ? $0.type.map(text) : nil }),
                ("revocationPercentage", revocation.flatMap { isTyped($0) ? $0.percentage.map { String($0) } : nil }),
                ("transactionReason", hasRenewalDates ? text(own.isRenewal ? "RENEWAL" : "PURCHASE") : nil),
                ("offerType", own.offer.map { String($0.type) }),
                ("offerDiscountType", own.offer.map { text($0.discount) }),
            ] + (isModern ? modern(own) : []))
    }

    private func modern(_ own: StoryPurchase) -> Members {
        let commitment = own.commitment.map {
            #"{"billingPeriodNumber":\#($0.number),"totalBillingPeriods":12,"commitmentExpiresDate":\#(time($0.end))}"#
        }
        let isAddition = own.additionReason.map { $0 <= date } ?? false
        let revokedSeats = own.revokedSeats.last { $0.from <= date }?.value ?? 0
        let isTeam = own.product.group == "30"
        let management = own.ownership == "ASSIGNED" ? "APPLE" : "DEVELOPER"
        let seats = own.ownership == "ASSIGNED" ? "" : #","revokedSeatQuantity":\#(revokedSeats)"#
        return [
            ("previousOriginalTransactionId", own.predecessor.map { text(customer.subscriptions[$0].original) }),
            ("billingPlanType", own.plan.map(text)), ("commitmentInfo", commitment),
            ("additionalTransactionReason", isAddition ? text("SEAT_ADDITION") : nil),
            ("multiSeatInfo", isTeam ? #"{"invitationManagement":"\#(management)"\#(seats)}"# : nil),
        ]
    }

    func renewalInfo(_ subscription: Int) -> String? {
        let own = customer.subscriptions[subscription]
        guard let state = own.state(at: date) else { return nil }
        let latest = customer.purchases[state.latest]
        let commitment = latest.commitment.flatMap { commitment in
            state.commitmentWillRenew.map {
                #"{"commitmentAutoRenewStatus":\#($0 ? 1 : 0),"commitmentAutoRenewProductId":"\#(state.preference.id)","#
                    + #""commitmentRenewalDate":\#(time(commitment.end))}"#
            }
        }
        return Self.object([
            ("originalTransactionId", text(own.original)), ("autoRenewProductId", text(state.preference.id)),
            ("productId", text(latest.product.id)), ("autoRenewStatus", state.willRenew ? "1" : "0"),
            ("isInBillingRetryPeriod", state.isInRetry.map { $0 && !isRetryHidden(state) ? "true" : "false" }),
            ("gracePeriodExpiresDate", state.isGraceDateMissing ? nil : state.grace.map(time)),
            ("expirationIntent", state.intent.map { String($0) }),
            ("priceIncreaseStatus", state.consent.map { $0 ? "1" : "0" }), ("signedDate", signedDate),
            ("environment", text(customer.place.rawValue)),
            ("recentSubscriptionStartDate", time(customer.purchases[own.purchases.first ?? 0].start)),
            ("renewalDate", renewalDate(state.latest).map(time)),
            ("renewalBillingPlanType", isModern ? state.plan.map(text) : nil),
            ("renewalQuantity", isModern ? state.renewalQuantity.map { String($0) } : nil),
            ("commitmentInfo", isModern ? commitment : nil),
        ])
    }

    private func isRetryHidden(_ state: StorySubscription.State) -> Bool {
        state.isRetryHidden && !state.isGraceDateMissing && state.grace.map { date < $0 } ?? false
    }

    /// Returns the expiration of the most recent transaction, which Apple includes only since a certain date.
    func renewalDate(_ latest: Int) -> Seconds? { hasRenewalDates ? customer.purchases[latest].end(at: date) : nil }

    /// - Parameter number: The number of the notification, for its UUID.
    func notification(_ notice: StoryNotice, number: Int) -> String {
        let digits = String(number, radix: 16)
        let uuid = "00000000-0000-4000-8000-\(String(repeating: "0", count: max(0, 12 - digits.count)))\(digits)"
        let data = Self.object([
            ("environment", text(customer.place.rawValue)), ("bundleId", text(Verified.app)),
            ("status", notice.subscription.map { String(status($0)) }),
        ])
        return Self.object([
            ("notificationType", text(notice.type)), ("subtype", notice.subtype.map(text)),
            ("notificationUUID", text(uuid)), ("version", text("2.0")), ("signedDate", signedDate), ("data", data),
        ])
    }

    /// Returns whether another period is running, because a renewal was charged ahead and refunded.
    private func isRunning(_ subscription: Int, but latest: Int) -> Bool {
        customer.subscriptions[subscription].purchases.contains { index in
            let own = customer.purchases[index]
            let end = own.end(at: date) ?? own.start
            return index != latest && own.start <= date && date < min(end, own.replaced ?? .max) && !own.isOvertaken
                && !(own.revocation?.holds(at: date) ?? false)
        }
    }

    /// Returns Apple's status code of a subscription.
    func status(_ subscription: Int) -> Int {
        guard let state = customer.subscriptions[subscription].state(at: date) else { return 2 }
        let latest = customer.purchases[state.latest]
        if latest.revocation?.holds(at: date) ?? false { return isRunning(subscription, but: state.latest) ? 1 : 5 }
        if let grace = state.grace, state.isInRetry == true, date < grace { return 4 }
        if state.isInRetry == true { return 3 }
        return latest.end(at: date).map { date < $0 } ?? false ? 1 : 2
    }
}
