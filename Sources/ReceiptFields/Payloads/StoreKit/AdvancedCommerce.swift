public import ReceiptEssentials

/// The objects that the Advanced Commerce API adds to both transactions and renewal infos.
///
/// Use them for display and accounting; they neither give nor end access. Periods are ISO 8601 strings such as `P1M`.
public enum AdvancedCommerce {
    /// `descriptors`: the text that the customer sees about a purchase.
    public struct Descriptors: MemberOwner, Sendable, Hashable {
        /// `description`: a description of the purchase, from your server.
        public let description: String?
        /// `displayName`: the name that the customer sees.
        public let displayName: String?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            description = try row("description", .text, .lenient, now?.description)
            displayName = try row("displayName", .text, .lenient, now?.displayName)
        }
    }

    /// An item that was bought, or that will renew.
    public struct Item: MemberOwner, Sendable, Hashable {
        /// `SKU`: the developer's identifier of the item.
        public let sku: String?
        /// `description`: a description of the item, from your server.
        public let description: String?
        /// `displayName`: the name of the item that the customer sees.
        public let displayName: String?
        /// `price`, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package let priceMilliunits: Int64?
        /// `offer`: the offer that applied, or that will apply.
        public let offer: Offer?
        /// `priceIncreaseInfo`: a price increase, if one is coming. Only in renewal infos.
        public let priceIncreaseInfo: PriceIncreaseInfo?
        /// `refunds`: the refunds of the item. Only in transactions.
        public let refunds: [Refund]?
        /// `revocationDate`: the date on which this item of a transaction ended. The other items continue.
        public let revocationDate: Date?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            sku = try row("SKU", as: "sku", .text, .lenient, now?.sku)
            description = try row("description", .text, .lenient, now?.description)
            displayName = try row("displayName", .text, .lenient, now?.displayName)
            priceMilliunits = try row("price", .milliunits, .lenient, now?.priceMilliunits)
            offer = try row("offer", .object, .lenient, now?.offer)
            priceIncreaseInfo = try row("priceIncreaseInfo", .object, .lenient, now?.priceIncreaseInfo)
            refunds = try row("refunds", .objects, .lenient, now?.refunds)
            revocationDate = try row("revocationDate", .milliseconds, .lenient, now?.revocationDate)
        }
    }

    /// `offer`: a reduced price for a limited time.
    public struct Offer: MemberOwner, Sendable, Hashable {
        /// `period`: the length of one of the offer's periods.
        public let period: String?
        /// `periodCount`: the number of periods that the offer lasts.
        public let periodCount: Int?
        /// `price`, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package let priceMilliunits: Int64?
        /// `reason`: the purpose of the offer.
        public let reason: Reason?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            period = try row("period", .text, .lenient, now?.period)
            periodCount = try row("periodCount", .number, .lenient, now?.periodCount)
            priceMilliunits = try row("price", .milliunits, .lenient, now?.priceMilliunits)
            reason = try row("reason", .text, .lenient, now?.reason)
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

    /// An element of `refunds`, for one item. A refund by itself revokes nothing: an item ends only on the item's own `revocationDate`.
    public struct Refund: MemberOwner, Sendable, Hashable {
        /// `refundAmount`, in units of the payload's currency.
        public var amount: Decimal? { Price.units(amountMilliunits) }
        package let amountMilliunits: Int64?
        /// `refundDate`: the date of the refund, in milliseconds since 1970 in the payload.
        public let date: Date?
        /// `refundType`: the extent of the refund.
        public let type: RefundType?
        /// `refundReason`: the reason for the refund.
        public let reason: Reason?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            amountMilliunits = try row(
                "refundAmount", as: "amount", json: "refundAmount", .milliunits, .lenient, now?.amountMilliunits)
            date = try row("refundDate", as: "date", json: "refundDate", .milliseconds, .lenient, now?.date)
            type = try row("refundType", as: "type", json: "refundType", .text, .lenient, now?.type)
            reason = try row("refundReason", as: "reason", json: "refundReason", .text, .lenient, now?.reason)
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

            /// `UNINTENDED_PURCHASE`: the customer bought the item by mistake.
            public static let unintendedPurchase = Reason(rawValue: "UNINTENDED_PURCHASE")
            /// `FULFILLMENT_ISSUE`: the customer didn't receive the item.
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
        /// `dependentSKUs`: the items whose prices increase together with this item's.
        public let dependentSKUs: [String]?
        /// `price`: the increased price, in units of the payload's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package let priceMilliunits: Int64?
        /// `status`: the customer's consent.
        public let status: Status?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            dependentSKUs = try row("dependentSKUs", .texts, .lenient, now?.dependentSKUs)
            priceMilliunits = try row("price", .milliunits, .lenient, now?.priceMilliunits)
            status = try row("status", json: "priceIncreaseStatus", .text, .lenient, now?.status)
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
