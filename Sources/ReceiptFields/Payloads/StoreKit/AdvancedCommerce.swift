public import ReceiptEssentials

/// What the Advanced Commerce API adds to transactions and to renewal infos alike.
///
/// Use it for display and accounting: it gives and ends no access. Periods are ISO 8601 texts such as `P1M`.
public enum AdvancedCommerce {
    /// `descriptors`: what the customer reads about a purchase.
    public struct Descriptors: MemberOwner, Sendable, Hashable {
        /// `description`: what is bought, in words that your server chose.
        public internal(set) var description: String?
        /// `displayName`: its name, as the customer reads it.
        public internal(set) var displayName: String?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("description", .text, .lenient, &description)
            try visit("displayName", .text, .lenient, &displayName)
        }
    }

    /// One of the things that were bought, or that will renew.
    public struct Item: MemberOwner, Sendable, Hashable {
        /// `SKU`: the developer's identifier of it.
        public internal(set) var sku: String?
        /// `description`: what the item is, in words that your server chose.
        public internal(set) var description: String?
        /// `displayName`: the item's name, as the customer reads it.
        public internal(set) var displayName: String?
        /// `price`, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `offer`: the offer that applied, or that will.
        public internal(set) var offer: Offer?
        /// `priceIncreaseInfo`: a higher price, if there will be one. A renewal info has it.
        public internal(set) var priceIncreaseInfo: PriceIncreaseInfo?
        /// `refunds`: what was refunded of it. A transaction has them.
        public internal(set) var refunds: [Refund]?
        /// `revocationDate`: when this item of a transaction ended; the others go on.
        public internal(set) var revocationDate: Date?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("SKU", as: "sku", .text, .lenient, &sku)
            try visit("description", .text, .lenient, &description)
            try visit("displayName", .text, .lenient, &displayName)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("offer", .object, .lenient, &offer)
            try visit("priceIncreaseInfo", .object, .lenient, &priceIncreaseInfo)
            try visit("refunds", .objects, .lenient, &refunds)
            try visit("revocationDate", .milliseconds, .lenient, &revocationDate)
        }
    }

    /// `offer`: a lower price for some time.
    public struct Offer: MemberOwner, Sendable, Hashable {
        /// `period`: how long one of its periods lasts.
        public internal(set) var period: String?
        /// `periodCount`: how many periods it lasts.
        public internal(set) var periodCount: Int?
        /// `price`, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `reason`: what it is for.
        public internal(set) var reason: Reason?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("period", .text, .lenient, &period)
            try visit("periodCount", .number, .lenient, &periodCount)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("reason", .text, .lenient, &reason)
        }

        /// What an offer is for. An open set.
        public struct Reason: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The text in the payload.
            public let rawValue: String

            /// A value by its text in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `ACQUISITION`: to win customers
            public static let acquisition = Reason(rawValue: "ACQUISITION")
            /// `WIN_BACK`: to win those who left
            public static let winBack = Reason(rawValue: "WIN_BACK")
            /// `RETENTION`: to keep customers
            public static let retention = Reason(rawValue: "RETENTION")
        }
    }

    /// `refunds`: of one item. It revokes nothing: an item ends with its `revocationDate` alone.
    public struct Refund: MemberOwner, Sendable, Hashable {
        /// `refundAmount`, in units of the payload's currency.
        public var amount: Decimal? { Price.units(amountMilliunits) }
        package internal(set) var amountMilliunits: Int64?
        /// `refundDate`: when Apple refunded it, in milliseconds since 1970 in the payload.
        public internal(set) var date: Date?
        /// `refundType`: how much was refunded.
        public internal(set) var type: RefundType?
        /// `refundReason`: why.
        public internal(set) var reason: Reason?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("refundAmount", as: "amount", json: "refundAmount", .milliunits, .lenient, &amountMilliunits)
            try visit("refundDate", as: "date", json: "refundDate", .milliseconds, .lenient, &date)
            try visit("refundType", as: "type", json: "refundType", .text, .lenient, &type)
            try visit("refundReason", as: "reason", json: "refundReason", .text, .lenient, &reason)
        }

        /// How much was refunded. An open set.
        public struct RefundType: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The text in the payload.
            public let rawValue: String

            /// A value by its text in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `FULL`: the whole price
            public static let full = RefundType(rawValue: "FULL")
            /// `PRORATED`: the part for the time that was left
            public static let prorated = RefundType(rawValue: "PRORATED")
            /// `CUSTOM`: an amount that the developer chose
            public static let custom = RefundType(rawValue: "CUSTOM")
        }

        /// Why something was refunded. An open set.
        public struct Reason: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The text in the payload.
            public let rawValue: String

            /// A value by its text in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `UNINTENDED_PURCHASE`: the customer did not mean to buy it
            public static let unintendedPurchase = Reason(rawValue: "UNINTENDED_PURCHASE")
            /// `FULFILLMENT_ISSUE`: the customer did not get it
            public static let fulfillmentIssue = Reason(rawValue: "FULFILLMENT_ISSUE")
            /// `UNSATISFIED_WITH_PURCHASE`: the customer did not like it
            public static let unsatisfiedWithPurchase = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")
            /// `LEGAL`: for reasons of law
            public static let legal = Reason(rawValue: "LEGAL")
            /// `OTHER`: another reason
            public static let other = Reason(rawValue: "OTHER")
            /// `MODIFY_ITEMS_REFUND`: the items of a subscription were changed
            public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")
            /// `SIMULATE_REFUND_DECLINE`: a test in the sandbox
            public static let simulatedDecline = Reason(rawValue: "SIMULATE_REFUND_DECLINE")
        }
    }

    /// `priceIncreaseInfo`: a higher price of one item.
    public struct PriceIncreaseInfo: MemberOwner, Sendable, Hashable {
        /// `dependentSKUs`: the items whose prices rise with it.
        public internal(set) var dependentSKUs: [String]?
        /// `price`: the higher one, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `status`: whether the customer agreed.
        public internal(set) var status: Status?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("dependentSKUs", .texts, .lenient, &dependentSKUs)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("status", json: "priceIncreaseStatus", .text, .lenient, &status)
        }

        /// Whether a customer agreed to a higher price. An open set.
        public struct Status: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The text in the payload.
            public let rawValue: String

            /// A value by its text in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `SCHEDULED`: the customer was not asked yet, or need not be
            public static let scheduled = Status(rawValue: "SCHEDULED")
            /// `PENDING`: the customer has not agreed yet
            public static let pending = Status(rawValue: "PENDING")
            /// `ACCEPTED`: the customer agreed
            public static let accepted = Status(rawValue: "ACCEPTED")
        }
    }
}
