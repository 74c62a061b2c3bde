public import ReceiptEssentials

/// The objects in a renewal info.
extension RenewalInfoPayload {
    /// How a commitment for several billing periods will go on.
    public struct CommitmentInfo: MemberOwner, Sendable, Hashable {
        /// `commitmentAutoRenewProductId`: the product of the next commitment.
        public internal(set) var autoRenewProductID: String?
        /// `commitmentAutoRenewStatus`: whether another commitment will follow; 1 or 0 in the payload. Whether the next billing period will,
        /// the payload's `willAutoRenew` says.
        public internal(set) var willAutoRenew: Bool?
        /// `commitmentRenewalBillingPlanType`: how the next commitment will be billed.
        public internal(set) var renewalBillingPlanType: BillingPlanType?
        /// `commitmentRenewalDate`: when the next commitment begins.
        public internal(set) var renewalDate: Date?
        /// `commitmentRenewalPrice`: of the next commitment, in units of the renewal info's currency.
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

    /// How a purchase by the Advanced Commerce API will go on.
    public struct AdvancedCommerceInfo: MemberOwner, Sendable, Hashable {
        /// `consistencyToken`: what a request to change the subscription must carry.
        public internal(set) var consistencyToken: String?
        /// `descriptors`: what the customer reads about it.
        public internal(set) var descriptors: AdvancedCommerce.Descriptors?
        /// `period`: of the subscription, as ISO 8601 writes it, such as `P1M`.
        public internal(set) var period: String?
        /// `requestReferenceId`: which request of the developer's server this answers.
        public internal(set) var requestReferenceID: String?
        /// `taxCode`: Apple's code of the product's tax category, such as `C003-00-2`.
        public internal(set) var taxCode: String?
        /// `items`: what will renew.
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
