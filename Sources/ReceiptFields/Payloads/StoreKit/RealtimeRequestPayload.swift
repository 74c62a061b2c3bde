public import ReceiptEssentials

/// The payload of a request of the Retention Messaging API, in which the App Store asks which message to show before a customer cancels
/// (Apple: `DecodedRealtimeRequestBody`).
///
/// The request names a subscription but isn't evidence of a purchase. As with ``TransactionPayload``, a value of this type proves nothing.
/// Every member is required.
public struct RealtimeRequestPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    // Always empty: every member is required, so a malformed one is an error.
    package internal(set) var diagnostics: [FormatError] = []

    /// `originalTransactionId`: the subscription that the customer may cancel.
    public let originalTransactionID: String
    /// `appAppleId`: the app's identifier in the App Store.
    public let appID: Int64
    /// `productId`: the product of the subscription.
    public let productID: String
    /// `userLocale`: the locale of the customer's device, such as `en-US`.
    public let userLocale: String
    /// `requestIdentifier`: a unique identifier of the request.
    public let requestIdentifier: UUID
    /// `environment`: the environment that signed this payload, in the payload's spelling.
    public let rawEnvironment: String
    /// `environment`: the environment that signed this payload.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `signedDate`: the date on which the App Store signed this payload.
    public let signedDate: Date
}

extension RealtimeRequestPayload: Payload, Encodable {
    package static var kind: PayloadKind { .realtimeRequest }

    /// Decodes a payload without verifying its signature.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        originalTransactionID = try row(
            "originalTransactionId", as: "originalTransactionID", .text, .required, now?.originalTransactionID)
        appID = try row("appAppleId", as: "appID", .number, .required, now?.appID)
        productID = try row("productId", as: "productID", .text, .required, now?.productID)
        userLocale = try row("userLocale", .text, .required, now?.userLocale)
        requestIdentifier = try row("requestIdentifier", .uuid, .required, now?.requestIdentifier)
        rawEnvironment = try row("environment", .environment, .required, now?.rawEnvironment)
        signedDate = try row("signedDate", .milliseconds, .required, now?.signedDate)
    }
}
