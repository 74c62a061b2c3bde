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
    public let transactionID: String
    /// `originalTransactionId`: the identifier of the first purchase, the same for all periods of a subscription.
    public let originalTransactionID: String
    /// `webOrderLineItemId`: an identifier of the subscription period, the same on all devices.
    public let webOrderLineItemID: String?
    /// `bundleId`: the app's bundle identifier.
    public let bundleIdentifier: String
    /// `productId`: the product's identifier.
    public let productID: String
    /// `subscriptionGroupIdentifier`: the identifier of the subscription group.
    public let subscriptionGroupID: String?
    /// `purchaseDate`: the date on which the customer was charged. For a subscription, the start of the period.
    public let purchaseDate: Date
    /// `originalPurchaseDate`: the date of the first purchase.
    public let originalPurchaseDate: Date?
    /// `expiresDate`: the end of the subscription period.
    public let expirationDate: Date?
    /// `quantity`: the quantity, at least 1. For a multiseat subscription, the number of seats.
    public let purchasedQuantity: Int?
    /// `type`: the type of the product.
    public let productType: ProductType?
    /// `inAppOwnershipType`: the ownership: bought by the customer, shared by the family, or assigned by an organization or group.
    public let ownershipType: OwnershipType?
    /// `appAccountToken`: the UUID that the app attached to the purchase to identify the app account.
    public let appAccountToken: UUID?
    /// `isUpgraded`: true if another subscription of the group replaced this one. Apple sends only true.
    public let isUpgraded: Bool?
    /// `signedDate`: the date on which the App Store signed this payload.
    public let signedDate: Date
    /// `revocationDate`: the date on which the App Store refunded the purchase or removed it from family sharing, or on which the
    /// organization that assigned it took it back.
    public let revocationDate: Date?
    /// `revocationReason`: the reason for the revocation.
    public let revocationReason: RevocationReason?
    /// `revocationType`: the type of the revocation: a refund of all or part of the purchase, or the end of a family share or an
    /// assignment.
    public let revocationType: RevocationType?
    /// `revocationPercentage`: the refunded part of the price, in thousandths of a percent.
    public let revocationPercentage: Int?
    /// `environment`: the environment that signed this payload, in the payload's spelling.
    public let rawEnvironment: String
    /// `environment`: the environment that signed this payload.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `transactionReason`: the cause of the transaction, a purchase by the customer or a renewal by the App Store.
    public let reason: TransactionReason?
    /// `storefront`: the ISO 3166 alpha-3 code of the App Store's country.
    public let storefrontCountryCode: String?
    /// `storefrontId`: Apple's identifier of the storefront.
    public let storefrontID: String?
    /// `currency`: the ISO 4217 code of the currency of ``price``.
    public let currency: String?
    /// `price`: the price of the product, in units of ``currency``. For a multiseat subscription, the average price of a seat.
    public var price: Decimal? { Price.units(priceMilliunits) }
    package let priceMilliunits: Int64?
    /// `appTransactionId`: an identifier that all purchases of one customer in one app share.
    public let appTransactionID: String?
    /// `previousOriginalTransactionId`: the original transaction identifier of the subscription before a migration, or before a switch to
    /// or from a bundle.
    public let previousOriginalTransactionID: String?
    /// `additionalTransactionReason`: the reason for another transaction in the same period.
    public let additionalTransactionReason: AdditionalTransactionReason?
    /// `billingPlanType`: the billing plan of the subscription.
    public let billingPlanType: BillingPlanType?
    /// `commitmentInfo`: the customer's commitment to several billing periods.
    public let commitmentInfo: CommitmentInfo?
    /// `advancedCommerceInfo`: details of a purchase made with the Advanced Commerce API.
    public let advancedCommerceInfo: AdvancedCommerceInfo?
    /// `multiSeatInfo`: the seats of a multiseat subscription.
    public let multiSeatInfo: MultiSeatInfo?
    /// `deviceVerification`: the SHA-384 hash over the nonce and the device, 48 bytes. Present only in a transaction from a device.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    let deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: the value that the hash's input begins with.
    public let deviceVerificationNonce: UUID?

    /// The offer that the customer redeemed. Nil if there is none.
    public let offer: TransactionOffer?
}

extension TransactionPayload: Payload, Encodable {
    package static var kind: PayloadKind { .transaction }

    /// Decodes a payload without verifying its signature.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        transactionID = try row("transactionId", as: "transactionID", .text, .required, now?.transactionID)
        originalTransactionID = try row(
            "originalTransactionId", as: "originalTransactionID", .text, .required, now?.originalTransactionID)
        webOrderLineItemID = try row(
            "webOrderLineItemId", as: "webOrderLineItemID", .text, .strict, now?.webOrderLineItemID)
        bundleIdentifier = try row(
            "bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
        productID = try row("productId", as: "productID", .text, .required, now?.productID)
        subscriptionGroupID = try row(
            "subscriptionGroupIdentifier", as: "subscriptionGroupID", .text, .lenient, now?.subscriptionGroupID)
        purchaseDate = try row("purchaseDate", .milliseconds, .required, now?.purchaseDate)
        originalPurchaseDate = try row("originalPurchaseDate", .milliseconds, .strict, now?.originalPurchaseDate)
        expirationDate = try row("expiresDate", as: "expirationDate", .milliseconds, .strict, now?.expirationDate)
        purchasedQuantity = try row(
            "quantity", as: "purchasedQuantity", .number, .strict, in: 1...Int32.max, now?.purchasedQuantity)
        productType = try row("type", as: "productType", .text, .strict, now?.productType)
        ownershipType = try row("inAppOwnershipType", as: "ownershipType", .text, .strict, now?.ownershipType)
        appAccountToken = try row("appAccountToken", .uuid, .lenient, now?.appAccountToken)
        isUpgraded = try row("isUpgraded", .flag, .strict, now?.isUpgraded)
        signedDate = try row("signedDate", .milliseconds, .required, now?.signedDate)
        revocationDate = try row("revocationDate", .milliseconds, .strict, now?.revocationDate)
        revocationReason = try row("revocationReason", .number, .lenient, now?.revocationReason)
        revocationType = try row("revocationType", .text, .strict, now?.revocationType)
        revocationPercentage = try row("revocationPercentage", .number, .lenient, now?.revocationPercentage)
        rawEnvironment = try row("environment", .environment, .required, now?.rawEnvironment)
        reason = try row("transactionReason", as: "reason", .text, .lenient, now?.reason)
        storefrontCountryCode = try row(
            "storefront", as: "storefrontCountryCode", .text, .lenient, now?.storefrontCountryCode)
        storefrontID = try row("storefrontId", as: "storefrontID", .text, .lenient, now?.storefrontID)
        currency = try row("currency", .text, .lenient, now?.currency)
        priceMilliunits = try row("price", .milliunits, .lenient, now?.priceMilliunits)
        appTransactionID = try row("appTransactionId", as: "appTransactionID", .text, .lenient, now?.appTransactionID)
        previousOriginalTransactionID = try row(
            "previousOriginalTransactionId", as: "previousOriginalTransactionID", .text, .lenient,
            now?.previousOriginalTransactionID)
        additionalTransactionReason = try row(
            "additionalTransactionReason", .text, .lenient, now?.additionalTransactionReason)
        billingPlanType = try row("billingPlanType", .text, .lenient, now?.billingPlanType)
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
