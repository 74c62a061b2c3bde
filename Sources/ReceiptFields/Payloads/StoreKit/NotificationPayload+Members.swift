/// The payload is encoded like ``TransactionPayload``, with the version as `notificationVersion`.
extension NotificationPayload: Payload, Encodable {
    package static var kind: PayloadKind { .notification }

    /// Decodes a payload without verifying its signature. The JWS in it are kept as strings.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        notificationType = try row("notificationType", .text, .required, now?.notificationType)
        subtype = try row("subtype", .text, .lenient, now?.subtype)
        notificationUUID = try row("notificationUUID", .text, .required, now?.notificationUUID)
        version = try row("version", json: "notificationVersion", .text, .lenient, now?.version)
        signedDate = try row("signedDate", .milliseconds, .required, now?.signedDate)
        if let now { body = now.body } else { body = try Body(&row) }
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

extension NotificationPayload.Body {
    /// Visits the members of the four contents, exactly one of which must be there.
    fileprivate init<V: FieldVisitor & ~Escapable>(_ row: inout V) throws(V.Failure) {
        let data: NotificationPayload.PurchaseData? = try row("data", partOf: "body", .object, .strict, nil)
        let summary: NotificationPayload.Summary? = try row("summary", partOf: "body", .object, .strict, nil)
        let token: NotificationPayload.ExternalPurchaseToken? = try row(
            "externalPurchaseToken", partOf: "body", .object, .strict, nil)
        let app: NotificationPayload.AppData? = try row("appData", partOf: "body", .object, .strict, nil)
        switch (data, summary, token, app) {
        case (let data?, nil, nil, nil): self = .data(data)
        case (nil, let summary?, nil, nil): self = .summary(summary)
        case (nil, nil, let token?, nil): self = .externalPurchaseToken(token)
        case (nil, nil, nil, let app?): self = .appData(app)
        case (nil, nil, nil, nil):
            row.reject(.missingMember, "data")
            self = .externalPurchaseToken(.placeholder)
        // With two contents, parsers could disagree about which one to use.
        default:
            row.reject(.malformedMember, "data")
            self = .externalPurchaseToken(.placeholder)
        }
    }
}
