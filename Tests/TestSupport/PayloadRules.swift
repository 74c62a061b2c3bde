package import ReceiptFields

/// The rules for the members of a JWS's payload.
package struct PayloadRules: Sendable {
    /// The payload, with its rows in the field table.
    package let object: PayloadObject
    /// The names of the members without which a payload is rejected.
    package let required: [String]
    /// The names of the members whose malformed value makes a payload be rejected, the required ones included.
    package let strict: [String]
    package let decode: @Sendable ([UInt8]) throws -> any DecodedPayload

    private init<Payload: DecodedPayload>(_ type: Payload.Type, required: [String], optional: [String]) {
        object = PayloadObject(type.kind, "", type.table, "\(type)")
        self.required = required
        strict = required + optional
        decode = { try Payload(json: $0) }
    }

    package static let all = [
        Self(
            TransactionPayload.self,
            required: [
                "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "environment",
                "signedDate",
            ],
            optional: [
                "webOrderLineItemId", "originalPurchaseDate", "expiresDate", "quantity", "type", "inAppOwnershipType",
                "revocationDate", "revocationType", "isUpgraded",
            ]),
        Self(
            RenewalInfoPayload.self,
            required: ["originalTransactionId", "autoRenewProductId", "environment", "signedDate"],
            optional: ["autoRenewStatus", "isInBillingRetryPeriod", "gracePeriodExpiresDate"]),
        Self(
            AppTransactionPayload.self,
            required: ["bundleId", "receiptType", "receiptCreationDate", "originalApplicationVersion"],
            optional: ["appAppleId", "originalPurchaseDate"]),
        Self(
            NotificationPayload.self,
            required: ["notificationType", "notificationUUID", "signedDate"],
            optional: ["data", "summary", "externalPurchaseToken", "appData"]),
        Self(
            RealtimeRequestPayload.self,
            required: [
                "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier", "environment",
                "signedDate",
            ],
            optional: []),
    ]
}
