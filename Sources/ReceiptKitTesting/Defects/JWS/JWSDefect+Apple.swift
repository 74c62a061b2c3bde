/// What app-store-server-library 3.1.2, Apple's own for Python, says of each defect's ``JWSDefect/example()`` without asking a server. It is
/// not the measure: it reads no more of a field than it needs, and it leaves what is nested to another call. A verifier must reject whatever
/// it rejects, but for ``undecodableByApple``.
///
/// A test compares this with the library where it is installed: see `.ci/judge-jws`.
extension JWSDefect {
    /// Whether Apple's library accepts the JWS.
    package var isAcceptedByApple: Bool {
        refusedAt == nil ? !Self.undecodableByApple.contains(name) : Self.acceptedByApple.contains(name)
    }

    /// What a verifier must accept, while Apple's library raises an error of its decoder: a number of no consequence that it cannot make an
    /// integer of.
    package static let undecodableByApple: Set<String> = [
        "transaction-price-huge", "renewal-info-renewal-date-text", "app-transaction-preorder-date-text",
    ]

    /// What a verifier must reject, while Apple's library accepts it.
    package static let acceptedByApple: Set<String> = [
        "padded-header", "padded-payload", "padded-signature", "oversized",
        "header-byte-order-mark", "header-utf16", "header-too-large", "header-many-members", "payload-encoded",
        "compressed",
        "repeated-algorithm-first", "repeated-unknown",
        "third-certificate-number", "certificate-stray-bits", "certificate-too-large",
        "payload-byte-order-mark", "payload-utf16", "payload-lone-surrogate", "payload-not-a-number",
        "payload-many-members",
        "repeated-member", "repeated-unknown-member", "repeated-nested-member", "signed-date-missing",
        "receipt-creation-date-missing", "signed-date-null", "signed-date-text",
        "signer-without-digital-signature", "signer-is-authority", "issuer-name-other-type",
        "sha1-certificate", "name-constraints", "serial-number-zero", "certificate-trailing-byte", "point-compressed",
        "transaction-in-place",
        "signed-in-the-future", "too-old",
        "other-device", "device-hash-short", "device-hash-order", "device-hash-missing", "device-nonce-missing",
        "nested-signature-flipped", "nested-wrong-root", "nested-renewal-info-flipped", "nested-other-app",
        "nested-other-environment", "nested-other-subscription", "nested-renewal-info-environment",
        "nested-kinds-swapped", "nested-text", "nested-number", "nested-app-flipped", "nested-app-other",
        "nested-app-other-number", "nested-app-environment",
        "transaction-expires-date-boolean", "transaction-expires-date-too-early", "transaction-expires-date-too-late",
        "transaction-in-app-ownership-type-number", "transaction-is-upgraded-number", "transaction-is-upgraded-text",
        "transaction-original-transaction-id-array", "transaction-original-transaction-id-empty",
        "transaction-product-id-empty", "transaction-product-id-null", "transaction-purchase-date-null",
        "transaction-purchase-date-text", "transaction-purchase-date-too-late", "transaction-quantity-fraction",
        "transaction-quantity-negative", "transaction-quantity-text", "transaction-quantity-zero",
        "transaction-revocation-date-text", "transaction-revocation-type-number", "transaction-transaction-id-empty",
        "transaction-transaction-id-null", "transaction-transaction-id-number", "transaction-type-number",
        "transaction-web-order-line-item-id-empty", "transaction-web-order-line-item-id-number",
        "transaction-without-original-transaction-id", "transaction-without-product-id",
        "transaction-without-purchase-date", "transaction-without-transaction-id",
        "renewal-info-auto-renew-product-id-empty", "renewal-info-auto-renew-product-id-number",
        "renewal-info-auto-renew-status-boolean", "renewal-info-auto-renew-status-two",
        "renewal-info-grace-period-expires-date-text", "renewal-info-is-in-billing-retry-period-number",
        "renewal-info-is-in-billing-retry-period-text", "renewal-info-original-transaction-id-empty",
        "renewal-info-original-transaction-id-number", "renewal-info-without-auto-renew-product-id",
        "renewal-info-without-original-transaction-id",
        "app-transaction-app-apple-id-text", "app-transaction-original-application-version-number",
        "app-transaction-without-original-application-version", "notification-data-app-apple-id-text",
        "notification-notification-type-null", "notification-notification-type-number",
        "notification-notification-uuid-empty", "notification-without-notification-type",
        "notification-without-notification-uuid",
        "realtime-request-original-transaction-id-number", "realtime-request-app-apple-id-text",
        "realtime-request-product-id-empty", "realtime-request-user-locale-array",
    ]
}
