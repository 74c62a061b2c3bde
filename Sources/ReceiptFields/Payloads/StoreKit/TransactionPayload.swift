public import ReceiptEssentials

/// What a signed transaction of StoreKit 2 says: the payload of its JWS (Apple: `JWSTransactionDecodedPayload`).
///
/// A value of this type says nothing about who wrote it: anyone can. ReceiptKit's `ReceiptVerifier` makes sure that Apple did.
///
/// What decisions hang on is strict: missing or malformed, it makes reading fail. All else malformed is nil, and
/// ``diagnostics`` says why. What Apple adds has no property here, and is in ``json``.
public struct TransactionPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public internal(set) var json: [UInt8] = []
    /// Members that were malformed, so that their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `transactionId`: of this purchase, renewal or restoration.
    public internal(set) var transactionID = ""
    /// `originalTransactionId`: of the first purchase; the same for all periods of a subscription.
    public internal(set) var originalTransactionID = ""
    /// `webOrderLineItemId`: one for each subscription period, on all devices.
    public internal(set) var webOrderLineItemID: String?
    /// `bundleId`: the app's bundle identifier.
    public internal(set) var bundleIdentifier = ""
    /// `productId`: the product's identifier.
    public internal(set) var productID = ""
    /// `subscriptionGroupIdentifier`: the group that a subscription belongs to.
    public internal(set) var subscriptionGroupID: String?
    /// `purchaseDate`: when the customer was charged, for a subscription the start of the period.
    public internal(set) var purchaseDate = Date(timeIntervalSince1970: 0)
    /// `originalPurchaseDate`: of the first purchase.
    public internal(set) var originalPurchaseDate: Date?
    /// `expiresDate`: the end of the subscription period.
    public internal(set) var expirationDate: Date?
    /// `quantity`: from 1. Of a multiseat subscription, its seats.
    public internal(set) var purchasedQuantity: Int?
    /// `type`: what kind of product it is.
    public internal(set) var productType: ProductType?
    /// `inAppOwnershipType`: whether it was bought, is shared by the family, or was assigned by an organization or group.
    public internal(set) var ownershipType: OwnershipType?
    /// `appAccountToken`: the UUID that the app gave the purchase, to find the account again.
    public internal(set) var appAccountToken: UUID?
    /// `isUpgraded`: whether another subscription of the group replaced it. Apple sends only true.
    public internal(set) var isUpgraded: Bool?
    /// `signedDate`: when the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `revocationDate`: when the App Store refunded the purchase or took it from family sharing, or its organization took it back.
    public internal(set) var revocationDate: Date?
    /// `revocationReason`: why.
    public internal(set) var revocationReason: RevocationReason?
    /// `revocationType`: whether all, a part, or a family share was revoked.
    public internal(set) var revocationType: RevocationType?
    /// `revocationPercentage`: how much of the price was refunded, in thousandths of a percent.
    public internal(set) var revocationPercentage: Int?
    /// `environment`: which App Store signed this, in the payload's own text.
    public internal(set) var rawEnvironment = ""
    /// `environment`: which App Store signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    var offerMembers = TransactionOffer.Members()
    /// `transactionReason`: bought by the customer or renewed by the App Store.
    public internal(set) var reason: TransactionReason?
    /// `storefront`: ISO 3166 alpha-3 code of the App Store's country.
    public internal(set) var storefrontCountryCode: String?
    /// `storefrontId`: Apple's identifier of the storefront.
    public internal(set) var storefrontID: String?
    /// `currency`: ISO 4217 code of ``price``.
    public internal(set) var currency: String?
    /// `price`: of the product, in units of ``currency``. Of a multiseat subscription, the average of a seat.
    public var price: Decimal? { Price.units(priceMilliunits) }
    package internal(set) var priceMilliunits: Int64?
    /// `appTransactionId`: the same for all purchases of one customer in one app.
    public internal(set) var appTransactionID: String?
    /// `previousOriginalTransactionId`: of the subscription before a migration, or before a switch to or from a bundle.
    public internal(set) var previousOriginalTransactionID: String?
    /// `additionalTransactionReason`: why there is another transaction for the same period.
    public internal(set) var additionalTransactionReason: AdditionalTransactionReason?
    /// `billingPlanType`: how the subscription is billed.
    public internal(set) var billingPlanType: BillingPlanType?
    /// `commitmentInfo`: the commitment that the customer made for several billing periods.
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

    /// The offer that the customer redeemed, or nil.
    public var offer: TransactionOffer? { offerMembers.offer }
}

extension TransactionPayload: Payload, Encodable {
    /// Reads a payload, without any check of who wrote it.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("transactionId", as: "transactionID", .text, .required, &transactionID)
        try visit("originalTransactionId", as: "originalTransactionID", .text, .required, &originalTransactionID)
        try visit("webOrderLineItemId", as: "webOrderLineItemID", .text, .strict, &webOrderLineItemID)
        try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
        try visit("productId", as: "productID", .text, .required, &productID)
        try visit("subscriptionGroupIdentifier", as: "subscriptionGroupID", .text, .lenient, &subscriptionGroupID)
        try visit("purchaseDate", .milliseconds, .required, &purchaseDate)
        try visit("originalPurchaseDate", .milliseconds, .strict, &originalPurchaseDate)
        try visit("expiresDate", as: "expirationDate", .milliseconds, .strict, &expirationDate)
        try visit("quantity", as: "purchasedQuantity", .number, .strict, in: 1...Int32.max, &purchasedQuantity)
        try visit("type", as: "productType", .text, .strict, &productType)
        try visit("inAppOwnershipType", as: "ownershipType", .text, .strict, &ownershipType)
        try visit("appAccountToken", .uuid, .lenient, &appAccountToken)
        try visit("isUpgraded", .flag, .strict, &isUpgraded)
        try visit("signedDate", .milliseconds, .required, &signedDate)
        try visit("revocationDate", .milliseconds, .strict, &revocationDate)
        try visit("revocationReason", .number, .lenient, &revocationReason)
        try visit("revocationType", .text, .strict, &revocationType)
        try visit("revocationPercentage", .number, .lenient, &revocationPercentage)
        try visit("environment", .environment, .required, &rawEnvironment)
        try visit("transactionReason", as: "reason", .text, .lenient, &reason)
        try visit("storefront", as: "storefrontCountryCode", .text, .lenient, &storefrontCountryCode)
        try visit("storefrontId", as: "storefrontID", .text, .lenient, &storefrontID)
        try visit("currency", .text, .lenient, &currency)
        try visit("price", .milliunits, .lenient, &priceMilliunits)
        try visit("appTransactionId", as: "appTransactionID", .text, .lenient, &appTransactionID)
        try visit(
            "previousOriginalTransactionId", as: "previousOriginalTransactionID", .text, .lenient,
            &previousOriginalTransactionID)
        try visit("additionalTransactionReason", .text, .lenient, &additionalTransactionReason)
        try visit("billingPlanType", .text, .lenient, &billingPlanType)
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
