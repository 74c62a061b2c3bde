/// What one piece of evidence says of one purchase: what the ledger's model is made of.
package struct ModelRow: Equatable, Sendable {
    /// The kinds of evidence. Of two at once that disagree, the last one here is verified.
    package enum Form: Int, Sendable {
        case transactionReceipt, receipt, transaction
    }

    package var form = Form.receipt
    /// When it was true.
    package var told = 0.0
    package var encoding: [UInt8] = []
    package var product = ""
    package var transaction = ""
    package var purchased = 0.0
    package var original: String?
    package var originallyPurchased: Double?
    package var type: Int?
    package var expires: Double?
    package var webOrder: Int64 = 0
    package var revoked: Double?
    package var revocationType: String?
    package var revocationReason: Int?
    package var isUpgraded = false
    package var isRenewal = false
    package var isTrial = false
    package var isIntroductory = false
    package var offer: String?
    /// Apple's word for who owns it.
    package var ownership: String?
    /// The types of what was refunded of the items of an advanced-commerce purchase.
    package var itemRefunds: [String?] = []
    package var isSeatAddition = false
    /// Whether it says anything of seats.
    package var isMultiSeat = false
    package var quantity = 1
    package var revokedSeats = 0
    /// The subscription before a migration, or before a switch to or from a bundle.
    package var previous: String?

    package init() {}

    package var chain: String { original ?? transaction }
    var isSubscription: Bool { type == nil ? expires != nil : type == 3 }
}

/// What a renewal info says of a subscription.
package struct ModelRenewal: Sendable {
    package var chain = ""
    package var told = 0.0
    package var encoding: [UInt8] = []
    package var isInRetry: Bool?
    package var grace: Double?
    package var willAutoRenew: Bool?
    package var hasExpirationIntent = false
    package var preference = ""
    package var quantity: Int?
    package var commitmentWillAutoRenew: Bool?
    package var commitmentPreference: String?

    package init() {}
}

func isShorterOrLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
}

/// By bytes: `String` asks for canonical equivalence.
func isSameText(_ a: String, _ b: String) -> Bool { Array(a.utf8) == Array(b.utf8) }
