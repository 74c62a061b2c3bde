public import ReceiptEssentials

/// The payload of a StoreKit 2 signed transaction (Apple: `JWSTransactionDecodedPayload`).
///
/// A value of this type proves nothing: anyone can write such a payload. ReceiptKit's `ReceiptVerifier` verifies that Apple signed it.
///
/// Members that decisions depend on are strict: if one is missing or malformed, decoding fails. If any other member is malformed, its
/// property is nil, and ``diagnostics`` contains the reason. Members that Apple adds later have no property here, but are in ``json``.
public struct TransactionPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    /// The errors of malformed members, whose properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `transactionId`: the identifier of this purchase, renewal or restoration.
    public internal(set) var transactionID = ""
    /// `originalTransactionId`: the identifier of the first purchase, the same for all periods of a subscription.
    public internal(set) var originalTransactionID = ""
    /// `webOrderLineItemId`: an identifier of the subscription period, the same on all devices.
    public internal(set) var webOrderLineItemID: String?
    /// `bundleId`: the app's bundle identifier.
    public internal(set) var bundleIdentifier = ""
    /// `productId`: the product's identifier.
    public internal(set) var productID = ""
    /// `subscriptionGroupIdentifier`: the identifier of the subscription group.
    public internal(set) var subscriptionGroupID: String?
    /// `purchaseDate`: the date on which the customer was charged. For a subscription, the start of the period.
    public internal(set) var purchaseDate = Date(timeIntervalSince1970: 0)
    /// `originalPurchaseDate`: the date of the first purchase.
    public internal(set) var originalPurchaseDate: Date?
    /// `expiresDate`: the end of the subscription period.
    public internal(set) var expirationDate: Date?
    /// `quantity`: the quantity, at least 1. For a multiseat subscription, the number of seats.
    public internal(set) var purchasedQuantity: Int?
    /// `type`: the type of the product.
    public internal(set) var productType: ProductType?
    /// `inAppOwnershipType`: the ownership: bought by the customer, shared by the family, or assigned by an organization or group.
    public internal(set) var ownershipType: OwnershipType?
    /// `appAccountToken`: the UUID that the app attached to the purchase to identify the app account.
    public internal(set) var appAccountToken: UUID?
    /// `isUpgraded`: true if another subscription of the group replaced it. Apple sends only true.
    public internal(set) var isUpgraded: Bool?
    /// `signedDate`: the date on which the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `revocationDate`: the date on which the App Store refunded the purchase or removed it from family sharing, or its organization took
    /// it back.
    public internal(set) var revocationDate: Date?
    /// `revocationReason`: the reason for the revocation.
    public internal(set) var revocationReason: RevocationReason?
    /// `revocationType`: the type of the revocation: all of the purchase, part of it, a family share, or an assignment.
    public internal(set) var revocationType: RevocationType?
    /// `revocationPercentage`: the refunded part of the price, in thousandths of a percent.
    public internal(set) var revocationPercentage: Int?
    /// `environment`: the environment that signed this, as the payload spells it.
    public internal(set) var rawEnvironment = ""
    /// `environment`: the environment that signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    var offerMembers = TransactionOffer.Members()
    /// `transactionReason`: the cause of the transaction, a purchase by the customer or a renewal by the App Store.
    public internal(set) var reason: TransactionReason?
    /// `storefront`: the ISO 3166 alpha-3 code of the App Store's country.
    public internal(set) var storefrontCountryCode: String?
    /// `storefrontId`: Apple's identifier of the storefront.
    public internal(set) var storefrontID: String?
    /// `currency`: the ISO 4217 code of the currency of ``price``.
    public internal(set) var currency: String?
    /// `price`: the price of the product, in units of ``currency``. For a multiseat subscription, the average price of a seat.
    public var price: Decimal? { Price.units(priceMilliunits) }
    package internal(set) var priceMilliunits: Int64?
    /// `appTransactionId`: an identifier that all purchases of one customer in one app share.
    public internal(set) var appTransactionID: String?
    /// `previousOriginalTransactionId`: the original transaction identifier of the subscription before a migration, or before a switch to
    /// or from a bundle.
    public internal(set) var previousOriginalTransactionID: String?
    /// `additionalTransactionReason`: the reason for another transaction in the same period.
    public internal(set) var additionalTransactionReason: AdditionalTransactionReason?
    /// `billingPlanType`: the billing plan of the subscription.
    public internal(set) var billingPlanType: BillingPlanType?
    /// `commitmentInfo`: the customer's commitment to several billing periods.
    public internal(set) var commitmentInfo: CommitmentInfo?
    /// `advancedCommerceInfo`: details of a purchase by the Advanced Commerce API.
    public internal(set) var advancedCommerceInfo: AdvancedCommerceInfo?
    /// `multiSeatInfo`: the seats of a multiseat subscription.
    public internal(set) var multiSeatInfo: MultiSeatInfo?
    /// `deviceVerification`: the SHA-384 hash over the nonce and the device, 48 bytes. Present only in a transaction from a device.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    var deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: the value that the hash's input begins with.
    public internal(set) var deviceVerificationNonce: UUID?

    /// The offer that the customer redeemed. Nil if there is none.
    public var offer: TransactionOffer? { offerMembers.offer }
}

extension TransactionPayload: Payload, Encodable {
    /// Decodes a payload without verifying its signature.
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
