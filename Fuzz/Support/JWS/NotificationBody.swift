import JSONSupport
import ReceiptFields

extension ReferenceKind<NotificationPayload> {
    static var notification: Self {
        Self(
            required: ["notificationType", "notificationUUID", "signedDate"],
            members: [
                .strict("notificationType", .text) { .text($0.notificationType.rawValue) },
                .lenient("subtype", .text) { .text($0.subtype?.rawValue) },
                .strict("notificationUUID", .text) { .text($0.notificationUUID) },
                .lenient("version", .text) { .text($0.version) },
                .strict("signedDate", .date) { .date($0.signedDate) },
                .strict("data", .object) { _ in .hidden },
                .strict("summary", .object) { _ in .hidden },
                .strict("externalPurchaseToken", .object) { _ in .hidden },
                .strict("appData", .object) { _ in .hidden },
            ])
    }
}

/// The four kinds of notification content, by member name.
enum NotificationBody: String, CaseIterable {
    case data, summary, externalPurchaseToken, appData

    private func faults(_ object: JSONTree) -> Set<String> {
        let path = rawValue + "."
        return switch self {
        case .data: Self.referenceData.faults(object, path)
        case .summary: Self.referenceSummary.faults(object, path)
        case .externalPurchaseToken: Self.referenceExternalPurchaseToken.faults(object, path)
        case .appData: Self.referenceAppData.faults(object, path)
        }
    }

    /// Returns the paths of members of a notification that must make reading fail.
    static func faults(in object: JSONTree) -> Set<String> {
        var faults = ReferenceKind.notification.faults(object, "")
        let bodies = allCases.filter { object[$0.rawValue] != nil }
        if bodies.count != 1 { faults.insert("data") }
        for body in bodies {
            guard let inner = object[body.rawValue] else { continue }
            faults.formUnion(body.faults(inner))
        }
        return faults
    }

    static func check(_ payload: NotificationPayload, _ object: JSONTree) {
        ReferenceKind.notification.check(payload, payload.diagnostics, object, "")
        func inner(_ body: Self) -> JSONTree { object[body.rawValue] ?? .null }
        switch payload.body {
        case .data(let body): referenceData.check(body, payload.diagnostics, inner(.data), "data.")
        case .summary(let body): referenceSummary.check(body, payload.diagnostics, inner(.summary), "summary.")
        case .externalPurchaseToken(let body):
            referenceExternalPurchaseToken.check(
                body, payload.diagnostics, inner(.externalPurchaseToken), "externalPurchaseToken.")
        case .appData(let body): referenceAppData.check(body, payload.diagnostics, inner(.appData), "appData.")
        }
    }

    private static var referenceData: ReferenceKind<NotificationPayload.PurchaseData> {
        ReferenceKind(
            required: ["environment", "bundleId"],
            members: [
                .strict("environment", .text) { .text($0.rawEnvironment) },
                .strict("appAppleId", .natural) { $0.appID.map { .whole($0) } },
                .strict("bundleId", .text) { .text($0.bundleIdentifier) },
                .lenient("bundleVersion", .text) { .text($0.bundleVersion) },
                .strict("signedTransactionInfo", .text) { .text($0.signedTransactionInfo) },
                .strict("signedRenewalInfo", .text) { .text($0.signedRenewalInfo) },
                .lenient("status", .small) { .whole($0.status?.rawValue) },
                .lenient("consumptionRequestReason", .text) { .text($0.consumptionRequestReason) },
            ])
    }

    private static var referenceSummary: ReferenceKind<NotificationPayload.Summary> {
        ReferenceKind(
            required: ["environment", "bundleId"],
            members: [
                .strict("environment", .text) { .text($0.rawEnvironment) },
                .strict("appAppleId", .natural) { $0.appID.map { .whole($0) } },
                .strict("bundleId", .text) { .text($0.bundleIdentifier) },
                .lenient("productId", .text) { .text($0.productID) },
                .lenient("requestIdentifier", .text) { .text($0.requestIdentifier) },
                .lenient("storefrontCountryCodes", .texts) {
                    $0.storefrontCountryCodes.map { .texts($0.map { Array($0.utf8) }) }
                },
                .lenient("succeededCount", .natural) { $0.succeededCount.map { .whole($0) } },
                .lenient("failedCount", .natural) { $0.failedCount.map { .whole($0) } },
            ])
    }

    private static var referenceExternalPurchaseToken: ReferenceKind<NotificationPayload.ExternalPurchaseToken> {
        ReferenceKind(
            required: ["externalPurchaseId", "bundleId"],
            members: [
                .strict("externalPurchaseId", .text) { .text($0.externalPurchaseID) },
                .lenient("tokenCreationDate", .date) { .date($0.creationDate) },
                .lenient("tokenExpirationDate", .date) { .date($0.expirationDate) },
                .lenient("tokenType", .text) { .text($0.type?.rawValue) },
                .strict("appAppleId", .natural) { $0.appID.map { .whole($0) } },
                .strict("bundleId", .text) { .text($0.bundleIdentifier) },
            ])
    }

    private static var referenceAppData: ReferenceKind<NotificationPayload.AppData> {
        ReferenceKind(
            required: ["environment", "bundleId"],
            members: [
                .strict("environment", .text) { .text($0.rawEnvironment) },
                .strict("appAppleId", .natural) { $0.appID.map { .whole($0) } },
                .strict("bundleId", .text) { .text($0.bundleIdentifier) },
                .strict("signedAppTransactionInfo", .text) { .text($0.signedAppTransactionInfo) },
            ])
    }
}
