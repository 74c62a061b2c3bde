/// What one piece of evidence says of one purchase: what the ledger's model is made of.
package struct ModelRow: Equatable, Sendable {
    /// The kinds of evidence. Of two at once that disagree, the last one here is verified.
    package enum Form: Int, Sendable {
        case transactionReceipt, receipt, transaction
    }

    package var form = Form.receipt
    /// When it was true.
    package var date = 0.0
    package var encoding: [UInt8] = []
    package var product = ""
    package var transaction = ""
    package var purchased = 0.0
    package var original: String?
    package var originallyPurchased: Double?
    /// Apple's number; 99 for a type that the library doesn't know.
    package var type: Int?
    package var expires: Double?
    package var webOrder: Int64 = 0
    package var revoked: Double?
    package var revocationType: String?
    package var revocationReason: Int?
    /// How much was refunded, in thousandths of a percent.
    package var revocationPercentage: Int?
    package var isUpgraded = false
    /// Apple's word for who began it: `PURCHASE` or `RENEWAL`.
    package var reason: String?
    package var isTrial = false
    /// Whether a row of a receipt doesn't say whether it was a trial.
    package var isTrialUnknown = false
    package var isIntroductory = false
    package var offer: String?
    /// Apple's word for who owns it.
    package var ownership: String?
    package var group: String?
    /// Apple's word for how the subscription is billed.
    package var billingPlan: String?
    /// The types of what was refunded of the items of an advanced-commerce purchase.
    package var itemRefunds: [String?] = []
    package var isSeatAddition = false
    /// Whether it says anything of seats.
    package var isMultiSeat = false
    package var quantity = 1
    package var revokedSeats = 0
    /// The subscription before a migration, or before a switch to or from a bundle.
    package var previous: String?
    package var isSandbox = false

    package init() {}

    package var chain: String { original ?? transaction }
    /// Rule 5.
    var isSubscription: Bool { isModelSubscription(type, expires) }
    /// Whether it neither revokes the purchase nor calls it upgraded.
    var isClean: Bool { revoked == nil && !isUpgraded }
}

/// An app receipt: it lists everything that was bought until it was created.
package struct ModelReceipt: Sendable {
    package var created = 0.0
    package var rows: [ModelRow] = []

    package init() {}
}

/// What a renewal info says of a subscription.
package struct ModelRenewal: Equatable, Sendable {
    package var chain = ""
    package var date = 0.0
    package var encoding: [UInt8] = []
    /// When the most recent purchase expires.
    package var renewalDate: Double?
    /// The product of the most recent purchase.
    package var product: String?
    package var isInRetry: Bool?
    package var grace: Double?
    package var willAutoRenew: Bool?
    /// Apple's number for why the subscription expired.
    package var intent: Int?
    package var preference = ""
    package var quantity: Int?
    package var commitmentWillAutoRenew: Bool?
    package var commitmentPreference: String?

    package init() {}

    var hasIntent: Bool { intent != nil }
    var isOff: Bool { willAutoRenew == false }

    func isLater(than other: ModelRenewal) -> Bool {
        date != other.date ? date > other.date : isShorterOrLess(other.encoding, encoding)
    }
}

/// The signed status of a notification, or its type GRACE_PERIOD_EXPIRED.
package struct ModelSignedStatus: Equatable, Sendable {
    package var date = 0.0
    /// From 1 to 5; nil for any other number.
    package var code: Int?
    package var isGraceExpired = false
    /// The original transaction that it is about.
    package var chain = ""
    /// The product of the info in it, else of its transaction.
    package var product: String?
    package var info: ModelRenewal?

    package init() {}
}

func isShorterOrLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
}

/// By bytes: `String` asks for canonical equivalence.
func isSameText(_ a: String, _ b: String) -> Bool { Array(a.utf8) == Array(b.utf8) }

let day = 86_400.0

/// Rule 5: what expires and is of no known other type.
func isModelSubscription(_ type: Int?, _ expires: Double?) -> Bool {
    if type == 3 { return true }
    return expires != nil && !isKnownOtherType(type)
}

func isKnownOtherType(_ type: Int?) -> Bool { type.map { [0, 1, 2, 4].contains($0) } ?? false }
func isUnknownType(_ type: Int?) -> Bool { type.map { !(0...4).contains($0) } ?? false }

/// Whether a date is not after the whole second of another one: dates of evidence are whole seconds, those asked about need not be.
func isUpTo(_ time: Double, _ last: Double) -> Bool { time < last + 1 }
