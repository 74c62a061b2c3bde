/// Valid JWS of a different kind than the requested one.
extension JWSDefect {
    static let kindsInPlace: [Self] = [
        Self(
            "transaction-in-place", "The JWS is a transaction.", .fields,
            in: [.renewalInfo, .appTransaction, .notification, .realtimeRequest],
            .content { $0 = .example(.transaction) }),
        Self(
            "renewal-info-in-place", "The JWS is renewal info.", .fields,
            in: [.transaction, .appTransaction, .notification, .realtimeRequest],
            .content { $0 = .example(.renewalInfo) }),
        Self(
            "app-transaction-in-place", "The JWS is an app transaction.", .fields,
            in: [.transaction, .renewalInfo, .notification, .realtimeRequest],
            .content { $0 = .example(.appTransaction) }),
        Self(
            "notification-in-place", "The JWS is a notification.", .fields,
            in: [.transaction, .renewalInfo, .appTransaction, .realtimeRequest],
            .content { $0 = .example(.notification) }),
        Self(
            "retention-request-in-place", "The payload is a request for retention messages.", .fields,
            in: [.transaction, .renewalInfo, .appTransaction, .notification],
            .content { $0 = .example(.realtimeRequest) }),
        Self(
            "empty-object", "The payload has a date and nothing else.", .fields,
            .content {
                let date = JSONText.milliseconds($0.signedDate, in: .production)
                $0 = .other(TestJSONObject([["signedDate": date]]), signedDate: $0.signedDate)
            }),
    ]
}
