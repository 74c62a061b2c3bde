internal import ReceiptEssentials
internal import ReceiptFields

/// How a subscription goes on after an instant, as the renewal info says that is about the period then. StoreKit 2's words.
struct NextRenewal: Hashable, Sendable {
    var willAutoRenew: Bool?
    var autoRenewPreference: String?
    var renewalQuantity: Int?
    var commitmentWillAutoRenew: Bool?
    var commitmentAutoRenewPreference: String?
}

extension NextRenewal {
    init(_ renewal: RenewalInfoPayload) {
        let commitment = renewal.commitmentInfo
        willAutoRenew = renewal.willAutoRenew
        if willAutoRenew != false {
            (autoRenewPreference, renewalQuantity) = (renewal.autoRenewProductID, renewal.renewalQuantity)
        }
        commitmentWillAutoRenew = commitment?.willAutoRenew
        if commitmentWillAutoRenew != false { commitmentAutoRenewPreference = commitment?.autoRenewProductID }
    }

    /// For a line of a log.
    var words: String {
        guard let willAutoRenew else { return "" }
        return willAutoRenew
            ? ", renews" + (autoRenewPreference.map { " to \(Escaped.text($0))" } ?? "") : ", does not renew"
    }
}

extension NextRenewal: JSONObject {
    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("willAutoRenew", willAutoRenew)
        try sink.member("autoRenewPreference", autoRenewPreference)
        try sink.member("renewalQuantity", renewalQuantity)
        try sink.member("commitmentWillAutoRenew", commitmentWillAutoRenew)
        try sink.member("commitmentAutoRenewPreference", commitmentAutoRenewPreference)
    }
}
