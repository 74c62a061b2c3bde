internal import ReceiptEssentials
internal import ReceiptFields

/// How a subscription goes on after an instant, as the renewal info says that is about the period then. StoreKit 2's words.
struct Outlook: Hashable, Sendable {
    var willAutoRenew: Bool?
    var autoRenewPreference: String?
    var renewalQuantity: Int?
    var commitmentWillAutoRenew: Bool?
    var commitmentAutoRenewPreference: String?
}

extension Subscription {
    func outlook(_ instant: TimeInterval) -> Boxed<Outlook> {
        if isSucceeded(instant) { return .some(Outlook(willAutoRenew: false)) }
        guard let renewal = renewal(instant) else { return .none }
        let commitment = renewal.commitmentInfo
        return .some(
            Outlook(
                willAutoRenew: renewal.willAutoRenew, autoRenewPreference: renewal.preference,
                renewalQuantity: renewal.willAutoRenew == false ? nil : renewal.renewalQuantity,
                commitmentWillAutoRenew: commitment?.willAutoRenew,
                commitmentAutoRenewPreference: commitment?.willAutoRenew == false
                    ? nil : commitment?.autoRenewProductID))
    }

    /// Whether another subscription that names this one as its predecessor has begun, and no period of this one since. Then the App
    /// Store renews this one no more.
    func isSucceeded(_ instant: TimeInterval) -> Bool {
        guard let succession = successions.last(where: { $0 <= instant }) else { return false }
        return latest(instant).map { periods[$0].start <= succession } ?? true
    }
}

extension Outlook: JSONObject {
    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("willAutoRenew", willAutoRenew)
        try sink.member("autoRenewPreference", autoRenewPreference)
        try sink.member("renewalQuantity", renewalQuantity)
        try sink.member("commitmentWillAutoRenew", commitmentWillAutoRenew)
        try sink.member("commitmentAutoRenewPreference", commitmentAutoRenewPreference)
    }
}
