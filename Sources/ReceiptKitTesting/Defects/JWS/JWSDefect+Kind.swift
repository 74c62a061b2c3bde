/// A good JWS of another kind than the one that was asked for.
extension JWSDefect {
    static let kindsInPlace: [JWSDefect] = [
        .transactionInPlace, .renewalInfoInPlace, .appTransactionInPlace, .notificationInPlace,
        .retentionRequestInPlace, .emptyObject,
    ]

    /// It is a transaction.
    public static let transactionInPlace = Self(
        "transaction-in-place", "It is a transaction.", .refused(.fields),
        in: [.renewalInfo, .appTransaction, .notification],
        .inPlace(.transaction))

    /// It is renewal info.
    public static let renewalInfoInPlace = Self(
        "renewal-info-in-place", "It is renewal info.", .refused(.fields),
        in: [.transaction, .appTransaction, .notification],
        .inPlace(.renewalInfo))

    /// It is an app transaction.
    public static let appTransactionInPlace = Self(
        "app-transaction-in-place", "It is an app transaction.", .refused(.fields),
        in: [.transaction, .renewalInfo, .notification],
        .inPlace(.appTransaction))

    /// It is a notification.
    public static let notificationInPlace = Self(
        "notification-in-place", "It is a notification.", .refused(.fields),
        in: [.transaction, .renewalInfo, .appTransaction],
        .inPlace(.notification))

    /// It is a request for retention messages.
    public static let retentionRequestInPlace = Self(
        "retention-request-in-place", "It is a request for retention messages.", .refused(.fields),
        .inPlace(.other))

    /// The payload has a date and nothing else.
    public static let emptyObject = Self(
        "empty-object", "The payload has a date and nothing else.", .refused(.fields),
        JWSDefectSteps(content: {
            let date = JSONText.milliseconds($0.content.signedDate, in: .production)
            $0.content = .other(TestJSONObject([["signedDate": date]]), signedDate: $0.content.signedDate)
            return true
        }))
}

extension JWSDefectSteps {
    fileprivate static func inPlace(_ kind: TestJWSKind) -> Self {
        Self(content: {
            $0.content = .example(kind)
            return true
        })
    }
}
