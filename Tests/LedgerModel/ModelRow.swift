/// The contents of one piece of evidence about one purchase, from which the ledger's model is built.
package struct ModelRow: Equatable, Sendable {
    /// The kinds of evidence. If two copies with the same date disagree, the kind that is later in this list is
    /// preferred.
    package enum Form: Int, Sendable {
        case transactionReceipt, receipt, transaction
    }

    package var form = Form.receipt
    /// The date of the evidence.
    package var date = 0.0
    package var encoding: [UInt8] = []
    package var product = ""
    package var transaction = ""
    package var purchased = 0.0
    package var original: String?
    package var originallyPurchased: Double?
    /// Apple's number for the type; 99 for a type that the library doesn't know.
    package var type: Int?
    package var expires: Double?
    package var webOrder: Int64 = 0
    package var revoked: Double?
    package var revocationType: String?
    package var revocationReason: Int?
    /// The refunded share, in thousandths of a percent.
    package var revocationPercentage: Int?
    package var isUpgraded = false
    /// Apple's reason for the transaction: `PURCHASE` or `RENEWAL`.
    package var reason: String?
    package var isTrial = false
    /// True if it is a receipt's purchase without information about a trial.
    package var isTrialUnknown = false
    package var isIntroductory = false
    package var offer: String?
    /// Apple's name for the kind of ownership.
    package var ownership: String?
    package var group: String?
    /// Apple's name for the billing plan.
    package var billingPlan: String?
    /// The types of the item refunds of an advanced-commerce purchase.
    package var itemRefunds: [String?] = []
    package var isSeatAddition = false
    /// True if it contains information about seats.
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
    /// True if it is neither revoked nor marked as upgraded.
    var isClean: Bool { revoked == nil && !isUpgraded }
}

/// An app receipt. It lists everything that was bought until its creation.
package struct ModelReceipt: Sendable {
    package var created = 0.0
    package var rows: [ModelRow] = []

    package init() {}
}

/// The contents of a renewal info.
package struct ModelRenewal: Equatable, Sendable {
    package var chain = ""
    package var date = 0.0
    package var encoding: [UInt8] = []
    /// The expiration date of the most recent purchase.
    package var renewalDate: Double?
    /// The product of the most recent purchase.
    package var product: String?
    package var isInRetry: Bool?
    package var grace: Double?
    package var willAutoRenew: Bool?
    /// Apple's number for the reason of the expiration.
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
    /// The status, from 1 to 5, or nil for any other number.
    package var code: Int?
    package var isGraceExpired = false
    /// The original transaction that it is about.
    package var chain = ""
    /// The product of the nested info, or else of the transaction.
    package var product: String?
    package var info: ModelRenewal?

    package init() {}
}

func isShorterOrLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
}

/// Compares bytes, because `String` compares by canonical equivalence.
func isSameText(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

let day = 86_400.0

/// Rule 5: a purchase with an expiration date whose type isn't another known one.
func isModelSubscription(_ type: Int?, _ expires: Double?) -> Bool {
    if type == 3 { return true }
    return expires != nil && !isKnownOtherType(type)
}

func isKnownOtherType(_ type: Int?) -> Bool { type.map { [0, 1, 2, 4].contains($0) } ?? false }
func isUnknownType(_ type: Int?) -> Bool { type.map { !(0...4).contains($0) } ?? false }

/// Returns whether a date is not after the whole second of another. Dates of evidence are whole seconds; a question's
/// date may not be.
func isUpTo(_ time: Double, _ last: Double) -> Bool { time < last + 1 }
