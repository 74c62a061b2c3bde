public import ReceiptEssentials

/// What few renewal infos have.
extension RenewalInfoPayload {
    /// `renewalQuantity`: how many seats of a multiseat subscription will renew.
    public var renewalQuantity: Int? { rare.value?.renewalQuantity }
    /// `renewalBillingPlanType`: how the subscription will be billed.
    public var renewalBillingPlanType: BillingPlanType? { rare.value?.renewalBillingPlanType }
    /// `commitmentInfo`: how the commitment will go on; there only during one.
    public var commitmentInfo: CommitmentInfo? { rare.value?.commitmentInfo }
    /// `advancedCommerceInfo`: of a purchase by the Advanced Commerce API.
    public var advancedCommerceInfo: AdvancedCommerceInfo? { rare.value?.advancedCommerceInfo }
    /// `multiSeatInfo`: of a multiseat subscription.
    public var multiSeatInfo: MultiSeatInfo? { rare.value?.multiSeatInfo }

    struct RareMembers: FieldOwner, Hashable, Sendable {
        fileprivate var renewalQuantity: Int?
        fileprivate var renewalBillingPlanType: BillingPlanType?
        fileprivate var commitmentInfo: CommitmentInfo?
        fileprivate var advancedCommerceInfo: AdvancedCommerceInfo?
        fileprivate var multiSeatInfo: MultiSeatInfo?

        static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit(Field("renewalQuantity", .number, .lenient), &renewalQuantity)
            try visit(Field("renewalBillingPlanType", .text, .lenient), &renewalBillingPlanType)
            try visit(Field("commitmentInfo", .object, .lenient), &commitmentInfo)
            try visit(Field("advancedCommerceInfo", .object, .lenient), &advancedCommerceInfo)
            try visit(Field("multiSeatInfo", .object, .lenient), &multiSeatInfo)
        }
    }

    /// How a commitment for several billing periods will go on.
    public struct CommitmentInfo: Sendable, Hashable {
        /// `commitmentAutoRenewProductId`: the product of the next commitment.
        public internal(set) var autoRenewProductID: String?
        /// `commitmentAutoRenewStatus`: whether another commitment will follow; 1 or 0 in the payload. Whether the next billing period will,
        /// the payload's `willAutoRenew` says.
        public internal(set) var willAutoRenew: Bool?
        /// `commitmentRenewalBillingPlanType`: how the next commitment will be billed.
        public internal(set) var renewalBillingPlanType: BillingPlanType?
        /// `commitmentRenewalDate`: when the next commitment begins.
        public internal(set) var renewalDate: Date?
        /// `commitmentRenewalPrice`: of the next commitment, in thousandths of the payload's currency.
        public internal(set) var renewalPriceMilliunits: Int64?
    }

    /// How a purchase by the Advanced Commerce API will go on.
    public struct AdvancedCommerceInfo: Sendable, Hashable {
        /// `consistencyToken`: what a request to change the subscription must carry.
        public internal(set) var consistencyToken: String?
        /// `descriptors`: what the customer reads about it.
        public internal(set) var descriptors: AdvancedCommerce.Descriptors?
        /// `period`: of the subscription, as ISO 8601 writes it, such as `P1M`.
        public internal(set) var period: String?
        /// `requestReferenceId`: which request of the developer's server this answers.
        public internal(set) var requestReferenceID: String?
        /// `taxCode`
        public internal(set) var taxCode: String?
        /// `items`: what will renew.
        public internal(set) var items: [AdvancedCommerceItem]?
    }

    /// One of the things that will renew.
    public struct AdvancedCommerceItem: Sendable, Hashable {
        /// `SKU`: the developer's identifier of it.
        public internal(set) var sku: String?
        /// `description`
        public internal(set) var description: String?
        /// `displayName`
        public internal(set) var displayName: String?
        /// `price`, in thousandths of the payload's currency.
        public internal(set) var priceMilliunits: Int64?
        /// `offer`: the offer that will apply.
        public internal(set) var offer: AdvancedCommerce.Offer?
        /// `priceIncreaseInfo`: a higher price, if there will be one.
        public internal(set) var priceIncreaseInfo: AdvancedCommerce.PriceIncreaseInfo?
    }

    /// The seats of a multiseat subscription.
    public struct MultiSeatInfo: Sendable, Hashable {
        /// `renewalPriceTiers`: what the seats will cost, in any order. The price of all is the sum of price and quantity of each.
        public internal(set) var renewalPriceTiers: [PriceTier]?
    }
}

extension RenewalInfoPayload.CommitmentInfo: NestedObject {
    package static let table = FieldTable(of: Self.self)

    @inline(__always)
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit(
            Field("commitmentAutoRenewProductId", as: "autoRenewProductID", .text, .lenient), &autoRenewProductID)
        try visit(Field("commitmentAutoRenewStatus", as: "willAutoRenew", .bit, .lenient), &willAutoRenew)
        try visit(
            Field("commitmentRenewalBillingPlanType", as: "renewalBillingPlanType", .text, .lenient),
            &renewalBillingPlanType)
        try visit(Field("commitmentRenewalDate", as: "renewalDate", .milliseconds, .lenient), &renewalDate)
        try visit(Field("commitmentRenewalPrice", as: "renewalPrice", .milliunits, .lenient), &renewalPriceMilliunits)
    }
}

extension RenewalInfoPayload.AdvancedCommerceInfo: NestedObject {
    package static let table = FieldTable(of: Self.self)

    @inline(__always)
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit(Field("consistencyToken", .text, .lenient), &consistencyToken)
        try visit(Field("descriptors", .object, .lenient), &descriptors)
        try visit(Field("period", .text, .lenient), &period)
        try visit(Field("requestReferenceId", as: "requestReferenceID", .text, .lenient), &requestReferenceID)
        try visit(Field("taxCode", .text, .lenient), &taxCode)
        try visit(Field("items", .objects, .lenient), &items)
    }
}

extension RenewalInfoPayload.AdvancedCommerceItem: NestedObject {
    package static let table = FieldTable(of: Self.self)

    @inline(__always)
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit(Field("SKU", as: "sku", .text, .lenient), &sku)
        try visit(Field("description", .text, .lenient), &description)
        try visit(Field("displayName", .text, .lenient), &displayName)
        try visit(Field("price", .milliunits, .lenient), &priceMilliunits)
        try visit(Field("offer", .object, .lenient), &offer)
        try visit(Field("priceIncreaseInfo", .object, .lenient), &priceIncreaseInfo)
    }
}

extension RenewalInfoPayload.MultiSeatInfo: NestedObject {
    package static let table = FieldTable(of: Self.self)

    @inline(__always)
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit(Field("renewalPriceTiers", .objects, .lenient), &renewalPriceTiers)
    }
}
