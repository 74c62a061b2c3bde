public import ReceiptEssentials

/// The objects in a renewal info.
extension RenewalInfoPayload {
    /// The renewal of a commitment to several billing periods.
    public struct CommitmentInfo: MemberOwner, Sendable, Hashable {
        /// `commitmentAutoRenewProductId`: the product of the next commitment.
        public let autoRenewProductID: String?
        /// `commitmentAutoRenewStatus`: true if another commitment will follow; 1 or 0 in the payload. The payload's `willAutoRenew` is
        /// about the next billing period instead.
        public let willAutoRenew: Bool?
        /// `commitmentRenewalBillingPlanType`: the billing plan of the next commitment.
        public let renewalBillingPlanType: BillingPlanType?
        /// `commitmentRenewalDate`: the start of the next commitment.
        public let renewalDate: Date?
        /// `commitmentRenewalPrice`: the price of the next commitment, in units of the renewal info's currency.
        public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
        package let renewalPriceMilliunits: Int64?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            autoRenewProductID = try row(
                "commitmentAutoRenewProductId", as: "autoRenewProductID", .text, .lenient, now?.autoRenewProductID)
            willAutoRenew = try row(
                "commitmentAutoRenewStatus", as: "willAutoRenew", .bit, .lenient, now?.willAutoRenew)
            renewalBillingPlanType = try row(
                "commitmentRenewalBillingPlanType", as: "renewalBillingPlanType", .text, .lenient,
                now?.renewalBillingPlanType)
            renewalDate = try row("commitmentRenewalDate", as: "renewalDate", .milliseconds, .lenient, now?.renewalDate)
            renewalPriceMilliunits = try row(
                "commitmentRenewalPrice", as: "renewalPrice", .milliunits, .lenient, now?.renewalPriceMilliunits)
        }
    }

    /// The renewal of a purchase made with the Advanced Commerce API.
    public struct AdvancedCommerceInfo: MemberOwner, Sendable, Hashable {
        /// `consistencyToken`: a value that a request to change the subscription must contain.
        public let consistencyToken: String?
        /// `descriptors`: the text that the customer sees about the purchase.
        public let descriptors: AdvancedCommerce.Descriptors?
        /// `period`: the period of the subscription in ISO 8601, such as `P1M`.
        public let period: String?
        /// `requestReferenceId`: the identifier of the request by your server that led to this renewal info.
        public let requestReferenceID: String?
        /// `taxCode`: Apple's code for the product's tax category, such as `C003-00-2`.
        public let taxCode: String?
        /// `items`: the items that will renew.
        public let items: [AdvancedCommerce.Item]?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            consistencyToken = try row("consistencyToken", .text, .lenient, now?.consistencyToken)
            descriptors = try row("descriptors", .object, .lenient, now?.descriptors)
            period = try row("period", .text, .lenient, now?.period)
            requestReferenceID = try row(
                "requestReferenceId", as: "requestReferenceID", .text, .lenient, now?.requestReferenceID)
            taxCode = try row("taxCode", .text, .lenient, now?.taxCode)
            items = try row("items", .objects, .lenient, now?.items)
        }
    }
}
