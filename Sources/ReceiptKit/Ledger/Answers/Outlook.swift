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

extension Outlook {
    init(_ renewal: RenewalInfoPayload) {
        let commitment = renewal.commitmentInfo
        willAutoRenew = renewal.willAutoRenew
        if willAutoRenew != false {
            (autoRenewPreference, renewalQuantity) = (renewal.autoRenewProductID, renewal.renewalQuantity)
        }
        commitmentWillAutoRenew = commitment?.willAutoRenew
        if commitmentWillAutoRenew != false { commitmentAutoRenewPreference = commitment?.autoRenewProductID }
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
