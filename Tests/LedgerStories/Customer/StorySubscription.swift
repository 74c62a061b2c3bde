/// A subscription of the customer: all transactions with one original transaction, and what Apple's server knew about
/// renewal.
package struct StorySubscription: Sendable {
    /// The contents of a renewal info from a date on.
    struct State: Sendable {
        var from: Seconds
        /// The most recent transaction, which is the renewal info's subject.
        var latest: Int
        var preference: StoryProduct
        var plan: String?
        var willRenew = true
        /// Nil omits it, as Apple does during a period.
        var isInRetry: Bool?
        var grace: Seconds?
        /// True if Apple omitted the end of grace, as was reported once.
        var isGraceDateMissing = false
        /// True if Apple wrote that it doesn't retry although it does, as was reported after trials.
        var isRetryHidden = false
        var intent: Int?
        /// The customer's answer to a price increase, if asked.
        var consent: Bool?
        var commitmentWillRenew: Bool?
        var renewalQuantity: Int64?
    }

    struct Grace: Sendable {
        let purchase: Int
        let start: Seconds
        let end: Seconds
        let isDateMissing: Bool
        /// The transaction that recovered it, if any.
        var recovery: Int?
    }

    package let original: String
    let originalDate: Seconds
    let ownership: String
    package let group: String
    /// The purchases in the order in which Apple charged, without additions of seats.
    var purchases: [Int] = []
    var states: [State] = []
    var graces: [Grace] = []
    /// The subscription before a migration or a bundle.
    let predecessor: Int?
    /// The date when the next subscription replaced this one.
    var succeeded: Seconds?
    let graceLength: Seconds?
    /// True if Apple writes the reason of the expiration during billing retry.
    let hasIntentInRetry: Bool

    func state(at time: Seconds) -> State? { states.last { $0.from <= time } }
}

/// A notification from Apple's server. In Xcode the app gets the same information.
struct StoryNotice: Sendable {
    let date: Seconds
    let type: String
    let subtype: String?
    let purchase: Int
    let subscription: Int?
}
