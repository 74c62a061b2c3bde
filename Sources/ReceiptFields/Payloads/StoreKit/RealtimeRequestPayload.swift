public import ReceiptEssentials

/// What a request of the Retention Messaging API says: the App Store asks which message to show before a customer cancels (Apple:
/// `DecodedRealtimeRequestBody`).
///
/// It names a subscription and is evidence of no purchase. As with ``TransactionPayload``, a value of this type says nothing about who
/// wrote it. Every member is required.
public struct RealtimeRequestPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public internal(set) var json: [UInt8] = []
    // Of what is required nothing is given up with a diagnostic.
    var diagnostics: [FormatError] = []

    /// `originalTransactionId`: which subscription the customer may cancel.
    public internal(set) var originalTransactionID = ""
    /// `appAppleId`: the app's identifier in the store.
    public internal(set) var appID: Int64 = 0
    /// `productId`: the product of the subscription.
    public internal(set) var productID = ""
    /// `userLocale`: the locale of the customer's device, such as `en-US`.
    public internal(set) var userLocale = ""
    /// `requestIdentifier`: one for each request.
    public internal(set) var requestIdentifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    /// `environment`: which App Store signed this, in the payload's own text.
    public internal(set) var rawEnvironment = ""
    /// `environment`: which App Store signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `signedDate`: when the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
}

extension RealtimeRequestPayload: Payload, Encodable {
    /// Reads a payload, without any check of who wrote it.
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
