public import ReceiptEssentials

/// The seats of a multiseat subscription, in a transaction or in a renewal info.
public struct MultiSeatInfo: MemberOwner, Sendable, Hashable {
    /// `invitationManagement`: the party that invites members. Only in transactions.
    public let invitationManagement: InvitationManagement?
    /// `priceTiers`: the prices of a transaction's seats, in any order.
    public let priceTiers: [PriceTier]?
    /// `revokedSeatQuantity`: the number of seats that were refunded. Only in the purchaser's transaction. No member loses access because
    /// of it.
    public let revokedSeatQuantity: Int?
    /// `renewalPriceTiers`: the prices of the seats in the next period, in any order. Only in renewal infos.
    public let renewalPriceTiers: [PriceTier]?

    /// The total price of the transaction's seats, in units of its currency: the sum of price times quantity over the tiers. Nil if there
    /// are no tiers, or if one doesn't state its price or quantity.
    public var totalPrice: Decimal? { Price.units(priceTiers.flatMap(PriceTier.total)) }
    /// The total price of the seats in the next period, in units of the renewal info's currency. Nil under the same conditions as
    /// ``totalPrice``.
    public var renewalTotalPrice: Decimal? { Price.units(renewalPriceTiers.flatMap(PriceTier.total)) }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        invitationManagement = try row("invitationManagement", .text, .lenient, now?.invitationManagement)
        priceTiers = try row("priceTiers", .objects, .lenient, now?.priceTiers)
        revokedSeatQuantity = try row("revokedSeatQuantity", .number, .lenient, now?.revokedSeatQuantity)
        renewalPriceTiers = try row("renewalPriceTiers", .objects, .lenient, now?.renewalPriceTiers)
    }

    /// The party that invites members. An open set.
    public struct InvitationManagement: RawRepresentable, FieldValue, Hashable, Sendable {
        /// The raw value in the payload.
        public let rawValue: String

        /// Creates a value from its raw value in the payload.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `APPLE`: the App Store. Each member has a transaction, with the purchaser's quantity and tiers.
        public static let apple = InvitationManagement(rawValue: "APPLE")
        /// `DEVELOPER`: the app. Members have no transactions.
        public static let developer = InvitationManagement(rawValue: "DEVELOPER")
    }

    /// A number of seats with the same price.
    public struct PriceTier: MemberOwner, Sendable, Hashable {
        /// `price`: the price of one seat, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package let priceMilliunits: Int64?
        /// `quantity`: the number of seats.
        public let quantity: Int?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            priceMilliunits = try row("price", .milliunits, .lenient, now?.priceMilliunits)
            quantity = try row("quantity", .number, .lenient, now?.quantity)
        }

        /// Returns the total price of the tiers. Nil also if the total doesn't fit in 64 bits.
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
