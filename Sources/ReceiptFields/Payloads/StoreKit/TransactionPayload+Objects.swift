public import ReceiptEssentials

/// What few transactions have.
extension TransactionPayload {
    /// `previousOriginalTransactionId`: of the subscription before a migration, or before a switch to or from a bundle.
    public var previousOriginalTransactionID: String? { rare.value?.previousOriginalTransactionID }
    /// `additionalTransactionReason`: why there is another transaction for the same period.
    public var additionalTransactionReason: AdditionalTransactionReason? { rare.value?.additionalTransactionReason }
    /// `billingPlanType`: how the subscription is billed.
    public var billingPlanType: BillingPlanType? { rare.value?.billingPlanType }
    /// `commitmentInfo`: the commitment that the customer made for several billing periods.
    public var commitmentInfo: CommitmentInfo? { rare.value?.commitmentInfo }
    /// `advancedCommerceInfo`: of a purchase by the Advanced Commerce API.
    public var advancedCommerceInfo: AdvancedCommerceInfo? { rare.value?.advancedCommerceInfo }
    /// `multiSeatInfo`: of a multiseat subscription.
    public var multiSeatInfo: MultiSeatInfo? { rare.value?.multiSeatInfo }

    struct RareMembers: FieldOwner, Hashable, Sendable {
        fileprivate var previousOriginalTransactionID: String?
        fileprivate var additionalTransactionReason: AdditionalTransactionReason?
        fileprivate var billingPlanType: BillingPlanType?
        fileprivate var commitmentInfo: CommitmentInfo?
        fileprivate var advancedCommerceInfo: AdvancedCommerceInfo?
        fileprivate var multiSeatInfo: MultiSeatInfo?

        static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit(
                "previousOriginalTransactionId", as: "previousOriginalTransactionID", .text, .lenient,
                &previousOriginalTransactionID)
            try visit("additionalTransactionReason", .text, .lenient, &additionalTransactionReason)
            try visit("billingPlanType", .text, .lenient, &billingPlanType)
            try visit("commitmentInfo", .object, .lenient, &commitmentInfo)
            try visit("advancedCommerceInfo", .object, .lenient, &advancedCommerceInfo)
            try visit("multiSeatInfo", .object, .lenient, &multiSeatInfo)
        }
    }

    /// A commitment for several billing periods, of which the transaction is one.
    public struct CommitmentInfo: NestedObject, Sendable, Hashable {
        /// `billingPeriodNumber`: which of the billing periods this is, from 1.
        public internal(set) var billingPeriodNumber: Int?
        /// `totalBillingPeriods`: of the whole commitment.
        public internal(set) var totalBillingPeriods: Int?
        /// `commitmentExpiresDate`: when the commitment ends. Access ends with the payload's `expirationDate`.
        public internal(set) var expirationDate: Date?
        /// `commitmentPrice`: of the whole commitment, in thousandths of the payload's currency.
        public internal(set) var priceMilliunits: Int64?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("billingPeriodNumber", .number, .lenient, in: 1...Int32.max, &billingPeriodNumber)
            try visit("totalBillingPeriods", .number, .lenient, in: 1...Int32.max, &totalBillingPeriods)
            try visit("commitmentExpiresDate", as: "expirationDate", .milliseconds, .lenient, &expirationDate)
            try visit("commitmentPrice", as: "price", .milliunits, .lenient, &priceMilliunits)
        }
    }

    /// What a purchase by the Advanced Commerce API consists of. Where a transaction has it, refunds stand here, by item, and not in
    /// `revocationType`.
    public struct AdvancedCommerceInfo: NestedObject, Sendable, Hashable {
        /// `descriptors`: what the customer reads about it.
        public internal(set) var descriptors: AdvancedCommerce.Descriptors?
        /// `estimatedTax`, in thousandths of the payload's currency.
        public internal(set) var estimatedTaxMilliunits: Int64?
        /// `taxExclusivePrice`, in thousandths of the payload's currency.
        public internal(set) var taxExclusivePriceMilliunits: Int64?
        /// `taxRate`: a decimal number as text, such as `0.15`.
        public internal(set) var taxRate: String?
        /// `taxCode`: Apple's code of the product's tax category, such as `C003-00-2`.
        public internal(set) var taxCode: String?
        /// `period`: of the subscription, as ISO 8601 writes it, such as `P1M`.
        public internal(set) var period: String?
        /// `requestReferenceId`: which request of the developer's server this answers.
        public internal(set) var requestReferenceID: String?
        /// `items`: what was bought.
        public internal(set) var items: [AdvancedCommerceItem]?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("descriptors", .object, .lenient, &descriptors)
            try visit("estimatedTax", .milliunits, .lenient, &estimatedTaxMilliunits)
            try visit("taxExclusivePrice", .milliunits, .lenient, &taxExclusivePriceMilliunits)
            try visit("taxRate", .text, .lenient, &taxRate)
            try visit("taxCode", .text, .lenient, &taxCode)
            try visit("period", .text, .lenient, &period)
            try visit("requestReferenceId", as: "requestReferenceID", .text, .lenient, &requestReferenceID)
            try visit("items", .objects, .lenient, &items)
        }
    }

    /// One of the things that were bought.
    public struct AdvancedCommerceItem: NestedObject, Sendable, Hashable {
        /// `SKU`: the developer's identifier of it.
        public internal(set) var sku: String?
        /// `description`: what the item is, in words that your server chose.
        public internal(set) var description: String?
        /// `displayName`: the item's name, as the customer reads it.
        public internal(set) var displayName: String?
        /// `price`, in thousandths of the payload's currency.
        public internal(set) var priceMilliunits: Int64?
        /// `offer`: the offer that applied.
        public internal(set) var offer: AdvancedCommerce.Offer?
        /// `refunds`: what was refunded of it.
        public internal(set) var refunds: [AdvancedCommerce.Refund]?
        /// `revocationDate`: when this item ended; the others go on.
        public internal(set) var revocationDate: Date?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("SKU", as: "sku", .text, .lenient, &sku)
            try visit("description", .text, .lenient, &description)
            try visit("displayName", .text, .lenient, &displayName)
            try visit("price", .milliunits, .lenient, &priceMilliunits)
            try visit("offer", .object, .lenient, &offer)
            try visit("refunds", .objects, .lenient, &refunds)
            try visit("revocationDate", .milliseconds, .lenient, &revocationDate)
        }
    }

    /// The seats of a multiseat subscription.
    public struct MultiSeatInfo: NestedObject, Sendable, Hashable {
        /// `invitationManagement`: who invites members.
        public internal(set) var invitationManagement: InvitationManagement?
        /// `priceTiers`: what the seats cost, in any order. The price of all is the sum of price and quantity of each.
        public internal(set) var priceTiers: [PriceTier]?
        /// `revokedSeatQuantity`: how many of the seats were refunded; only the purchaser's transaction has it. No member loses access by it.
        public internal(set) var revokedSeatQuantity: Int?

        package static let table = FieldTable(of: Self.self)

        @inline(__always)
        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("invitationManagement", .text, .lenient, &invitationManagement)
            try visit("priceTiers", .objects, .lenient, &priceTiers)
            try visit("revokedSeatQuantity", .number, .lenient, &revokedSeatQuantity)
        }

        /// The party that invites members. An open set.
        public struct InvitationManagement: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The text in the payload.
            public let rawValue: String

            /// A value by its text in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `APPLE`: the App Store; each member has a transaction, with the purchaser's quantity and tiers
            public static let apple = InvitationManagement(rawValue: "APPLE")
            /// `DEVELOPER`: the app; members have no transaction
            public static let developer = InvitationManagement(rawValue: "DEVELOPER")
        }
    }
}

/// Some seats of a multiseat subscription, which have one price.
public struct PriceTier: NestedObject, Sendable, Hashable {
    /// `price`: of one seat, in thousandths of the payload's currency.
    public internal(set) var priceMilliunits: Int64?
    /// `quantity`: the number of seats.
    public internal(set) var quantity: Int?

    package static let table = FieldTable(of: Self.self)

    @inline(__always)
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("price", .milliunits, .lenient, &priceMilliunits)
        try visit("quantity", .number, .lenient, &quantity)
    }
}
