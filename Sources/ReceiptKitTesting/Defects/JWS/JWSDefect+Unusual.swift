/// Unusual JWS that a verifier must accept so that no customer loses a purchase: with malformed fields on which no
/// decision depends, or with additions that Apple may make in the future.
extension JWSDefect {
    static let unusualFields: [JWSDefect] = transactionDetails + otherDetails + novelties

    private static let transactionDetails: [JWSDefect] = [
        ("subscriptionGroupIdentifier", "21000001", "number"), ("appAccountToken", "\"me\"", "text"),
        ("revocationReason", "\"1\"", "text"), ("revocationPercentage", "\"100000\"", "text"),
        ("offerType", "\"1\"", "text"), ("offerIdentifier", "1", "number"), ("offerDiscountType", "1", "number"),
        ("offerPeriod", "1", "number"), ("storefront", "143441", "number"), ("storefrontId", "143441", "number"),
        ("transactionReason", "0", "number"), ("price", "\"4990\"", "text"), ("price", "1e400", "huge"),
        ("currency", "840", "number"), ("appTransactionId", "704", "number"),
    ].map { .malformed($0.0, $0.1, $0.2, in: .transaction, nil, givesDiagnostic: true) }

    private static let otherDetails: [JWSDefect] =
        [
            ("expirationIntent", "\"1\"", "text"), ("priceIncreaseStatus", "\"0\"", "text"),
            ("renewalDate", "\"2024-05-15\"", "text"), ("renewalPrice", "\"4990\"", "text"),
            ("eligibleWinBackOfferIds", "\"offer\"", "text"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .renewalInfo, nil, givesDiagnostic: true) }
        + [
            ("versionExternalIdentifier", "\"1\"", "text"), ("preorderDate", "\"2022-01-01\"", "text"),
            ("originalPlatform", "1", "number"), ("appTransactionId", "704", "number"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .appTransaction, nil, givesDiagnostic: true) }
        + [
            ("subtype", "1", "number"), ("version", "2", "number"), ("data.status", "\"1\"", "text"),
            ("data.bundleVersion", "42", "number"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .notification, nil, givesDiagnostic: true) }

    private static let novelties: [JWSDefect] =
        [
            ("type", "\"Lease\"", "unknown"), ("inAppOwnershipType", "\"GIFT\"", "unknown"),
            ("revocationType", "\"REFUND_HALF\"", "unknown"), ("offerType", "9", "unknown"),
            ("transactionReason", "\"GIFT\"", "unknown"), ("purchaseDate", "1713175200000.25", "fraction"),
            ("purchaseDate", "1.7131752e12", "exponent"), ("originalPurchaseDate", "-62135769600000", "first"),
            ("expiresDate", "253402300799999", "last"), ("expiresDate", "null", "null"),
            ("revocationDate", "null", "null"), ("price", "null", "null"), ("isUpgraded", "false", "false"),
            ("note", "{\"a\":[1,2.5e-3,\"\\u00e9\\ud83d\\ude00\"]}", "unknown"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .transaction, nil) }
        + [("notificationType", "\"MOON_LANDING\"", "unknown"), ("note", "1", "unknown")]
        .map { .malformed($0.0, $0.1, $0.2, in: .notification, nil) }
}
