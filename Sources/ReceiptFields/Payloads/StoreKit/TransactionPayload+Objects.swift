public import ReceiptEssentials

/// The objects in a transaction.
extension TransactionPayload {
    /// A commitment to several billing periods, one of which the transaction is for.
    public struct CommitmentInfo: MemberOwner, Sendable, Hashable {
        /// `billingPeriodNumber`: the number of this billing period, from 1.
        public let billingPeriodNumber: Int?
        /// `totalBillingPeriods`: the number of billing periods in the commitment.
        public let totalBillingPeriods: Int?
        /// `commitmentExpiresDate`: the end of the commitment. Access ends with the payload's `expirationDate`.
        public let expirationDate: Date?
        /// `commitmentPrice`: the price of the whole commitment, in units of the transaction's currency.
        public var price: Decimal? { Price.units(priceMilliunits) }
        package let priceMilliunits: Int64?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            billingPeriodNumber = try row(
                "billingPeriodNumber", .number, .lenient, in: 1...Int32.max, now?.billingPeriodNumber)
            totalBillingPeriods = try row(
                "totalBillingPeriods", .number, .lenient, in: 1...Int32.max, now?.totalBillingPeriods)
            expirationDate = try row(
                "commitmentExpiresDate", as: "expirationDate", .milliseconds, .lenient, now?.expirationDate)
            priceMilliunits = try row("commitmentPrice", as: "price", .milliunits, .lenient, now?.priceMilliunits)
        }
    }

    /// The contents of a purchase made with the Advanced Commerce API. If a transaction has such contents, its refunds are listed here, by
    /// item, and not in `revocationType`.
    public struct AdvancedCommerceInfo: MemberOwner, Sendable, Hashable {
        /// `descriptors`: the text that the customer sees about the purchase.
        public let descriptors: AdvancedCommerce.Descriptors?
        /// `estimatedTax`: the estimated tax, in units of the transaction's currency.
        public var estimatedTax: Decimal? { Price.units(estimatedTaxMilliunits) }
        package let estimatedTaxMilliunits: Int64?
        /// `taxExclusivePrice`: the price without tax, in units of the transaction's currency.
        public var taxExclusivePrice: Decimal? { Price.units(taxExclusivePriceMilliunits) }
        package let taxExclusivePriceMilliunits: Int64?
        /// `taxRate`: the tax rate, a decimal number as a string, such as `0.15`.
        public let taxRate: String?
        /// `taxCode`: Apple's code for the product's tax category, such as `C003-00-2`.
        public let taxCode: String?
        /// `period`: the period of the subscription in ISO 8601, such as `P1M`.
        public let period: String?
        /// `requestReferenceId`: the identifier of the request by your server that led to this transaction.
        public let requestReferenceID: String?
        /// `items`: the items that were bought.
        public let items: [AdvancedCommerce.Item]?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            descriptors = try row("descriptors", .object, .lenient, now?.descriptors)
            estimatedTaxMilliunits = try row("estimatedTax", .milliunits, .lenient, now?.estimatedTaxMilliunits)
            taxExclusivePriceMilliunits = try row(
                "taxExclusivePrice", .milliunits, .lenient, now?.taxExclusivePriceMilliunits)
            taxRate = try row("taxRate", .text, .lenient, now?.taxRate)
            taxCode = try row("taxCode", .text, .lenient, now?.taxCode)
            period = try row("period", .text, .lenient, now?.period)
            requestReferenceID = try row(
                "requestReferenceId", as: "requestReferenceID", .text, .lenient, now?.requestReferenceID)
            items = try row("items", .objects, .lenient, now?.items)
        }
    }
}
