public import ReceiptEssentials

/// The objects in a transaction.
extension TransactionPayload {
    /// A commitment to several billing periods, one of which the transaction is for.
    public struct CommitmentInfo: MemberOwner, Sendable, Hashable {
        /// `billingPeriodNumber`: the number of this billing period, from 1.
        public internal(set) var billingPeriodNumber: Int?
        /// `totalBillingPeriods`: the number of billing periods in the commitment.
        public internal(set) var totalBillingPeriods: Int?
        /// `commitmentExpiresDate`: the end of the commitment. Access ends with the payload's `expirationDate`.
        public internal(set) var expirationDate: Date?
        /// `commitmentPrice`: the price of the whole commitment, in units of the transaction's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package internal(set) var priceMilliunits: Int64?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("billingPeriodNumber", .number, .lenient, in: 1...Int32.max, &billingPeriodNumber)
            try visit("totalBillingPeriods", .number, .lenient, in: 1...Int32.max, &totalBillingPeriods)
            try visit("commitmentExpiresDate", as: "expirationDate", .milliseconds, .lenient, &expirationDate)
            try visit("commitmentPrice", as: "price", .milliunits, .lenient, &priceMilliunits)
        }
    }

    /// The contents of a purchase by the Advanced Commerce API. If a transaction has them, they contain its refunds, by item, and
    /// `revocationType` doesn't.
    public struct AdvancedCommerceInfo: MemberOwner, Sendable, Hashable {
        /// `descriptors`: the text that the customer sees about the purchase.
        public internal(set) var descriptors: AdvancedCommerce.Descriptors?
        /// `estimatedTax`: the estimated tax, in units of the transaction's currency.
        public var estimatedTax: Decimal? { Price.units(estimatedTaxMilliunits) }
        package internal(set) var estimatedTaxMilliunits: Int64?
        /// `taxExclusivePrice`: the price without tax, in units of the transaction's currency.
        public var taxExclusivePrice: Decimal? { Price.units(taxExclusivePriceMilliunits) }
        package internal(set) var taxExclusivePriceMilliunits: Int64?
        /// `taxRate`: the tax rate, a decimal number as a string, such as `0.15`.
        public internal(set) var taxRate: String?
        /// `taxCode`: Apple's code for the product's tax category, such as `C003-00-2`.
        public internal(set) var taxCode: String?
        /// `period`: the period of the subscription in ISO 8601, such as `P1M`.
        public internal(set) var period: String?
        /// `requestReferenceId`: the identifier of your server's request that led to this.
        public internal(set) var requestReferenceID: String?
        /// `items`: the items that were bought.
        public internal(set) var items: [AdvancedCommerce.Item]?

        package static let table = FieldTable(of: Self.self)

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
}
