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
            try visit("renewalQuantity", .number, .lenient, &renewalQuantity)
            try visit("renewalBillingPlanType", .text, .lenient, &renewalBillingPlanType)
            try visit("commitmentInfo", .object, .lenient, &commitmentInfo)
            try visit("advancedCommerceInfo", .object, .lenient, &advancedCommerceInfo)
            try visit("multiSeatInfo", .object, .lenient, &multiSeatInfo)
        }
    }

    /// How a commitment for several billing periods will go on.
    public struct CommitmentInfo: NestedObject, Sendable, Hashable {
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

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
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
    public struct AdvancedCommerceInfo: NestedObject, Sendable, Hashable {
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
        public internal(set) var items: [AdvancedCommerceItem]?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("consistencyToken", .text, .lenient, &consistencyToken)
            try visit("descriptors", .object, .lenient, &descriptors)
            try visit("period", .text, .lenient, &period)
            try visit("requestReferenceId", as: "requestReferenceID", .text, .lenient, &requestReferenceID)
            try visit("taxCode", .text, .lenient, &taxCode)
            try visit("items", .objects, .lenient, &items)
        }
    }

    /// One of the things that will renew.
    public struct AdvancedCommerceItem: NestedObject, Sendable, Hashable {
        /// `SKU`: the developer's identifier of it.
        public internal(set) var sku: String?
        /// `description`: what the item is, in words that your server chose.
        public internal(set) var description: String?
        /// `displayName`: the item's name, as the customer reads it.
        public internal(set) var displayName: String?
        /// `price`, in thousandths of the payload's currency.
        public internal(set) var priceMilliunits: Int64?
        /// `offer`: the offer that will apply.
        public internal(set) var offer: AdvancedCommerce.Offer?
        /// `priceIncreaseInfo`: a higher price, if there will be one.
        public internal(set) var priceIncreaseInfo: AdvancedCommerce.PriceIncreaseInfo?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("SKU", as: "sku", .text, .lenient, &sku)
            try visit("description", .text, .lenient, &description)
            try visit("displayName", .text, .lenient, &displayName)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("offer", .object, .lenient, &offer)
            try visit("priceIncreaseInfo", .object, .lenient, &priceIncreaseInfo)
        }
    }

    /// The seats of a multiseat subscription.
    public struct MultiSeatInfo: NestedObject, Sendable, Hashable {
        /// `renewalPriceTiers`: what the seats will cost, in any order. The price of all is the sum of price and quantity of each.
        public internal(set) var renewalPriceTiers: [PriceTier]?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("renewalPriceTiers", .objects, .lenient, &renewalPriceTiers)
        }
    }
}
