#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a signed renewal info of StoreKit 2 says: whether and how a subscription goes on (Apple:
/// `JWSRenewalInfoDecodedPayload`).
///
/// It names no app, so it means something only beside its transaction. As with ``TransactionPayload``, a value of this type
/// says nothing about who wrote it, and what decisions hang on is strict.
public struct RenewalInfoPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public let json: [UInt8]
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
    /// `offerType`: which kind of offer applies to the next period.
    var offerType: TransactionOffer.OfferType?
    /// `offerIdentifier`
    var offerID: String?
    /// `offerDiscountType`
    var offerPaymentMode: TransactionOffer.PaymentMode?
    /// `offerPeriod`
    var offerPeriod: String?
    /// `signedDate`: when the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `environment`: which App Store signed this, in the payload's own text.
    public internal(set) var rawEnvironment = ""
    /// `environment`: which App Store signed this.
    public var environment: ReceiptEnvironment { ReceiptEnvironment(rawValue: rawEnvironment) }
    /// `recentSubscriptionStartDate`: when the latest run of periods without a gap of 60 days began.
    public internal(set) var recentSubscriptionStartDate: Date?
    /// `renewalDate`: when it will renew.
    public internal(set) var renewalDate: Date?
    /// `currency`: ISO 4217 code of ``renewalPrice``.
    public internal(set) var currency: String?
    /// `renewalPrice`: of the next period, in thousandths of ``currency``.
    public internal(set) var renewalPriceMilliunits: Int64?
    /// `eligibleWinBackOfferIds`: the win-back offers that the customer may redeem.
    public internal(set) var eligibleWinBackOfferIDs: [String]?
    /// `appAccountToken`: the UUID that the app gave the purchase.
    public internal(set) var appAccountToken: UUID?
    /// `appTransactionId`: the same for all purchases of one customer in one app.
    public internal(set) var appTransactionID: String?
    /// `deviceVerification`: a SHA-384 hash over nonce and device, 48 octets; only in what a device hands out.
    public internal(set) var deviceVerification: [UInt8]?
    /// `deviceVerificationNonce`: what the hash begins with.
    public internal(set) var deviceVerificationNonce: UUID?

    /// The offer that applies to the next period, or nil.
    public var offer: TransactionOffer? {
        offerType.map { TransactionOffer(type: $0, id: offerID, paymentMode: offerPaymentMode, period: offerPeriod) }
    }
}

extension RenewalInfoPayload: Payload {
    init(text: ArraySlice<UInt8>) { json = Array(text) }

    static let required = ["originalTransactionId", "autoRenewProductId", "environment", "signedDate"]

    static let members: PayloadTable<RenewalInfoPayload> = [
        "expirationIntent": .lenient { assign($1.small.map(ExpirationReason.init), to: &$0.expirationReason) },
        "originalTransactionId": .strict { assign($1.identifier, to: &$0.originalTransactionID) },
        "autoRenewProductId": .strict { assign($1.identifier, to: &$0.autoRenewProductID) },
        "productId": .lenient { assign($1.identifier, to: &$0.productID) },
        "autoRenewStatus": .strict { assign($1.bit, to: &$0.willAutoRenew) },
        "isInBillingRetryPeriod": .strict { assign($1.flag, to: &$0.isInBillingRetry) },
        "priceIncreaseStatus": .lenient { assign($1.bit, to: &$0.hasAgreedToPriceIncrease) },
        "gracePeriodExpiresDate": .strict { assign($1.date, to: &$0.gracePeriodExpirationDate) },
        "offerType": .lenient { assign($1.small.map(TransactionOffer.OfferType.init), to: &$0.offerType) },
        "offerIdentifier": .lenient { assign($1.identifier, to: &$0.offerID) },
        "offerDiscountType": .lenient {
            assign($1.identifier.map(TransactionOffer.PaymentMode.init), to: &$0.offerPaymentMode)
        },
        "offerPeriod": .lenient { assign($1.identifier, to: &$0.offerPeriod) },
        "renewalPrice": .lenient { assign($1.integer, to: &$0.renewalPriceMilliunits) },
        "currency": .lenient { assign($1.identifier, to: &$0.currency) },
        "signedDate": .strict { assign($1.date, to: &$0.signedDate) },
        "environment": .strict { assign($1.identifier, to: &$0.rawEnvironment) },
        "recentSubscriptionStartDate": .lenient { assign($1.date, to: &$0.recentSubscriptionStartDate) },
        "renewalDate": .lenient { assign($1.date, to: &$0.renewalDate) },
        "eligibleWinBackOfferIds": .lenient { assign($1.identifiers, to: &$0.eligibleWinBackOfferIDs) },
        "appAccountToken": .lenient { assign($1.uuid, to: &$0.appAccountToken) },
        "appTransactionId": .lenient { assign($1.identifier, to: &$0.appTransactionID) },
        "deviceVerification": .lenient { assign($1.octets, to: &$0.deviceVerification) },
        "deviceVerificationNonce": .lenient { assign($1.uuid, to: &$0.deviceVerificationNonce) },
    ]
}
