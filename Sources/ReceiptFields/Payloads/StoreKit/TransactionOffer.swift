/// An offer that a customer redeemed, or that applies to the next renewal.
public struct TransactionOffer: Hashable, Sendable {
    /// `offerType`: the type of the offer.
    public let type: OfferType
    /// `offerIdentifier`: the identifier of a promotional or win-back offer, or the reference name of an offer code.
    public let id: String?
    /// `offerDiscountType`: the payment mode of the offer.
    public let paymentMode: PaymentMode?
    /// `offerPeriod`: the duration of the offer in ISO 8601, such as `P1M`.
    public let period: String?

    /// The type of an offer. An open set.
    public struct OfferType: RawRepresentable, FieldValue, Hashable, Sendable {
        /// The raw value in the payload.
        public let rawValue: Int

        /// Creates a value from its raw value in the payload.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// 1: an introductory offer, for new customers.
        public static let introductory = OfferType(rawValue: 1)
        /// 2: a promotional offer, for current or former subscribers, signed by the app.
        public static let promotional = OfferType(rawValue: 2)
        /// 3: an offer code.
        public static let code = OfferType(rawValue: 3)
        /// 4: a win-back offer, for customers who left.
        public static let winBack = OfferType(rawValue: 4)
        /// 5: a retention offer, for customers who are about to leave.
        public static let retention = OfferType(rawValue: 5)
    }

    /// The payment mode of an offer. An open set.
    public struct PaymentMode: RawRepresentable, FieldValue, Hashable, Sendable {
        /// The raw value in the payload.
        public let rawValue: String

        /// Creates a value from its raw value in the payload.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `FREE_TRIAL`: the customer pays nothing.
        public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
        /// `PAY_AS_YOU_GO`: the customer pays a reduced price in each of several periods.
        public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
        /// `PAY_UP_FRONT`: the customer pays a reduced price for several periods at once.
        public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
        /// `ONE_TIME`: the customer pays a reduced price once.
        public static let oneTime = PaymentMode(rawValue: "ONE_TIME")
    }
}

extension TransactionOffer {
    /// Visits the members that make up an offer. Returns nil if they name no kind of offer.
    static func read<V: FieldVisitor & ~Escapable>(_ row: inout V) throws(V.Failure) -> TransactionOffer? {
        let type: OfferType? = try row("offerType", partOf: "offer", .number, .lenient, nil)
        let id: String? = try row("offerIdentifier", partOf: "offer", .text, .lenient, nil)
        let paymentMode: PaymentMode? = try row("offerDiscountType", partOf: "offer", .text, .lenient, nil)
        let period: String? = try row("offerPeriod", partOf: "offer", .text, .lenient, nil)
        return type.map { TransactionOffer(type: $0, id: id, paymentMode: paymentMode, period: period) }
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
