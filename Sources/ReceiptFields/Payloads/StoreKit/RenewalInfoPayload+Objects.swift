public import ReceiptEssentials

/// The objects in a renewal info.
extension RenewalInfoPayload {
    /// The renewal of a commitment to several billing periods.
    public struct CommitmentInfo: MemberOwner, Sendable, Hashable {
        /// `commitmentAutoRenewProductId`: the product of the next commitment.
        public internal(set) var autoRenewProductID: String?
        /// `commitmentAutoRenewStatus`: true if another commitment will follow; 1 or 0 in the payload. The payload's `willAutoRenew` is
        /// about the next billing period instead.
        public internal(set) var willAutoRenew: Bool?
        /// `commitmentRenewalBillingPlanType`: the billing plan of the next commitment.
        public internal(set) var renewalBillingPlanType: BillingPlanType?
        /// `commitmentRenewalDate`: the start of the next commitment.
        public internal(set) var renewalDate: Date?
        /// `commitmentRenewalPrice`: the price of the next commitment, in units of the renewal info's currency.
        public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
        package internal(set) var renewalPriceMilliunits: Int64?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("commitmentAutoRenewProductId", as: "autoRenewProductID", .text, .lenient, &autoRenewProductID)
            try visit("commitmentAutoRenewStatus", as: "willAutoRenew", .bit, .lenient, &willAutoRenew)
            try visit(
                "commitmentRenewalBillingPlanType", as: "renewalBillingPlanType", .text, .lenient,
                &renewalBillingPlanType)
            try visit("commitmentRenewalDate", as: "renewalDate", .milliseconds, .lenient, &renewalDate)
            try visit("commitmentRenewalPrice", as: "renewalPrice", .milliunits, .lenient, &renewalPriceMilliunits)
        }
    }

    /// The renewal of a purchase by the Advanced Commerce API.
    public struct AdvancedCommerceInfo: MemberOwner, Sendable, Hashable {
        /// `consistencyToken`: a value that a request to change the subscription must contain.
        public internal(set) var consistencyToken: String?
        /// `descriptors`: the text that the customer sees about the purchase.
        public internal(set) var descriptors: AdvancedCommerce.Descriptors?
        /// `period`: the period of the subscription in ISO 8601, such as `P1M`.
        public internal(set) var period: String?
        /// `requestReferenceId`: the identifier of your server's request that led to this.
        public internal(set) var requestReferenceID: String?
        /// `taxCode`: Apple's code for the product's tax category, such as `C003-00-2`.
        public internal(set) var taxCode: String?
        /// `items`: the items that will renew.
        public internal(set) var items: [AdvancedCommerce.Item]?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("consistencyToken", .text, .lenient, &consistencyToken)
            try visit("descriptors", .object, .lenient, &descriptors)
            try visit("period", .text, .lenient, &period)
            try visit("requestReferenceId", as: "requestReferenceID", .text, .lenient, &requestReferenceID)
            try visit("taxCode", .text, .lenient, &taxCode)
            try visit("items", .objects, .lenient, &items)
        }
    }
}
