#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension NotificationPayload: Payload {
    init(text: ArraySlice<UInt8>) { json = Array(text) }

    static let required = ["notificationType", "notificationUUID", "signedDate"]

    static let members: PayloadTable<NotificationPayload> = [
        "notificationType": .strict { assign($1.identifier.map(NotificationType.init), to: &$0.notificationType) },
        "subtype": .lenient { assign($1.identifier.map(NotificationSubtype.init), to: &$0.subtype) },
        "notificationUUID": .strict { assign($1.identifier, to: &$0.notificationUUID) },
        "version": .lenient { assign($1.identifier, to: &$0.version) },
        "signedDate": .strict { assign($1.date, to: &$0.signedDate) },
        "data": .strict { assign($1.object, to: &$0.bodies["data"]) },
        "summary": .strict { assign($1.object, to: &$0.bodies["summary"]) },
        "externalPurchaseToken": .strict { assign($1.object, to: &$0.bodies["externalPurchaseToken"]) },
        "appData": .strict { assign($1.object, to: &$0.bodies["appData"]) },
    ]

    /// Reads the one body that is there.
    mutating func readBody() throws(FormatError) {
        guard let (name, text) = bodies.first else {
            throw FormatError(.missingMember, path: .member("data"), offset: 0)
        }
        // Which of two would count? Nobody should have to know.
        guard bodies.count == 1 else {
            let start = bodies.values.map(\.startIndex).max() ?? 0
            throw FormatError(.malformedMember, path: .member("data"), offset: start)
        }
        bodies = [:]
        switch name {
        case "data":
            let data = try PurchaseData(json: text, path: "data.")
            diagnostics += data.diagnostics
            body = .data(data)
        case "summary":
            let summary = try Summary(json: text, path: "summary.")
            diagnostics += summary.diagnostics
            body = .summary(summary)
        case "appData":
            let data = try AppData(json: text, path: "appData.")
            diagnostics += data.diagnostics
            body = .appData(data)
        default:
            let token = try ExternalPurchaseToken(json: text, path: "externalPurchaseToken.")
            diagnostics += token.diagnostics
            body = .externalPurchaseToken(token)
        }
    }
}

extension NotificationPayload.PurchaseData: Payload {
    init(text: ArraySlice<UInt8>) {}

    static let required = ["environment", "bundleId"]

    static let members: PayloadTable<Self> = [
        "environment": .strict { assign($1.identifier, to: &$0.rawEnvironment) },
        "appAppleId": .strict { assign($1.unsigned, to: &$0.appID) },
        "bundleId": .strict { assign($1.identifier, to: &$0.bundleIdentifier) },
        "bundleVersion": .lenient { assign($1.identifier, to: &$0.bundleVersion) },
        "signedTransactionInfo": .strict { assign($1.identifier, to: &$0.signedTransactionInfo) },
        "signedRenewalInfo": .strict { assign($1.identifier, to: &$0.signedRenewalInfo) },
        "status": .lenient { assign($1.small.map(SubscriptionStatusCode.init), to: &$0.status) },
        "consumptionRequestReason": .lenient { assign($1.identifier, to: &$0.consumptionRequestReason) },
    ]
}

extension NotificationPayload.Summary: Payload {
    init(text: ArraySlice<UInt8>) {}

    static let required = ["environment", "bundleId"]

    static let members: PayloadTable<Self> = [
        "environment": .strict { assign($1.identifier, to: &$0.rawEnvironment) },
        "appAppleId": .strict { assign($1.unsigned, to: &$0.appID) },
        "bundleId": .strict { assign($1.identifier, to: &$0.bundleIdentifier) },
        "productId": .lenient { assign($1.identifier, to: &$0.productID) },
        "requestIdentifier": .lenient { assign($1.identifier, to: &$0.requestIdentifier) },
        "storefrontCountryCodes": .lenient { assign($1.identifiers, to: &$0.storefrontCountryCodes) },
        "succeededCount": .lenient { assign($1.unsigned, to: &$0.succeededCount) },
        "failedCount": .lenient { assign($1.unsigned, to: &$0.failedCount) },
    ]
}

extension NotificationPayload.ExternalPurchaseToken: Payload {
    init(text: ArraySlice<UInt8>) {}

    static let required = ["externalPurchaseId", "bundleId"]

    static let members: PayloadTable<Self> = [
        "externalPurchaseId": .strict { assign($1.identifier, to: &$0.externalPurchaseID) },
        "tokenCreationDate": .lenient { assign($1.date, to: &$0.creationDate) },
        "appAppleId": .strict { assign($1.unsigned, to: &$0.appID) },
        "bundleId": .strict { assign($1.identifier, to: &$0.bundleIdentifier) },
    ]
}

extension NotificationPayload.AppData: Payload {
    init(text: ArraySlice<UInt8>) {}

    static let required = ["environment", "bundleId"]

    static let members: PayloadTable<Self> = [
        "environment": .strict { assign($1.identifier, to: &$0.rawEnvironment) },
        "appAppleId": .strict { assign($1.unsigned, to: &$0.appID) },
        "bundleId": .strict { assign($1.identifier, to: &$0.bundleIdentifier) },
        "signedAppTransactionInfo": .strict { assign($1.identifier, to: &$0.signedAppTransactionInfo) },
    ]
}
