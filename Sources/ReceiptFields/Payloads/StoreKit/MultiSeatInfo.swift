public import ReceiptEssentials

/// The seats of a multiseat subscription, of a transaction or of a renewal info.
public struct MultiSeatInfo: MemberOwner, Sendable, Hashable {
    /// `invitationManagement`: who invites members. A transaction has it.
    public internal(set) var invitationManagement: InvitationManagement?
    /// `priceTiers`: what the seats of a transaction cost, in any order.
    public internal(set) var priceTiers: [PriceTier]?
    /// `revokedSeatQuantity`: how many of the seats were refunded; only the purchaser's transaction has it. No member loses access by it.
    public internal(set) var revokedSeatQuantity: Int?
    /// `renewalPriceTiers`: what the seats of the next period will cost, in any order. A renewal info has it.
    public internal(set) var renewalPriceTiers: [PriceTier]?

    /// What all seats of the transaction cost together: price times quantity of each tier, in units of its currency. Nil if there are no
    /// tiers, or one doesn't say its price or quantity.
    public var totalPrice: Decimal? { Price.units(priceTiers.flatMap(PriceTier.total)) }
    /// What all seats of the next period will cost together, in units of the renewal info's currency, or nil as in ``totalPrice``.
    public var renewalTotalPrice: Decimal? { Price.units(renewalPriceTiers.flatMap(PriceTier.total)) }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("invitationManagement", .text, .lenient, &invitationManagement)
        try visit("priceTiers", .objects, .lenient, &priceTiers)
        try visit("revokedSeatQuantity", .number, .lenient, &revokedSeatQuantity)
        try visit("renewalPriceTiers", .objects, .lenient, &renewalPriceTiers)
    }

    /// The party that invites members. An open set.
    public struct InvitationManagement: RawRepresentable, FieldValue, Hashable, Sendable {
        /// The text in the payload.
        public let rawValue: String

        /// A value by its text in the payload.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `APPLE`: the App Store; each member has a transaction, with the purchaser's quantity and tiers
        public static let apple = InvitationManagement(rawValue: "APPLE")
        /// `DEVELOPER`: the app; members have no transaction
        public static let developer = InvitationManagement(rawValue: "DEVELOPER")
    }

    /// Some seats, which have one price.
    public struct PriceTier: MemberOwner, Sendable, Hashable {
        /// `price`: of one seat, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `quantity`: the number of seats.
        public internal(set) var quantity: Int?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("quantity", .number, .lenient, &quantity)
        }

        /// Nil for a sum that 64 bits can't hold, too.
        fileprivate static func total(_ tiers: [PriceTier]) -> Int64? {
            var total: Int64?
            for tier in tiers {
                guard let price = tier.priceMilliunits, let quantity = tier.quantity else { return nil }
                let product = price.multipliedReportingOverflow(by: Int64(quantity))
                let sum = (total ?? 0).addingReportingOverflow(product.partialValue)
                if product.overflow || sum.overflow { return nil }
                total = sum.partialValue
            }
            return total
        }
    }
}
