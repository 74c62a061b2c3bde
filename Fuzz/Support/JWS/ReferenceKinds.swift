import JSONSupport
import ReceiptFields

/// The reference for a payload of any kind.
struct AnyReference: Sendable {
    /// The member that identifies the kind. The first one present decides.
    let member: String
    let kind: PayloadKind
    /// Returns the paths of members that must make reading fail.
    let faults: @Sendable (JSONTree) -> Set<String>
    /// Checks the payload if it is of this kind. Returns false otherwise.
    let check: @Sendable (any DecodedPayload, JSONTree) -> Bool

    static let all = [
        Self("transactionId", .transaction, ReferenceKind.transaction) { $0.checkObjects($1) },
        Self("autoRenewProductId", .renewalInfo, ReferenceKind.renewalInfo) { $0.checkObjects($1) },
        Self("receiptType", .appTransaction, ReferenceKind.appTransaction),
        Self(
            member: "notificationType", kind: .notification, faults: { NotificationBody.faults(in: $0) },
            check: { payload, object in
                guard let notification = payload as? NotificationPayload else { return false }
                NotificationBody.check(notification, object)
                return true
            }),
        Self("userLocale", .realtimeRequest, ReferenceKind.realtimeRequest),
    ]

    private init(
        member: String, kind: PayloadKind, faults: @escaping @Sendable (JSONTree) -> Set<String>,
        check: @escaping @Sendable (any DecodedPayload, JSONTree) -> Bool
    ) {
        (self.member, self.kind, self.faults, self.check) = (member, kind, faults, check)
    }

    private init<Payload: DecodedPayload>(
        _ member: String, _ kind: PayloadKind, _ reference: ReferenceKind<Payload>,
        _ checkObjects: @escaping @Sendable (Payload, JSONTree) -> Void = { _, _ in }
    ) {
        self.init(
            member: member, kind: kind, faults: { reference.faults($0, "") },
            check: { payload, object in
                guard let payload = payload as? Payload else { return false }
                reference.check(payload, payload.diagnostics, object, "")
                checkObjects(payload, object)
                return true
            })
    }
}

extension ReferenceKind<TransactionPayload> {
    static var transaction: Self {
        Self(
            required: [
                "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "environment",
                "signedDate",
            ],
            members: [
                .strict("transactionId", .text) { .text($0.transactionID) },
                .strict("originalTransactionId", .text) { .text($0.originalTransactionID) },
                .lenient("previousOriginalTransactionId", .text) { .text($0.previousOriginalTransactionID) },
                .strict("webOrderLineItemId", .text) { .text($0.webOrderLineItemID) },
                .strict("bundleId", .text) { .text($0.bundleIdentifier) },
                .strict("productId", .text) { .text($0.productID) },
                .lenient("subscriptionGroupIdentifier", .text) { .text($0.subscriptionGroupID) },
                .strict("purchaseDate", .date) { .date($0.purchaseDate) },
                .strict("originalPurchaseDate", .date) { .date($0.originalPurchaseDate) },
                .strict("expiresDate", .date) { .date($0.expirationDate) },
                .strict("quantity", .purchasedQuantity) { .whole($0.purchasedQuantity) },
                .strict("type", .text) { .text($0.productType?.word) },
                .strict("inAppOwnershipType", .text) { .text($0.ownershipType?.word) },
                .lenient("appAccountToken", .uuid) { .uuid($0.appAccountToken) },
                .strict("isUpgraded", .flag) { .flag($0.isUpgraded) },
                .strict("signedDate", .date) { .date($0.signedDate) },
                .strict("revocationDate", .date) { .date($0.revocationDate) },
                .lenient("revocationReason", .small) { .whole($0.revocationReason?.rawValue) },
                .strict("revocationType", .text) { .text($0.revocationType?.rawValue) },
                .lenient("revocationPercentage", .small) { .whole($0.revocationPercentage) },
                .strict("environment", .text) { .text($0.rawEnvironment) },
                .lenient("offerType", .small) { .whole($0.offer?.type.rawValue) },
                .lenient("offerIdentifier", .text) { $0.offer.isHidden { .text($0.id) } },
                .lenient("offerDiscountType", .text) { $0.offer.isHidden { .text($0.paymentMode?.rawValue) } },
                .lenient("offerPeriod", .text) { $0.offer.isHidden { .text($0.period) } },
                .lenient("transactionReason", .text) { .text($0.reason?.rawValue) },
                .lenient("additionalTransactionReason", .text) { .text($0.additionalTransactionReason?.rawValue) },
                .lenient("storefront", .text) { .text($0.storefrontCountryCode) },
                .lenient("storefrontId", .text) { .text($0.storefrontID) },
                .lenient("currency", .text) { .text($0.currency) },
                .lenient("price", .whole) { $0.priceMilliunits.map { .whole($0) } },
                .lenient("appTransactionId", .text) { .text($0.appTransactionID) },
                .lenient("billingPlanType", .text) { .text($0.billingPlanType?.rawValue) },
                .lenient("commitmentInfo", .object) { $0.commitmentInfo.map { _ in .object } },
                .lenient("advancedCommerceInfo", .object) { $0.advancedCommerceInfo.map { _ in .object } },
                .lenient("multiSeatInfo", .object) { $0.multiSeatInfo.map { _ in .object } },
                .lenient("deviceVerification", .octets) { .octets($0.deviceVerification) },
                .lenient("deviceVerificationNonce", .uuid) { .uuid($0.deviceVerificationNonce) },
            ])
    }
}

extension ReferenceKind<RenewalInfoPayload> {
    static var renewalInfo: Self {
        Self(
            required: ["originalTransactionId", "autoRenewProductId", "environment", "signedDate"],
            members: [
                .strict("originalTransactionId", .text) { .text($0.originalTransactionID) },
                .strict("autoRenewProductId", .text) { .text($0.autoRenewProductID) },
                .lenient("productId", .text) { .text($0.productID) },
                .strict("autoRenewStatus", .bit) { .flag($0.willAutoRenew) },
                .strict("isInBillingRetryPeriod", .flag) { .flag($0.isInBillingRetry) },
                .strict("gracePeriodExpiresDate", .date) { .date($0.gracePeriodExpirationDate) },
                .lenient("expirationIntent", .small) { .whole($0.expirationReason?.rawValue) },
                .lenient("priceIncreaseStatus", .bit) { .flag($0.hasAgreedToPriceIncrease) },
                .lenient("offerType", .small) { .whole($0.offer?.type.rawValue) },
                .lenient("offerIdentifier", .text) { $0.offer.isHidden { .text($0.id) } },
                .lenient("offerDiscountType", .text) { $0.offer.isHidden { .text($0.paymentMode?.rawValue) } },
                .lenient("offerPeriod", .text) { $0.offer.isHidden { .text($0.period) } },
                .strict("signedDate", .date) { .date($0.signedDate) },
                .strict("environment", .text) { .text($0.rawEnvironment) },
                .lenient("recentSubscriptionStartDate", .date) { .date($0.recentSubscriptionStartDate) },
                .lenient("renewalDate", .date) { .date($0.renewalDate) },
                .lenient("currency", .text) { .text($0.currency) },
                .lenient("renewalPrice", .whole) { $0.renewalPriceMilliunits.map { .whole($0) } },
                .lenient("eligibleWinBackOfferIds", .texts) {
                    $0.eligibleWinBackOfferIDs.map { .texts($0.map { Array($0.utf8) }) }
                },
                .lenient("appAccountToken", .uuid) { .uuid($0.appAccountToken) },
                .lenient("appTransactionId", .text) { .text($0.appTransactionID) },
                .lenient("renewalQuantity", .small) { .whole($0.renewalQuantity) },
                .lenient("renewalBillingPlanType", .text) { .text($0.renewalBillingPlanType?.rawValue) },
                .lenient("commitmentInfo", .object) { $0.commitmentInfo.map { _ in .object } },
                .lenient("advancedCommerceInfo", .object) { $0.advancedCommerceInfo.map { _ in .object } },
                .lenient("multiSeatInfo", .object) { $0.multiSeatInfo.map { _ in .object } },
                .lenient("deviceVerification", .octets) { .octets($0.deviceVerification) },
                .lenient("deviceVerificationNonce", .uuid) { .uuid($0.deviceVerificationNonce) },
            ])
    }
}

extension ReferenceKind<AppTransactionPayload> {
    static var appTransaction: Self {
        Self(
            required: ["bundleId", "receiptType", "receiptCreationDate", "originalApplicationVersion"],
            members: [
                .strict("receiptType", .text) { .text($0.rawEnvironment) },
                .strict("appAppleId", .natural) { $0.appID.map { .whole($0) } },
                .strict("bundleId", .text) { .text($0.bundleIdentifier) },
                .lenient("applicationVersion", .text) { .text($0.appVersion) },
                .lenient("versionExternalIdentifier", .natural) { $0.appVersionID.map { .whole($0) } },
                .strict("receiptCreationDate", .date) { .date($0.signedDate) },
                .strict("originalPurchaseDate", .date) { .date($0.originalPurchaseDate) },
                .strict("originalApplicationVersion", .text) { .text($0.originalAppVersion) },
                .lenient("preorderDate", .date) { .date($0.preorderDate) },
                .lenient("appTransactionId", .text) { .text($0.appTransactionID) },
                .lenient("originalPlatform", .text) { .text($0.originalPlatform?.rawValue) },
                .lenient("deviceVerification", .octets) { .octets($0.deviceVerification) },
                .lenient("deviceVerificationNonce", .uuid) { .uuid($0.deviceVerificationNonce) },
            ])
    }
}

extension ReferenceKind<RealtimeRequestPayload> {
    static var realtimeRequest: Self {
        Self(
            required: [
                "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier", "environment",
                "signedDate",
            ],
            members: [
                .strict("originalTransactionId", .text) { .text($0.originalTransactionID) },
                .strict("appAppleId", .natural) { .whole($0.appID) },
                .strict("productId", .text) { .text($0.productID) },
                .strict("userLocale", .text) { .text($0.userLocale) },
                .strict("requestIdentifier", .uuid) { .uuid($0.requestIdentifier) },
                .strict("environment", .text) { .text($0.rawEnvironment) },
                .strict("signedDate", .date) { .date($0.signedDate) },
            ])
    }
}

extension ReferenceKind<AppStorePage> {
    static var page: Self {
        Self(
            required: [],
            members: [
                .strict("hasMore", .flag) { .flag($0.hasMore) },
                .strict("paginationToken", .text) { .text($0.paginationToken) },
                .strict("revision", .text) { .text($0.revision) },
            ])
    }
}

extension TransactionOffer? {
    /// If an offer has no type, its other members aren't visible.
    fileprivate func isHidden(_ shown: (TransactionOffer) -> MemberValue?) -> MemberValue? {
        map(shown) ?? .hidden
    }
}
