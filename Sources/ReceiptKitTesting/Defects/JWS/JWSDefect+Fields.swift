/// Defects of the payload's members. The payload is signed after the change.
extension JWSDefect {
    /// Removes a required member. For the signed date, see ``signedDateMissing``.
    ///
    /// The key of a member of a notification's content begins with `data.`, as in `data.bundleId`.
    package static func missing(_ key: String, from kind: TestJWSKind) -> Self {
        Self(
            "\(kebab("\(kind)"))-without-\(kebab(key))", "`\(key)` is missing.", .fields, in: [kind],
            .member(key, ""))
    }

    /// Gives a member another value, in JSON. `name` distinguishes the value in the defect's name.
    ///
    /// The key of a member of a notification's content begins with `data.`, as in `data.bundleId`.
    package static func malformed(
        _ key: String, _ value: String, _ name: String, in kind: TestJWSKind,
        _ step: TestVerificationStep? = .fields, givesDiagnostic: Bool = false
    ) -> Self {
        Self(
            "\(kebab("\(kind)"))-\(kebab(key))-\(name)", "`\(key)` is \(value).", step,
            givesDiagnostic: givesDiagnostic, in: [kind], .member(key, value))
    }

    /// The required members of each kind, once each, in the order of Apple's keys.
    static let missingFields: [JWSDefect] =
        [
            "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "environment",
        ].map { .missing($0, from: .transaction) }
        + ["originalTransactionId", "autoRenewProductId", "environment"].map { .missing($0, from: .renewalInfo) }
        + ["bundleId", "receiptType", "originalApplicationVersion"].map { .missing($0, from: .appTransaction) }
        + [
            "notificationType", "notificationUUID", "data", "data.bundleId", "data.environment",
        ].map { .missing($0, from: .notification) }
        + [
            "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier", "environment",
        ].map { .missing($0, from: .realtimeRequest) }

    /// Malformed values of members on which decisions depend.
    static let malformedFields: [JWSDefect] = transactionFields + renewalInfoFields + appFields

    private static let transactionFields: [JWSDefect] = [
        ("transactionId", "410000900000002", "number"), ("transactionId", "\"\"", "empty"),
        ("transactionId", "null", "null"), ("originalTransactionId", "\"\"", "empty"),
        ("originalTransactionId", "[\"410000900000001\"]", "array"), ("bundleId", "1", "number"),
        ("bundleId", "\"\"", "empty"), ("productId", "\"\"", "empty"), ("productId", "null", "null"),
        ("purchaseDate", "\"1713175200000\"", "text"), ("purchaseDate", "253402300800000", "too-late"),
        ("purchaseDate", "null", "null"), ("originalPurchaseDate", "\"2024-03-15\"", "text"),
        ("expiresDate", "true", "boolean"), ("expiresDate", "253402300800000", "too-late"),
        ("expiresDate", "-62135769600001", "too-early"), ("revocationDate", "\"1713175200000\"", "text"),
        ("revocationDate", "{}", "object"), ("revocationType", "1", "number"), ("isUpgraded", "\"true\"", "text"),
        ("isUpgraded", "1", "number"), ("quantity", "0", "zero"), ("quantity", "-1", "negative"),
        ("quantity", "1.5", "fraction"), ("quantity", "\"1\"", "text"), ("type", "1", "number"),
        ("inAppOwnershipType", "0", "number"), ("webOrderLineItemId", "1", "number"),
        ("webOrderLineItemId", "\"\"", "empty"), ("environment", "0", "number"),
    ].map { .malformed($0.0, $0.1, $0.2, in: .transaction) }

    private static let renewalInfoFields: [JWSDefect] = [
        ("originalTransactionId", "\"\"", "empty"), ("originalTransactionId", "410000900000001", "number"),
        ("autoRenewProductId", "\"\"", "empty"), ("autoRenewProductId", "1", "number"),
        ("autoRenewStatus", "2", "two"), ("autoRenewStatus", "true", "boolean"),
        ("isInBillingRetryPeriod", "\"no\"", "text"), ("isInBillingRetryPeriod", "0", "number"),
        ("gracePeriodExpiresDate", "\"1713175200000\"", "text"), ("environment", "null", "null"),
    ].map { .malformed($0.0, $0.1, $0.2, in: .renewalInfo) }

    private static let appFields: [JWSDefect] =
        [
            ("bundleId", "\"\"", "empty"), ("appAppleId", "\"6450123456\"", "text"), ("receiptType", "0", "number"),
            ("originalApplicationVersion", "17", "number"), ("originalPurchaseDate", "\"2022-11-03\"", "text"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .appTransaction) }
        + [
            ("notificationType", "1", "number"), ("notificationType", "null", "null"),
            ("notificationUUID", "\"\"", "empty"), ("data", "[]", "array"), ("data", "\"data\"", "text"),
            ("data.appAppleId", "\"6450123456\"", "text"), ("data.bundleId", "1", "number"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .notification) }
        + [
            ("originalTransactionId", "410000900000001", "number"), ("appAppleId", "\"6450123456\"", "text"),
            ("productId", "\"\"", "empty"), ("userLocale", "[\"en-US\"]", "array"),
            ("requestIdentifier", "\"7b9c0d1e\"", "short"), ("environment", "null", "null"),
        ].map { .malformed($0.0, $0.1, $0.2, in: .realtimeRequest) }

    /// Converts a key to lower case, with hyphens before letters that were upper case: `appAppleId` becomes
    /// `app-apple-id`, and `data.status` becomes `data-status`.
    static func kebab(_ key: String) -> String {
        var result = ""
        var isUpper = true
        for character in key {
            if character.isUppercase, !isUpper { result += "-" }
            isUpper = character.isUppercase || character == "."
            result += character == "." ? "-" : character.lowercased()
        }
        return result
    }
}

extension DefectChange<JWSDraft> {
    /// Sets a member of the payload, or of a notification's content if the key begins with `data.`. An empty value
    /// removes the member.
    static func member(_ key: String, _ value: String) -> Self {
        let parts = key.split(separator: ".").map(String.init)
        guard parts.count == 2 else {
            return payload { if value.isEmpty { $0.remove(key) } else { $0.set(key, value) } }
        }
        return content { try $0.editData { $0.changes.set(parts[1], value) } }
    }
}
