public import ReceiptEssentials

/// The objects that the Advanced Commerce API adds to both transactions and renewal infos.
///
/// Use them for display and accounting; they neither give nor end access. Periods are ISO 8601 strings such as `P1M`.
public enum AdvancedCommerce {
    /// `descriptors`: the text that the customer sees about a purchase.
    public struct Descriptors: MemberOwner, Sendable, Hashable {
        /// `description`: a description of the purchase, from your server.
        public internal(set) var description: String?
        /// `displayName`: the name that the customer sees.
        public internal(set) var displayName: String?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("description", .text, .lenient, &description)
            try visit("displayName", .text, .lenient, &displayName)
        }
    }

    /// An item that was bought, or that will renew.
    public struct Item: MemberOwner, Sendable, Hashable {
        /// `SKU`: the developer's identifier of the item.
        public internal(set) var sku: String?
        /// `description`: a description of the item, from your server.
        public internal(set) var description: String?
        /// `displayName`: the name of the item that the customer sees.
        public internal(set) var displayName: String?
        /// `price`, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `offer`: the offer that applied, or that will apply.
        public internal(set) var offer: Offer?
        /// `priceIncreaseInfo`: a price increase, if one is coming. Only in renewal infos.
        public internal(set) var priceIncreaseInfo: PriceIncreaseInfo?
        /// `refunds`: the refunds of the item. Only in transactions.
        public internal(set) var refunds: [Refund]?
        /// `revocationDate`: the date on which this item of a transaction ended. The others continue.
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

    /// `offer`: a reduced price for a limited time.
    public struct Offer: MemberOwner, Sendable, Hashable {
        /// `period`: the length of one of its periods.
        public internal(set) var period: String?
        /// `periodCount`: the number of periods that it lasts.
        public internal(set) var periodCount: Int?
        /// `price`, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `reason`: the purpose of the offer.
        public internal(set) var reason: Reason?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("period", .text, .lenient, &period)
            try visit("periodCount", .number, .lenient, &periodCount)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("reason", .text, .lenient, &reason)
        }

        /// The purpose of an offer. An open set.
        public struct Reason: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The raw value in the payload.
            public let rawValue: String

            /// Creates a value from its raw value in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `ACQUISITION`: to win new customers.
            public static let acquisition = Reason(rawValue: "ACQUISITION")
            /// `WIN_BACK`: to win back customers who left.
            public static let winBack = Reason(rawValue: "WIN_BACK")
            /// `RETENTION`: to keep customers.
            public static let retention = Reason(rawValue: "RETENTION")
        }
    }

    /// An element of `refunds`, for one item. A refund revokes nothing: only its `revocationDate` ends an item.
    public struct Refund: MemberOwner, Sendable, Hashable {
        /// `refundAmount`, in units of the payload's currency.
        public var amount: Decimal? { Price.units(amountMilliunits) }
        package internal(set) var amountMilliunits: Int64?
        /// `refundDate`: the date of the refund, in milliseconds since 1970 in the payload.
        public internal(set) var date: Date?
        /// `refundType`: the extent of the refund.
        public internal(set) var type: RefundType?
        /// `refundReason`: the reason for the refund.
        public internal(set) var reason: Reason?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("refundAmount", as: "amount", json: "refundAmount", .milliunits, .lenient, &amountMilliunits)
            try visit("refundDate", as: "date", json: "refundDate", .milliseconds, .lenient, &date)
            try visit("refundType", as: "type", json: "refundType", .text, .lenient, &type)
            try visit("refundReason", as: "reason", json: "refundReason", .text, .lenient, &reason)
        }

        /// The extent of a refund. An open set.
        public struct RefundType: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The raw value in the payload.
            public let rawValue: String

            /// Creates a value from its raw value in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `FULL`: the whole price.
            public static let full = RefundType(rawValue: "FULL")
            /// `PRORATED`: the part of the price for the remaining time.
            public static let prorated = RefundType(rawValue: "PRORATED")
            /// `CUSTOM`: an amount that the developer chose.
            public static let custom = RefundType(rawValue: "CUSTOM")
        }

        /// The reason for a refund. An open set.
        public struct Reason: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The raw value in the payload.
            public let rawValue: String

            /// Creates a value from its raw value in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `UNINTENDED_PURCHASE`: the customer bought it by mistake.
            public static let unintendedPurchase = Reason(rawValue: "UNINTENDED_PURCHASE")
            /// `FULFILLMENT_ISSUE`: the customer didn't receive it.
            public static let fulfillmentIssue = Reason(rawValue: "FULFILLMENT_ISSUE")
            /// `UNSATISFIED_WITH_PURCHASE`: the customer wasn't satisfied.
            public static let unsatisfiedWithPurchase = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")
            /// `LEGAL`: a legal reason.
            public static let legal = Reason(rawValue: "LEGAL")
            /// `OTHER`: another reason.
            public static let other = Reason(rawValue: "OTHER")
            /// `MODIFY_ITEMS_REFUND`: the items of a subscription were changed.
            public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")
            /// `SIMULATE_REFUND_DECLINE`: a test in sandbox.
            public static let simulatedDecline = Reason(rawValue: "SIMULATE_REFUND_DECLINE")
        }
    }

    /// `priceIncreaseInfo`: a price increase of one item.
    public struct PriceIncreaseInfo: MemberOwner, Sendable, Hashable {
        /// `dependentSKUs`: the items whose prices increase together with it.
        public internal(set) var dependentSKUs: [String]?
        /// `price`: the increased price, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?
        /// `status`: the customer's consent.
        public internal(set) var status: Status?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("dependentSKUs", .texts, .lenient, &dependentSKUs)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("status", json: "priceIncreaseStatus", .text, .lenient, &status)
        }

        /// A customer's consent to a price increase. An open set.
        public struct Status: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The raw value in the payload.
            public let rawValue: String

            /// Creates a value from its raw value in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `SCHEDULED`: the customer hasn't been asked yet, or needn't be asked.
            public static let scheduled = Status(rawValue: "SCHEDULED")
            /// `PENDING`: the customer hasn't consented yet.
            public static let pending = Status(rawValue: "PENDING")
            /// `ACCEPTED`: the customer consented.
            public static let accepted = Status(rawValue: "ACCEPTED")
        }
    }
}
