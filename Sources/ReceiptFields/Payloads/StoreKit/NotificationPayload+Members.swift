/// Encoded like ``TransactionPayload``, with the version as `notificationVersion`.
extension NotificationPayload: Payload, Encodable {
    /// Decodes a payload without verifying its signature. The JWS in it are kept as strings.
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

    /// Throws unless exactly one of the four contents is present.
    func check() throws(FormatError) {
        let count = [data != nil, summary != nil, externalPurchaseToken != nil, appData != nil].count { $0 }
        if count == 0 { throw FormatError(.missingMember, path: .member("data"), offset: 0) }
        // With two contents, parsers could disagree about which one to use.
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

    /// The notification without the nested JWS, for JSON that contains their decoded payloads next to it.
    package var withoutNestedTexts: NotificationPayload {
        var copy = self
        copy.data?.signedTransactionInfo = nil
        copy.data?.signedRenewalInfo = nil
        copy.appData?.signedAppTransactionInfo = nil
        return copy
    }
}
