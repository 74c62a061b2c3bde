/// A transaction of the customer's: what is true of it, and from when on Apple's server says so.
package struct StoryPurchase: Sendable {
    struct Revocation: Sendable {
        /// `revocationDate`
        let date: Seconds
        /// From when on it is signed.
        let notified: Seconds
        var type: String?
        var reason = 0
        var percentage: Int64?
        /// Whether the whole price went back, so that the purchase counts as never made.
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
    /// Of the subscription in the customer's list.
    package let subscription: Int?
    package let start: Seconds
    /// When Apple charged for it, which may be before its start.
    let charged: Seconds
    let originalDate: Seconds
    var lineItem: Int64?
    var ownership = "PURCHASED"
    var isRenewal = false
    /// The customer came back after the subscription had ended.
    var isReturn = false
    /// The subscription that this one took the place of, which all its transactions name from then on.
    var predecessor: Int?
    /// Restored later, under transaction identifiers of their own.
    var restored: [Dated<String>] = []
    /// `expiresDate`, and what an extension made of it.
    var ends: [Dated<Seconds>] = []
    /// From when on `isUpgraded` is signed.
    var upgraded: Seconds?
    /// When another product, plan or subscription took its place.
    var replaced: Seconds?
    /// As in 2020: an upgrade began in its last hours, and Apple calls only the renewal upgraded that was charged ahead. Whether this one
    /// still gave access then is open.
    var isQuietlyReplaced: Bool { replaced != nil && upgraded == nil && revocation == nil && !isSucceeded }
    /// Another subscription took its place.
    var isSucceeded = false
    /// Charged ahead and upgraded before it began.
    var isOvertaken = false
    var revocation: Revocation?
    var offer: (type: Int, discount: String)?
    var plan: String?
    /// Which of twelve billing periods it is, and when the commitment ends.
    var commitment: (number: Int64, end: Seconds)?
    var quantity: Int64 = 1
    /// Of a team: seats were added to an earlier transaction.
    var isAddition = false
    /// From when on the transaction carries the reason of an addition.
    var additionReason: Seconds?
    var revokedSeats: [Dated<Int64>] = []

    package var end: Seconds? { ends.last?.value }

    func end(at time: Seconds) -> Seconds? { ends.last { $0.from <= time }?.value }

    var isRevoked: Bool { revocation.map { $0.reversed == nil } ?? false }

    /// When it gives access, as is known in the end.
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
