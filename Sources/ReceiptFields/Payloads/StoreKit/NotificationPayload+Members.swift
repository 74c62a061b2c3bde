/// Encoded like ``TransactionPayload``, the version as `notificationVersion`.
extension NotificationPayload: Payload, Encodable {
    /// Reads a payload, without any check of who wrote it. The JWS in it stay texts.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("notificationType", .text, .required, &notificationType)
        try visit("subtype", .text, .lenient, &subtype)
        try visit("notificationUUID", .text, .required, &notificationUUID)
        try visit("version", json: "notificationVersion", .text, .lenient, &version)
        try visit("signedDate", .milliseconds, .required, &signedDate)
        try visit("data", partOf: "body", .object, .strict, &data)
        try visit("summary", partOf: "body", .object, .strict, &summary)
        try visit("externalPurchaseToken", partOf: "body", .object, .strict, &externalPurchaseToken)
        try visit("appData", partOf: "body", .object, .strict, &appData)
    }

    /// Exactly one of the four contents is there.
    func check() throws(FormatError) {
        let count = [data != nil, summary != nil, externalPurchaseToken != nil, appData != nil].count { $0 }
        if count == 0 { throw FormatError(.missingMember, path: .member("data"), offset: 0) }
        // Two readers could disagree on which of two counts.
        if count > 1 { throw FormatError(.malformedMember, path: .member("data"), offset: 0) }
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
        copy.data?.signedTransactionInfo = nil
        copy.data?.signedRenewalInfo = nil
        copy.appData?.signedAppTransactionInfo = nil
        return copy
    }
}
