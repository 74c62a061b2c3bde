public import ReceiptEssentials

/// What a signed renewal info of StoreKit 2 says: whether and how a subscription goes on (Apple:
/// `JWSRenewalInfoDecodedPayload`).
///
/// It names no app, so it means something only beside its transaction. As with ``TransactionPayload``, a value of this type
/// says nothing about who wrote it, and what decisions hang on is strict.
public struct RenewalInfoPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public internal(set) var json: [UInt8] = []
    /// Members that were malformed, so that their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `originalTransactionId`: which subscription this is about.
    public internal(set) var originalTransactionID = ""
    /// `autoRenewProductId`: the product that it will renew to.
    public internal(set) var autoRenewProductID = ""
    /// `productId`: the product of the current period.
    public internal(set) var productID: String?
    /// `autoRenewStatus`: whether it will renew; 1 or 0 in the payload.
    public internal(set) var willAutoRenew: Bool?
    /// `isInBillingRetryPeriod`: whether the App Store tries to charge the customer again.
    public internal(set) var isInBillingRetry: Bool?
    /// `gracePeriodExpiresDate`: until when the customer keeps access while the App Store tries.
    public internal(set) var gracePeriodExpirationDate: Date?
    /// `expirationIntent`: why the subscription expired.
    public internal(set) var expirationReason: ExpirationReason?
    /// `priceIncreaseStatus`: whether the customer agreed to a higher price, if one was asked for.
    public internal(set) var hasAgreedToPriceIncrease: Bool?
    var offerMembers = TransactionOffer.Members()
    /// `signedDate`: when the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `environment`: which App Store signed this, in the payload's own text.
    public internal(set) var rawEnvironment = ""
    /// `environment`: which App Store signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `recentSubscriptionStartDate`: when the latest run of periods without a gap of 60 days began.
    public internal(set) var recentSubscriptionStartDate: Date?
    /// `renewalDate`: when it will renew.
    public internal(set) var renewalDate: Date?
    /// `currency`: ISO 4217 code of ``renewalPrice``.
    public internal(set) var currency: String?
    /// `renewalPrice`: of the next period, in units of ``currency``.
    public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
    package internal(set) var renewalPriceMilliunits: Int64?
    /// `eligibleWinBackOfferIds`: the win-back offers that the customer may redeem.
    public internal(set) var eligibleWinBackOfferIDs: [String]?
    /// `appAccountToken`: the UUID that the app gave the purchase.
    public internal(set) var appAccountToken: UUID?
    /// `appTransactionId`: the same for all purchases of one customer in one app.
    public internal(set) var appTransactionID: String?
    /// `renewalQuantity`: how many seats of a multiseat subscription will renew.
    public internal(set) var renewalQuantity: Int?
    /// `renewalBillingPlanType`: how the subscription will be billed.
    public internal(set) var renewalBillingPlanType: BillingPlanType?
    /// `commitmentInfo`: how the commitment will go on; there only during one.
    public internal(set) var commitmentInfo: CommitmentInfo?
    /// `advancedCommerceInfo`: of a purchase by the Advanced Commerce API.
    public internal(set) var advancedCommerceInfo: AdvancedCommerceInfo?
    /// `multiSeatInfo`: of a multiseat subscription.
    public internal(set) var multiSeatInfo: MultiSeatInfo?
    /// `deviceVerification`: a SHA-384 hash over nonce and device, 48 bytes; only in what a device hands out.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    var deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: what the hash begins with.
    public internal(set) var deviceVerificationNonce: UUID?

    /// The offer that applies to the next period, or nil.
    public var offer: TransactionOffer? { offerMembers.offer }
}

extension RenewalInfoPayload: Payload, Encodable {
    /// Reads a payload, without any check of who wrote it.
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
