public import ReceiptEssentials

/// The payload of a request of the Retention Messaging API, in which the App Store asks which message to show before a customer cancels
/// (Apple: `DecodedRealtimeRequestBody`).
///
/// It names a subscription but isn't evidence of a purchase. As with ``TransactionPayload``, a value of this type proves nothing. Every
/// member is required.
public struct RealtimeRequestPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    // Always empty: every member is required, so a malformed one is an error.
    var diagnostics: [FormatError] = []

    /// `originalTransactionId`: the subscription that the customer may cancel.
    public internal(set) var originalTransactionID = ""
    /// `appAppleId`: the app's identifier in the App Store.
    public internal(set) var appID: Int64 = 0
    /// `productId`: the product of the subscription.
    public internal(set) var productID = ""
    /// `userLocale`: the locale of the customer's device, such as `en-US`.
    public internal(set) var userLocale = ""
    /// `requestIdentifier`: a unique identifier of the request.
    public internal(set) var requestIdentifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    /// `environment`: the environment that signed this, as the payload spells it.
    public internal(set) var rawEnvironment = ""
    /// `environment`: the environment that signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `signedDate`: the date on which the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
}

extension RealtimeRequestPayload: Payload, Encodable {
    /// Decodes a payload without verifying its signature.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("originalTransactionId", as: "originalTransactionID", .text, .required, &originalTransactionID)
        try visit("appAppleId", as: "appID", .number, .required, &appID)
        try visit("productId", as: "productID", .text, .required, &productID)
        try visit("userLocale", .text, .required, &userLocale)
        try visit("requestIdentifier", .uuid, .required, &requestIdentifier)
        try visit("environment", .environment, .required, &rawEnvironment)
        try visit("signedDate", .milliseconds, .required, &signedDate)
    }
}
