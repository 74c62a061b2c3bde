internal import ReceiptEssentials
internal import ReceiptFields

/// A subscription's next renewal after an instant, from the renewal info about the period at that instant. The names are StoreKit 2's.
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

    /// The end of a description, such as ", renews to com.example.pro".
    var words: String {
        guard let willAutoRenew else { return "" }
        return willAutoRenew
            ? ", renews" + (autoRenewPreference.map { " to \(SafeText.quoted($0))" } ?? "") : ", does not renew"
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
