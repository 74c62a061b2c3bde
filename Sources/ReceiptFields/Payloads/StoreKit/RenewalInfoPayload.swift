public import ReceiptEssentials

/// The payload of a StoreKit 2 signed renewal info, which states whether and how a subscription renews (Apple:
/// `JWSRenewalInfoDecodedPayload`).
///
/// It names no app, so it is only meaningful together with its transaction. As with ``TransactionPayload``, a value of this type proves
/// nothing, and members that decisions depend on are strict.
public struct RenewalInfoPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    /// The errors of malformed members, whose properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `originalTransactionId`: the subscription that this is about.
    public internal(set) var originalTransactionID = ""
    /// `autoRenewProductId`: the product that the subscription will renew to.
    public internal(set) var autoRenewProductID = ""
    /// `productId`: the product of the current period.
    public internal(set) var productID: String?
    /// `autoRenewStatus`: true if the subscription will renew; 1 or 0 in the payload.
    public internal(set) var willAutoRenew: Bool?
    /// `isInBillingRetryPeriod`: true if the App Store retries the charge.
    public internal(set) var isInBillingRetry: Bool?
    /// `gracePeriodExpiresDate`: the end of the grace period, in which the customer keeps access while the App Store retries the charge.
    public internal(set) var gracePeriodExpirationDate: Date?
    /// `expirationIntent`: the reason why the subscription expired.
    public internal(set) var expirationReason: ExpirationReason?
    /// `priceIncreaseStatus`: true if the customer consented to a price increase, if consent was requested.
    public internal(set) var hasAgreedToPriceIncrease: Bool?
    var offerMembers = TransactionOffer.Members()
    /// `signedDate`: the date on which the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `environment`: the environment that signed this, as the payload spells it.
    public internal(set) var rawEnvironment = ""
    /// `environment`: the environment that signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `recentSubscriptionStartDate`: the start of the latest series of periods without a gap of 60 days.
    public internal(set) var recentSubscriptionStartDate: Date?
    /// `renewalDate`: the date of the next renewal.
    public internal(set) var renewalDate: Date?
    /// `currency`: the ISO 4217 code of the currency of ``renewalPrice``.
    public internal(set) var currency: String?
    /// `renewalPrice`: the price of the next period, in units of ``currency``.
    public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
    package internal(set) var renewalPriceMilliunits: Int64?
    /// `eligibleWinBackOfferIds`: the win-back offers that the customer may redeem.
    public internal(set) var eligibleWinBackOfferIDs: [String]?
    /// `appAccountToken`: the UUID that the app attached to the purchase.
    public internal(set) var appAccountToken: UUID?
    /// `appTransactionId`: an identifier that all purchases of one customer in one app share.
    public internal(set) var appTransactionID: String?
    /// `renewalQuantity`: the number of seats that a multiseat subscription renews with.
    public internal(set) var renewalQuantity: Int?
    /// `renewalBillingPlanType`: the billing plan after the renewal.
    public internal(set) var renewalBillingPlanType: BillingPlanType?
    /// `commitmentInfo`: the renewal of the commitment. Present only during a commitment.
    public internal(set) var commitmentInfo: CommitmentInfo?
    /// `advancedCommerceInfo`: details of a purchase by the Advanced Commerce API.
    public internal(set) var advancedCommerceInfo: AdvancedCommerceInfo?
    /// `multiSeatInfo`: the seats of a multiseat subscription.
    public internal(set) var multiSeatInfo: MultiSeatInfo?
    /// `deviceVerification`: the SHA-384 hash over the nonce and the device, 48 bytes. Present only in a renewal info from a device.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    var deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: the value that the hash's input begins with.
    public internal(set) var deviceVerificationNonce: UUID?

    /// The offer that applies to the next period. Nil if there is none.
    public var offer: TransactionOffer? { offerMembers.offer }
}

extension RenewalInfoPayload: Payload, Encodable {
    /// Decodes a payload without verifying its signature.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("originalTransactionId", as: "originalTransactionID", .text, .required, &originalTransactionID)
        try visit("autoRenewProductId", as: "autoRenewProductID", .text, .required, &autoRenewProductID)
        try visit("productId", as: "productID", .text, .lenient, &productID)
        try visit("autoRenewStatus", as: "willAutoRenew", .bit, .strict, &willAutoRenew)
        try visit("isInBillingRetryPeriod", as: "isInBillingRetry", .flag, .strict, &isInBillingRetry)
        try visit(
            "gracePeriodExpiresDate", as: "gracePeriodExpirationDate", .milliseconds, .strict,
            &gracePeriodExpirationDate)
        try visit("expirationIntent", as: "expirationReason", .number, .lenient, &expirationReason)
        try visit("priceIncreaseStatus", as: "hasAgreedToPriceIncrease", .bit, .lenient, &hasAgreedToPriceIncrease)
        try visit("signedDate", .milliseconds, .required, &signedDate)
        try visit("environment", .environment, .required, &rawEnvironment)
        try visit("recentSubscriptionStartDate", .milliseconds, .lenient, &recentSubscriptionStartDate)
        try visit("renewalDate", .milliseconds, .lenient, &renewalDate)
        try visit("currency", .text, .lenient, &currency)
        try visit("renewalPrice", .milliunits, .lenient, &renewalPriceMilliunits)
        try visit("eligibleWinBackOfferIds", as: "eligibleWinBackOfferIDs", .texts, .lenient, &eligibleWinBackOfferIDs)
        try visit("appAccountToken", .uuid, .lenient, &appAccountToken)
        try visit("appTransactionId", as: "appTransactionID", .text, .lenient, &appTransactionID)
        try visit("renewalQuantity", .number, .lenient, &renewalQuantity)
        try visit("renewalBillingPlanType", .text, .lenient, &renewalBillingPlanType)
        try visit("commitmentInfo", .object, .lenient, &commitmentInfo)
        try visit("advancedCommerceInfo", .object, .lenient, &advancedCommerceInfo)
        try visit("multiSeatInfo", .object, .lenient, &multiSeatInfo)
        try visit("deviceVerification", .base64, .lenient, &deviceVerificationOctets)
        try visit("deviceVerificationNonce", .uuid, .lenient, &deviceVerificationNonce)
        try offerMembers.eachField(&visit)
    }

    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        if let offer { try sink.member("offer", offer) }
    }
}
