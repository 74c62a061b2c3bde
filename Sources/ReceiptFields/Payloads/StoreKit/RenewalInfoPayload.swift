public import ReceiptEssentials

/// The payload of a StoreKit 2 signed renewal info, which states whether and how a subscription renews (Apple:
/// `JWSRenewalInfoDecodedPayload`).
///
/// A renewal info names no app, so it is only meaningful together with its transaction. As with ``TransactionPayload``, a value of this
/// type proves nothing, and members that decisions depend on are strict.
public struct RenewalInfoPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    /// The errors of malformed members, whose properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `originalTransactionId`: the subscription that this renewal info is about.
    public let originalTransactionID: String
    /// `autoRenewProductId`: the product that the subscription will renew to.
    public let autoRenewProductID: String
    /// `productId`: the product of the current period.
    public let productID: String?
    /// `autoRenewStatus`: true if the subscription will renew; 1 or 0 in the payload.
    public let willAutoRenew: Bool?
    /// `isInBillingRetryPeriod`: true if the App Store retries the charge.
    public let isInBillingRetry: Bool?
    /// `gracePeriodExpiresDate`: the end of the grace period, in which the customer keeps access while the App Store retries the charge.
    public let gracePeriodExpirationDate: Date?
    /// `expirationIntent`: the reason why the subscription expired.
    public let expirationReason: ExpirationReason?
    /// `priceIncreaseStatus`: true if the customer consented to a price increase, if consent was requested.
    public let hasAgreedToPriceIncrease: Bool?
    /// `signedDate`: the date on which the App Store signed this payload.
    public let signedDate: Date
    /// `environment`: the environment that signed this payload, in the payload's spelling.
    public let rawEnvironment: String
    /// `environment`: the environment that signed this payload.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `recentSubscriptionStartDate`: the start of the latest series of periods without a gap of 60 days.
    public let recentSubscriptionStartDate: Date?
    /// `renewalDate`: the date of the next renewal.
    public let renewalDate: Date?
    /// `currency`: the ISO 4217 code of the currency of ``renewalPrice``.
    public let currency: String?
    /// `renewalPrice`: the price of the next period, in units of ``currency``.
    public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
    package let renewalPriceMilliunits: Int64?
    /// `eligibleWinBackOfferIds`: the win-back offers that the customer may redeem.
    public let eligibleWinBackOfferIDs: [String]?
    /// `appAccountToken`: the UUID that the app attached to the purchase.
    public let appAccountToken: UUID?
    /// `appTransactionId`: an identifier that all purchases of one customer in one app share.
    public let appTransactionID: String?
    /// `renewalQuantity`: the number of seats that a multiseat subscription renews with.
    public let renewalQuantity: Int?
    /// `renewalBillingPlanType`: the billing plan after the renewal.
    public let renewalBillingPlanType: BillingPlanType?
    /// `commitmentInfo`: the renewal of the commitment. Present only during a commitment.
    public let commitmentInfo: CommitmentInfo?
    /// `advancedCommerceInfo`: details of a purchase made with the Advanced Commerce API.
    public let advancedCommerceInfo: AdvancedCommerceInfo?
    /// `multiSeatInfo`: the seats of a multiseat subscription.
    public let multiSeatInfo: MultiSeatInfo?
    /// `deviceVerification`: the SHA-384 hash over the nonce and the device, 48 bytes. Present only in a renewal info from a device.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    let deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: the value that the hash's input begins with.
    public let deviceVerificationNonce: UUID?

    /// The offer that applies to the next period. Nil if there is none.
    public let offer: TransactionOffer?
}

extension RenewalInfoPayload: Payload, Encodable {
    package static var kind: PayloadKind { .renewalInfo }

    /// Decodes a payload without verifying its signature.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        originalTransactionID = try row(
            "originalTransactionId", as: "originalTransactionID", .text, .required, now?.originalTransactionID)
        autoRenewProductID = try row(
            "autoRenewProductId", as: "autoRenewProductID", .text, .required, now?.autoRenewProductID)
        productID = try row("productId", as: "productID", .text, .lenient, now?.productID)
        willAutoRenew = try row("autoRenewStatus", as: "willAutoRenew", .bit, .strict, now?.willAutoRenew)
        isInBillingRetry = try row(
            "isInBillingRetryPeriod", as: "isInBillingRetry", .flag, .strict, now?.isInBillingRetry)
        gracePeriodExpirationDate = try row(
            "gracePeriodExpiresDate", as: "gracePeriodExpirationDate", .milliseconds, .strict,
            now?.gracePeriodExpirationDate)
        expirationReason = try row("expirationIntent", as: "expirationReason", .number, .lenient, now?.expirationReason)
        hasAgreedToPriceIncrease = try row(
            "priceIncreaseStatus", as: "hasAgreedToPriceIncrease", .bit, .lenient, now?.hasAgreedToPriceIncrease)
        signedDate = try row("signedDate", .milliseconds, .required, now?.signedDate)
        rawEnvironment = try row("environment", .environment, .required, now?.rawEnvironment)
        recentSubscriptionStartDate = try row(
            "recentSubscriptionStartDate", .milliseconds, .lenient, now?.recentSubscriptionStartDate)
        renewalDate = try row("renewalDate", .milliseconds, .lenient, now?.renewalDate)
        currency = try row("currency", .text, .lenient, now?.currency)
        renewalPriceMilliunits = try row("renewalPrice", .milliunits, .lenient, now?.renewalPriceMilliunits)
        eligibleWinBackOfferIDs = try row(
            "eligibleWinBackOfferIds", as: "eligibleWinBackOfferIDs", .texts, .lenient, now?.eligibleWinBackOfferIDs)
        appAccountToken = try row("appAccountToken", .uuid, .lenient, now?.appAccountToken)
        appTransactionID = try row("appTransactionId", as: "appTransactionID", .text, .lenient, now?.appTransactionID)
        renewalQuantity = try row("renewalQuantity", .number, .lenient, now?.renewalQuantity)
        renewalBillingPlanType = try row("renewalBillingPlanType", .text, .lenient, now?.renewalBillingPlanType)
        commitmentInfo = try row("commitmentInfo", .object, .lenient, now?.commitmentInfo)
        advancedCommerceInfo = try row("advancedCommerceInfo", .object, .lenient, now?.advancedCommerceInfo)
        multiSeatInfo = try row("multiSeatInfo", .object, .lenient, now?.multiSeatInfo)
        deviceVerificationOctets = try row("deviceVerification", .base64, .lenient, now?.deviceVerificationOctets)
        deviceVerificationNonce = try row("deviceVerificationNonce", .uuid, .lenient, now?.deviceVerificationNonce)
        if let now { offer = now.offer } else { offer = try TransactionOffer.read(&row) }
    }

    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        if let offer { try sink.member("offer", offer) }
    }
}
