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
    public internal(set) var notificationType = NotificationType(rawValue: "")
    /// `subtype`: details of the event.
    public internal(set) var subtype: NotificationSubtype?
    /// `notificationUUID`: a unique identifier of the notification. If Apple sends a notification again, the identifier is the same.
    public internal(set) var notificationUUID = ""
    /// `version`: the version of the notification, such as `2.0`.
    public internal(set) var version: String?
    /// `signedDate`: the date on which the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// The subject of the notification.
    public var body: Body {
        if let data { return .data(data) }
        if let summary { return .summary(summary) }
        if let appData { return .appData(appData) }
        return .externalPurchaseToken(externalPurchaseToken ?? ExternalPurchaseToken())
    }
    var data: PurchaseData?
    var summary: Summary?
    var externalPurchaseToken: ExternalPurchaseToken?
    var appData: AppData?

    /// The content of a notification, one of four.
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
        /// `environment`: the environment that signed this, as the payload spells it.
        public internal(set) var rawEnvironment = ""
        /// `environment`: the environment that signed this.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
        public internal(set) var appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public internal(set) var bundleIdentifier = ""
        /// `bundleVersion`: the build number of the app (`CFBundleVersion`); absent if Apple doesn't know it.
        public internal(set) var bundleVersion: String?
        /// `signedTransactionInfo`: a JWS with a signature of its own.
        public internal(set) var signedTransactionInfo: String?
        /// `signedRenewalInfo`: a JWS with a signature of its own.
        public internal(set) var signedRenewalInfo: String?
        /// `status`: the status of the subscription when this was signed.
        public internal(set) var status: SubscriptionStatusCode?
        /// `consumptionRequestReason`: the customer's reason for requesting a refund.
        public internal(set) var consumptionRequestReason: String?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("environment", .environment, .required, &rawEnvironment)
            try visit("appAppleId", as: "appID", .number, .strict, &appID)
            try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
            try visit("bundleVersion", .text, .lenient, &bundleVersion)
            try visit("signedTransactionInfo", .text, .strict, &signedTransactionInfo)
            try visit("signedRenewalInfo", .text, .strict, &signedRenewalInfo)
            // In the JSON of a ledger, a subscription's `status` is an object, so this one has another name.
            try visit("status", json: "statusCode", .number, .lenient, &status)
            try visit("consumptionRequestReason", .text, .lenient, &consumptionRequestReason)
        }
    }

    /// `summary`: the result of a request to extend the renewal dates of many subscriptions.
    public struct Summary: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`: the environment that signed this, as the payload spells it.
        public internal(set) var rawEnvironment = ""
        /// `environment`: the environment that signed this.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
        public internal(set) var appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public internal(set) var bundleIdentifier = ""
        /// `productId`: the product whose renewal dates were extended.
        public internal(set) var productID: String?
        /// `requestIdentifier`: the identifier of the request to extend the renewal dates.
        public internal(set) var requestIdentifier: String?
        /// `storefrontCountryCodes`: ISO 3166 alpha-3 codes.
        public internal(set) var storefrontCountryCodes: [String]?
        /// `succeededCount`: the number of subscriptions that were extended.
        public internal(set) var succeededCount: Int64?
        /// `failedCount`: the number of subscriptions that couldn't be extended.
        public internal(set) var failedCount: Int64?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("environment", .environment, .required, &rawEnvironment)
            try visit("appAppleId", as: "appID", .number, .strict, &appID)
            try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
            try visit("productId", as: "productID", .text, .lenient, &productID)
            try visit("requestIdentifier", .text, .lenient, &requestIdentifier)
            try visit("storefrontCountryCodes", .texts, .lenient, &storefrontCountryCodes)
            try visit("succeededCount", .number, .lenient, &succeededCount)
            try visit("failedCount", .number, .lenient, &failedCount)
        }
    }

    /// `externalPurchaseToken`: an external purchase token, for reports about purchases outside the App Store.
    public struct ExternalPurchaseToken: MemberOwner, Encodable, Sendable, Hashable {
        /// `externalPurchaseId`: the token's identifier. In sandbox it begins with `SANDBOX`.
        public internal(set) var externalPurchaseID = ""
        /// `tokenCreationDate`: the date on which Apple created the token, in milliseconds since 1970 in the payload.
        public internal(set) var creationDate: Date?
        /// `tokenExpirationDate`: the expiration date of the token, for a custom link.
        public internal(set) var expirationDate: Date?
        /// `tokenType`: the purpose of the token, for a custom link.
        public internal(set) var type: TokenType?
        /// `appAppleId`: the app's identifier in the App Store.
        public internal(set) var appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public internal(set) var bundleIdentifier = ""

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("externalPurchaseId", as: "externalPurchaseID", .text, .required, &externalPurchaseID)
            try visit("tokenCreationDate", as: "creationDate", .milliseconds, .lenient, &creationDate)
            try visit("tokenExpirationDate", as: "expirationDate", .milliseconds, .lenient, &expirationDate)
            try visit("tokenType", as: "type", json: "tokenType", .text, .lenient, &type)
            try visit("appAppleId", as: "appID", .number, .strict, &appID)
            try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
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
        /// `environment`: the environment that signed this, as the payload spells it.
        public internal(set) var rawEnvironment = ""
        /// `environment`: the environment that signed this.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
        public internal(set) var appID: Int64?
        /// `bundleId`: the app's bundle identifier.
        public internal(set) var bundleIdentifier = ""
        /// `signedAppTransactionInfo`: a JWS with a signature of its own.
        public internal(set) var signedAppTransactionInfo: String?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("environment", .environment, .required, &rawEnvironment)
            try visit("appAppleId", as: "appID", .number, .strict, &appID)
            try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
            try visit("signedAppTransactionInfo", .text, .strict, &signedAppTransactionInfo)
        }
    }
}

extension NotificationPayload {
    /// The environment that signed this. For an external purchase token, the beginning of its identifier shows the environment.
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
