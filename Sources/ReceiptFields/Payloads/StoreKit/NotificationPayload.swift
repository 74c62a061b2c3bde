public import ReceiptEssentials

/// The payload of a version 2 App Store server notification (Apple: `responseBodyV2DecodedPayload`).
///
/// As with ``TransactionPayload``, a value of this type proves nothing. The JWS in its ``body-swift.property`` are strings with signatures
/// of their own.
public struct NotificationPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    /// The errors of malformed members, whose properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `notificationType`: the event.
    public let notificationType: NotificationType
    /// `subtype`: details of the event.
    public let subtype: NotificationSubtype?
    /// `notificationUUID`: a unique identifier of the notification. If Apple sends a notification again, the identifier is the same.
    public let notificationUUID: String
    /// `version`: the version of the notification, such as `2.0`.
    public let version: String?
    /// `signedDate`: the date on which the App Store signed this payload.
    public let signedDate: Date
    /// The subject of the notification.
    public internal(set) var body: Body

    /// The content of a notification, which is of one of four kinds.
    @nonexhaustive
    public enum Body: Sendable, Hashable {
        /// `data`: a purchase or a subscription.
        case data(PurchaseData)
        /// `summary`: the result of extending the renewal dates of many subscriptions.
        case summary(Summary)
        /// `externalPurchaseToken`: a purchase outside the App Store.
        case externalPurchaseToken(ExternalPurchaseToken)
        /// `appData`: the app itself.
        case appData(AppData)
    }

    /// `data`: the app, and the JWS of the purchase or subscription.
    public struct PurchaseData: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`: the environment that signed this payload, in the payload's spelling.
        public let rawEnvironment: String
        /// `environment`: the environment that signed this payload.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
        public let appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public let bundleIdentifier: String
        /// `bundleVersion`: the build number of the app (`CFBundleVersion`); absent if Apple doesn't know it.
        public let bundleVersion: String?
        /// `signedTransactionInfo`: a JWS with a signature of its own.
        public internal(set) var signedTransactionInfo: String?
        /// `signedRenewalInfo`: a JWS with a signature of its own.
        public internal(set) var signedRenewalInfo: String?
        /// `status`: the status of the subscription when this payload was signed.
        public let status: SubscriptionStatusCode?
        /// `consumptionRequestReason`: the customer's reason for requesting a refund.
        public let consumptionRequestReason: String?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            rawEnvironment = try row("environment", .environment, .required, now?.rawEnvironment)
            appID = try row("appAppleId", as: "appID", .number, .strict, now?.appID)
            bundleIdentifier = try row(
                "bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
            bundleVersion = try row("bundleVersion", .text, .lenient, now?.bundleVersion)
            signedTransactionInfo = try row("signedTransactionInfo", .text, .strict, now?.signedTransactionInfo)
            signedRenewalInfo = try row("signedRenewalInfo", .text, .strict, now?.signedRenewalInfo)
            // In the JSON of a ledger, a subscription's `status` is an object, so this member has another name.
            status = try row("status", json: "statusCode", .number, .lenient, now?.status)
            consumptionRequestReason = try row(
                "consumptionRequestReason", .text, .lenient, now?.consumptionRequestReason)
        }
    }

    /// `summary`: the result of a request to extend the renewal dates of many subscriptions.
    public struct Summary: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`: the environment that signed this payload, in the payload's spelling.
        public let rawEnvironment: String
        /// `environment`: the environment that signed this payload.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
        public let appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public let bundleIdentifier: String
        /// `productId`: the product whose renewal dates were extended.
        public let productID: String?
        /// `requestIdentifier`: the identifier of the request to extend the renewal dates.
        public let requestIdentifier: String?
        /// `storefrontCountryCodes`: ISO 3166 alpha-3 codes.
        public let storefrontCountryCodes: [String]?
        /// `succeededCount`: the number of subscriptions that were extended.
        public let succeededCount: Int64?
        /// `failedCount`: the number of subscriptions that couldn't be extended.
        public let failedCount: Int64?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            rawEnvironment = try row("environment", .environment, .required, now?.rawEnvironment)
            appID = try row("appAppleId", as: "appID", .number, .strict, now?.appID)
            bundleIdentifier = try row(
                "bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
            productID = try row("productId", as: "productID", .text, .lenient, now?.productID)
            requestIdentifier = try row("requestIdentifier", .text, .lenient, now?.requestIdentifier)
            storefrontCountryCodes = try row("storefrontCountryCodes", .texts, .lenient, now?.storefrontCountryCodes)
            succeededCount = try row("succeededCount", .number, .lenient, now?.succeededCount)
            failedCount = try row("failedCount", .number, .lenient, now?.failedCount)
        }
    }

    /// `externalPurchaseToken`: an external purchase token, for reports about purchases outside the App Store.
    public struct ExternalPurchaseToken: MemberOwner, Encodable, Sendable, Hashable {
        /// `externalPurchaseId`: the token's identifier. In sandbox it begins with `SANDBOX`.
        public let externalPurchaseID: String
        /// `tokenCreationDate`: the date on which Apple created the token, in milliseconds since 1970 in the payload.
        public let creationDate: Date?
        /// `tokenExpirationDate`: the expiration date of the token, for a custom link.
        public let expirationDate: Date?
        /// `tokenType`: the purpose of the token, for a custom link.
        public let type: TokenType?
        /// `appAppleId`: the app's identifier in the App Store.
        public let appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public let bundleIdentifier: String

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            externalPurchaseID = try row(
                "externalPurchaseId", as: "externalPurchaseID", .text, .required, now?.externalPurchaseID)
            creationDate = try row("tokenCreationDate", as: "creationDate", .milliseconds, .lenient, now?.creationDate)
            expirationDate = try row(
                "tokenExpirationDate", as: "expirationDate", .milliseconds, .lenient, now?.expirationDate)
            type = try row("tokenType", as: "type", json: "tokenType", .text, .lenient, now?.type)
            appID = try row("appAppleId", as: "appID", .number, .strict, now?.appID)
            bundleIdentifier = try row(
                "bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
        }

        /// The purpose of an external purchase token for a custom link: `tokenType`. An open set.
        public struct TokenType: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The raw value in the payload.
            public let rawValue: String

            /// Creates a value from its raw value in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `ACQUISITION`: for the initial acquisition fee.
            public static let acquisition = TokenType(rawValue: "ACQUISITION")
            /// `SERVICES`: for the store services fee.
            public static let services = TokenType(rawValue: "SERVICES")
        }
    }

    /// `appData`: the app, and the JWS of its app transaction.
    public struct AppData: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`: the environment that signed this payload, in the payload's spelling.
        public let rawEnvironment: String
        /// `environment`: the environment that signed this payload.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
        public let appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public let bundleIdentifier: String
        /// `signedAppTransactionInfo`: a JWS with a signature of its own.
        public internal(set) var signedAppTransactionInfo: String?

        package static let table = FieldTable(of: Self.self)

        init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
            rawEnvironment = try row("environment", .environment, .required, now?.rawEnvironment)
            appID = try row("appAppleId", as: "appID", .number, .strict, now?.appID)
            bundleIdentifier = try row(
                "bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
            signedAppTransactionInfo = try row(
                "signedAppTransactionInfo", .text, .strict, now?.signedAppTransactionInfo)
        }
    }
}

extension NotificationPayload {
    /// The environment that signed this notification. For an external purchase token, the beginning of its identifier shows the environment.
    public var environment: StoreEnvironment {
        if let rawEnvironment { return StoreEnvironment(rawValue: rawEnvironment) }
        guard case .externalPurchaseToken(let token) = body else { return .production }
        return token.externalPurchaseID.utf8.starts(with: "SANDBOX".utf8) ? .sandbox : .production
    }

    /// The environment as the payload spells it. Nil for an external purchase token.
    public var rawEnvironment: String? { app.rawEnvironment }

    /// The app's bundle identifier.
    public var bundleIdentifier: String { app.bundleIdentifier }

    /// The app's identifier in the App Store; absent in sandbox.
    public var appID: Int64? { app.appID }

    private var app: (rawEnvironment: String?, bundleIdentifier: String, appID: Int64?) {
        switch body {
        case .data(let data): (data.rawEnvironment, data.bundleIdentifier, data.appID)
        case .summary(let summary): (summary.rawEnvironment, summary.bundleIdentifier, summary.appID)
        case .externalPurchaseToken(let token): (nil, token.bundleIdentifier, token.appID)
        case .appData(let data): (data.rawEnvironment, data.bundleIdentifier, data.appID)
        }
    }
}
