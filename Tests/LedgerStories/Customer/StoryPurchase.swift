/// A transaction of the customer: the facts, and the dates from which Apple's server signs them.
package struct StoryPurchase: Sendable {
    struct Revocation: Sendable {
        /// `revocationDate`
        let date: Seconds
        /// The date from which it is signed.
        let notified: Seconds
        var type: String?
        var reason = 0
        var percentage: Int64?
        /// True if the whole price was refunded, so that the purchase is treated as never made.
        let isFull: Bool
        var reversed: Seconds?

        func holds(at time: Seconds) -> Bool { notified <= time && (reversed.map { time < $0 } ?? true) }
    }

    struct Dated<Value: Sendable>: Sendable {
        let from: Seconds
        let value: Value
    }

    package let id: String
    package let original: String
    package let product: StoryProduct
    /// The index in the customer's list of subscriptions.
    package let subscription: Int?
    package let start: Seconds
    /// The date when Apple charged for it, which may be before its start.
    let charged: Seconds
    let originalDate: Seconds
    var lineItem: Int64?
    var ownership = "PURCHASED"
    var isRenewal = false
    /// True if the customer came back after the subscription had ended.
    var isReturn = false
    /// The subscription that this one replaced, which all its transactions name from then on.
    var predecessor: Int?
    /// The transaction identifiers under which it was restored later.
    var restored: [Dated<String>] = []
    /// `expiresDate`, and its later extensions.
    var ends: [Dated<Seconds>] = []
    /// The date from which `isUpgraded` is signed.
    var upgraded: Seconds?
    /// The date when another product, plan or subscription replaced it.
    var replaced: Seconds?
    /// True if an upgrade began in its last hours and Apple marked only the renewal charged ahead as upgraded, as in
    /// 2020. Whether this period still gave access then is undefined.
    var isQuietlyReplaced: Bool { replaced != nil && upgraded == nil && revocation == nil && !isSucceeded }
    /// True if another subscription replaced it.
    var isSucceeded = false
    /// True if it was charged ahead and upgraded before it began.
    var isOvertaken = false
    var revocation: Revocation?
    var offer: (type: Int, discount: String)?
    var plan: String?
    /// The number of the billing period, of twelve, and the end of the commitment.
    var commitment: (number: Int64, end: Seconds)?
    var quantity: Int64 = 1
    /// True if it added seats to a team's earlier transaction.
    var isAddition = false
    /// The date from which the transaction has the reason of an addition.
    var additionReason: Seconds?
    var revokedSeats: [Dated<Int64>] = []

    package var end: Seconds? { ends.last?.value }

    func end(at time: Seconds) -> Seconds? { ends.last { $0.from <= time }?.value }

    var isRevoked: Bool { revocation.map { $0.reversed == nil } ?? false }

    /// Returns the time of access, as it is known in the end.
    func access(passLength: Seconds) -> (start: Seconds, end: Seconds)? {
        guard !isOvertaken, !isAddition else { return nil }
        var last: Seconds
        switch product.kind {
        case .consumable, .unknown: return nil
        case .nonConsumable: last = .max
        case .nonRenewing: last = start + passLength
        case .subscription: last = end ?? start
        }
        if let revocation, isRevoked { last = revocation.isFull ? start : min(last, revocation.date) }
        if let replaced { last = min(last, replaced) }
        return start < last ? (start, last) : nil
    }
}
