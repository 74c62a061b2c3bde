/// An offer that a customer redeemed, or will at the next renewal.
public struct TransactionOffer: Hashable, Sendable {
    /// `offerType`: which kind of offer.
    public let type: OfferType
    /// `offerIdentifier`: of a promotional or win-back offer the identifier, of an offer code its reference name.
    public let id: String?
    /// `offerDiscountType`: how the offer is paid.
    public let paymentMode: PaymentMode?
    /// `offerPeriod`: how long it lasts, as ISO 8601 writes it, such as `P1M`.
    public let period: String?

    /// Which kind of offer. An open set.
    public struct OfferType: RawRepresentable, FieldValue, Hashable, Sendable {
        /// The number in the payload.
        public let rawValue: Int

        /// A value by its number in the payload.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// 1: for new customers
        public static let introductory = OfferType(rawValue: 1)
        /// 2: for those who were subscribed, signed by the app
        public static let promotional = OfferType(rawValue: 2)
        /// 3: an offer code
        public static let code = OfferType(rawValue: 3)
        /// 4: for those who left
        public static let winBack = OfferType(rawValue: 4)
        /// 5: for those who are about to leave
        public static let retention = OfferType(rawValue: 5)
    }

    /// How an offer is paid. An open set.
    public struct PaymentMode: RawRepresentable, FieldValue, Hashable, Sendable {
        /// The text in the payload.
        public let rawValue: String

        /// A value by its text in the payload.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `FREE_TRIAL`: not at all
        public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
        /// `PAY_AS_YOU_GO`: a lower price in each of some periods
        public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
        /// `PAY_UP_FRONT`: a lower price for some time at once
        public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
        /// `ONE_TIME`: a lower price, once
        public static let oneTime = PaymentMode(rawValue: "ONE_TIME")
    }
}

extension TransactionOffer {
    /// The members that make an offer, as far as they are there.
    struct Members: Hashable, Sendable {
        private var type: OfferType?
        private var id: String?
        private var paymentMode: PaymentMode?
        private var period: String?

        var offer: TransactionOffer? {
            type.map { TransactionOffer(type: $0, id: id, paymentMode: paymentMode, period: period) }
        }

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("offerType", partOf: "offer", .number, .lenient, &type)
            try visit("offerIdentifier", partOf: "offer", .text, .lenient, &id)
            try visit("offerDiscountType", partOf: "offer", .text, .lenient, &paymentMode)
            try visit("offerPeriod", partOf: "offer", .text, .lenient, &period)
        }
    }
}

/// Encoded like ``TransactionPayload``.
extension TransactionOffer: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("type", type.rawValue)
        try sink.member("id", id)
        try sink.member("paymentMode", paymentMode?.rawValue)
        try sink.member("period", period)
    }
}
