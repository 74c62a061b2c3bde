public import ReceiptEssentials

/// The objects in a transaction.
extension TransactionPayload {
    /// A commitment for several billing periods, of which the transaction is one.
    public struct CommitmentInfo: MemberOwner, Sendable, Hashable {
        /// `billingPeriodNumber`: which of the billing periods this is, from 1.
        public internal(set) var billingPeriodNumber: Int?
        /// `totalBillingPeriods`: of the whole commitment.
        public internal(set) var totalBillingPeriods: Int?
        /// `commitmentExpiresDate`: when the commitment ends. Access ends with the payload's `expirationDate`.
        public internal(set) var expirationDate: Date?
        /// `commitmentPrice`: of the whole commitment, in units of the transaction's currency.
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

    /// What a purchase by the Advanced Commerce API consists of. Where a transaction has it, refunds stand here, by item, and not in
    /// `revocationType`.
    public struct AdvancedCommerceInfo: MemberOwner, Sendable, Hashable {
        /// `descriptors`: what the customer reads about it.
        public internal(set) var descriptors: AdvancedCommerce.Descriptors?
        /// `estimatedTax`, in units of the transaction's currency.
        public var estimatedTax: Decimal? { Price.units(estimatedTaxMilliunits) }
        package internal(set) var estimatedTaxMilliunits: Int64?
        /// `taxExclusivePrice`, in units of the transaction's currency.
        public var taxExclusivePrice: Decimal? { Price.units(taxExclusivePriceMilliunits) }
        package internal(set) var taxExclusivePriceMilliunits: Int64?
        /// `taxRate`: a decimal number as text, such as `0.15`.
        public internal(set) var taxRate: String?
        /// `taxCode`: Apple's code of the product's tax category, such as `C003-00-2`.
        public internal(set) var taxCode: String?
        /// `period`: of the subscription, as ISO 8601 writes it, such as `P1M`.
        public internal(set) var period: String?
        /// `requestReferenceId`: which request of the developer's server this answers.
        public internal(set) var requestReferenceID: String?
        /// `items`: what was bought.
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
