internal import ReceiptEssentials

/// Encoded like ``TransactionPayload``, the version as `notificationVersion`.
extension NotificationPayload: Payload, Encodable {
    package static let table = FieldTable(of: Self.self)

    @inline(__always)
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("notificationType", .text, .required, &notificationType)
        try visit("subtype", .text, .lenient, &subtype)
        try visit("notificationUUID", .text, .required, &notificationUUID)
        try visit("version", json: "notificationVersion", .text, .lenient, &version)
        try visit("signedDate", .milliseconds, .required, &signedDate)
        try visit("data", partOf: "body", .object, .strict, &bodies.data)
        try visit("summary", partOf: "body", .object, .strict, &bodies.summary)
        try visit("externalPurchaseToken", partOf: "body", .object, .strict, &bodies.externalPurchaseToken)
        try visit("appData", partOf: "body", .object, .strict, &bodies.appData)
    }

    /// The four contents, as far as they are there, until it is clear that only one is.
    struct Bodies: Hashable, Sendable {
        var data = Boxed<PurchaseData>.none
        var summary = Boxed<Summary>.none
        var externalPurchaseToken = Boxed<ExternalPurchaseToken>.none
        var appData = Boxed<AppData>.none
    }

    /// Takes the one content that is there.
    mutating func readBody() throws(FormatError) {
        let found = bodies
        bodies = Bodies()
        switch (found.data.value, found.summary.value, found.externalPurchaseToken.value, found.appData.value) {
        case (let data?, nil, nil, nil): body = .data(data)
        case (nil, let summary?, nil, nil): body = .summary(summary)
        case (nil, nil, let token?, nil): body = .externalPurchaseToken(token)
        case (nil, nil, nil, let data?): body = .appData(data)
        case (nil, nil, nil, nil): throw FormatError(.missingMember, path: .member("data"), offset: 0)
        // Two readers could disagree on which of two counts.
        default: throw FormatError(.malformedMember, path: .member("data"), offset: 0)
        }
    }

    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        switch body {
        case .data(let data): try sink.member("data", data)
        case .summary(let summary): try sink.member("summary", summary)
        case .externalPurchaseToken(let token): try sink.member("externalPurchaseToken", token)
        case .appData(let data): try sink.member("appData", data)
        }
    }

    /// The notification without the texts of the JWS in it, for JSON that has beside it what they say.
    package var withoutNestedTexts: NotificationPayload {
        var copy = self
        switch body {
        case .data(var data):
            (data.signedTransactionInfo, data.signedRenewalInfo) = (nil, nil)
            copy.body = .data(data)
        case .appData(var data):
            data.signedAppTransactionInfo = nil
            copy.body = .appData(data)
        case .summary, .externalPurchaseToken: break
        }
        return copy
    }
}
