/// A subscription of the customer's: all transactions with one original transaction, and what Apple's server knew about renewal.
package struct StorySubscription: Sendable {
    /// What a renewal info says from a time on.
    struct State: Sendable {
        var from: Seconds
        /// The most recent transaction, which the renewal info is about.
        var latest: Int
        var preference: StoryProduct
        var plan: String?
        var willRenew = true
        /// Nil is left out, as Apple does while a period runs.
        var isInRetry: Bool?
        var grace: Seconds?
        /// Apple forgot the date of grace's end, as was reported once.
        var isGraceDateMissing = false
        /// Apple wrote that it doesn't retry, as was reported after trials.
        var isRetryHidden = false
        var intent: Int?
        /// The customer was asked to agree to a higher price, and did or didn't.
        var consent: Bool?
        var commitmentWillRenew: Bool?
        var renewalQuantity: Int64?
    }

    struct Grace: Sendable {
        let purchase: Int
        let start: Seconds
        let end: Seconds
        let isDateMissing: Bool
        /// The transaction that recovered it, if one did.
        var recovery: Int?
    }

    package let original: String
    let originalDate: Seconds
    let ownership: String
    package let group: String
    /// In the order in which Apple charged; additions of seats aside.
    var purchases: [Int] = []
    var states: [State] = []
    var graces: [Grace] = []
    /// The subscription before a migration or a bundle.
    let predecessor: Int?
    /// When the next one took its place.
    var succeeded: Seconds?
    let graceLength: Seconds?
    /// Whether Apple writes why it expired while it is in billing retry.
    let hasIntentInRetry: Bool

    func state(at time: Seconds) -> State? { states.last { $0.from <= time } }
}

/// A notification that Apple's server sends. In Xcode the app learns the same.
struct StoryNotice: Sendable {
    let date: Seconds
    let type: String
    let subtype: String?
    let purchase: Int
    let subscription: Int?
}
