public import ReceiptEssentials

/// What an App Store server notification, version 2, says (Apple: `responseBodyV2DecodedPayload`).
///
/// As with ``TransactionPayload``, a value of this type says nothing about who wrote it. The JWS in its ``body-swift.property``
/// are texts that were signed apart from it.
public struct NotificationPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public internal(set) var json: [UInt8] = []
    /// Members that were malformed, so that their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `notificationType`: what happened.
    public internal(set) var notificationType = NotificationType(rawValue: "")
    /// `subtype`: more about what happened.
    public internal(set) var subtype: NotificationSubtype?
    /// `notificationUUID`: one for each notification; a repetition has the same.
    public internal(set) var notificationUUID = ""
    /// `version`: of the notification, such as `2.0`.
    public internal(set) var version: String?
    /// `signedDate`: when the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// What the notification is about.
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

    /// One of the four contents.
    @nonexhaustive
    public enum Body: Sendable, Hashable {
        /// `data`: a purchase or a subscription.
        case data(PurchaseData)
        /// `summary`: how a renewal date was extended for many.
        case summary(Summary)
        /// `externalPurchaseToken`: a purchase outside the App Store.
        case externalPurchaseToken(ExternalPurchaseToken)
        /// `appData`: the app itself.
        case appData(AppData)
    }

    /// `data`: the app, and the JWS of the purchase or subscription.
    public struct PurchaseData: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`, in the payload's own text.
        public internal(set) var rawEnvironment = ""
        /// `environment`: which App Store signed this.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the store; absent in sandbox.
        public internal(set) var appID: Int64?
        /// `bundleId`: the bundle identifier of the app.
        public internal(set) var bundleIdentifier = ""
        /// `bundleVersion`: the build of the app (`CFBundleVersion`); absent where Apple does not know it.
        public internal(set) var bundleVersion: String?
        /// `signedTransactionInfo`: a JWS, signed apart.
        public internal(set) var signedTransactionInfo: String?
        /// `signedRenewalInfo`: a JWS, signed apart.
        public internal(set) var signedRenewalInfo: String?
        /// `status`: of the subscription when this was signed.
        public internal(set) var status: SubscriptionStatusCode?
        /// `consumptionRequestReason`: why the customer asked for a refund.
        public internal(set) var consumptionRequestReason: String?

        package static let table = FieldTable(of: Self.self)

        mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
            try visit("environment", .environment, .required, &rawEnvironment)
            try visit("appAppleId", as: "appID", .number, .strict, &appID)
            try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
            try visit("bundleVersion", .text, .lenient, &bundleVersion)
            try visit("signedTransactionInfo", .text, .strict, &signedTransactionInfo)
            try visit("signedRenewalInfo", .text, .strict, &signedRenewalInfo)
            // A subscription's `status` in the JSON of a ledger is an object.
            try visit("status", json: "statusCode", .number, .lenient, &status)
            try visit("consumptionRequestReason", .text, .lenient, &consumptionRequestReason)
        }
    }

    /// `summary`: the result of a request to extend the renewal dates of many subscriptions.
    public struct Summary: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`, in the payload's own text.
        public internal(set) var rawEnvironment = ""
        /// `environment`: which App Store signed this.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the store; absent in sandbox.
        public internal(set) var appID: Int64?
        /// `bundleId`: the bundle identifier of the app.
        public internal(set) var bundleIdentifier = ""
        /// `productId`: the product whose renewal dates were extended.
        public internal(set) var productID: String?
        /// `requestIdentifier`: of the request to extend the renewal dates.
        public internal(set) var requestIdentifier: String?
        /// `storefrontCountryCodes`: ISO 3166 alpha-3 codes.
        public internal(set) var storefrontCountryCodes: [String]?
        /// `succeededCount`: how many subscriptions were extended.
        public internal(set) var succeededCount: Int64?
        /// `failedCount`: how many subscriptions could not be extended.
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
        /// `externalPurchaseId`: begins with `SANDBOX` in sandbox.
        public internal(set) var externalPurchaseID = ""
        /// `tokenCreationDate`: when Apple created it, in milliseconds since 1970 in the payload.
        public internal(set) var creationDate: Date?
        /// `tokenExpirationDate`: when the external purchase token of a custom link ends.
        public internal(set) var expirationDate: Date?
        /// `tokenType`: what the external purchase token of a custom link is for.
        public internal(set) var type: TokenType?
        /// `appAppleId`: the app's identifier in the store.
        public internal(set) var appID: Int64?
        /// `bundleId`: the bundle identifier of the app.
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

        /// What the external purchase token of a custom link is for: `tokenType`. An open set.
        public struct TokenType: RawRepresentable, FieldValue, Hashable, Sendable {
            /// The text in the payload.
            public let rawValue: String

            /// A value by its text in the payload.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `ACQUISITION`: for the initial acquisition fee.
            public static let acquisition = TokenType(rawValue: "ACQUISITION")
            /// `SERVICES`: for the store services fee.
            public static let services = TokenType(rawValue: "SERVICES")
        }
    }

    /// `appData`: the app, and the JWS of its app transaction.
    public struct AppData: MemberOwner, Encodable, Sendable, Hashable {
        /// `environment`, in the payload's own text.
        public internal(set) var rawEnvironment = ""
        /// `environment`: which App Store signed this.
        public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
        /// `appAppleId`: the app's identifier in the store; absent in sandbox.
        public internal(set) var appID: Int64?
        /// `bundleId`: the bundle identifier of the app.
        public internal(set) var bundleIdentifier = ""
        /// `signedAppTransactionInfo`: a JWS, signed apart.
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
    /// Which App Store signed this. Of an external purchase token, the beginning of its identifier shows it.
    public var environment: StoreEnvironment {
        if let rawEnvironment { return StoreEnvironment(rawValue: rawEnvironment) }
        guard case .externalPurchaseToken(let token) = body else { return .production }
        return token.externalPurchaseID.utf8.starts(with: "SANDBOX".utf8) ? .sandbox : .production
    }

    /// The same in the payload's own text; nil for an external purchase token.
    public var rawEnvironment: String? { app.rawEnvironment }

    /// The app's bundle identifier.
    public var bundleIdentifier: String { app.bundleIdentifier }

    /// The app's identifier in the store; absent in sandbox.
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
