/// The content of one of StoreKit 2's JWS, of whichever kind it is.
@nonexhaustive
public enum SignedPayload: Sendable, Hashable {
    /// A transaction.
    case transaction(TransactionPayload)
    /// A renewal info.
    case renewalInfo(RenewalInfoPayload)
    /// An app transaction.
    case appTransaction(AppTransactionPayload)
    /// A notification of the App Store's server.
    case notification(NotificationPayload)
    /// A request of the Retention Messaging API.
    case realtimeRequest(RealtimeRequestPayload)

    /// Reads a payload of the kind that it shows to be.
    ///
    /// - Throws: ``FormatError``, if it is not JSON, is of an unknown kind, or lacks what its kind must have.
    public init(json text: [UInt8]) throws(FormatError) {
        switch try UnverifiedPayloadHeader(json: text[...]).kind {
        case .transaction: self = .transaction(try TransactionPayload(json: text))
        case .renewalInfo: self = .renewalInfo(try RenewalInfoPayload(json: text))
        case .appTransaction: self = .appTransaction(try AppTransactionPayload(json: text))
        case .notification: self = .notification(try NotificationPayload(json: text))
        case .realtimeRequest: self = .realtimeRequest(try RealtimeRequestPayload(json: text))
        case .unknown: throw FormatError(.otherPayload(found: .unknown), offset: 0)
        }
    }
}

extension TransactionPayload {
    /// Reads a payload, without any check of who wrote it.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: [UInt8]) throws(FormatError) {
        self = try Self(json: text[...])
        json = text
    }
}

extension RenewalInfoPayload {
    /// Reads a payload, without any check of who wrote it.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: [UInt8]) throws(FormatError) {
        self = try Self(json: text[...])
        json = text
    }
}

extension AppTransactionPayload {
    /// Reads a payload, without any check of who wrote it.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: [UInt8]) throws(FormatError) {
        self = try Self(json: text[...])
        json = text
    }
}

extension RealtimeRequestPayload {
    /// Reads a payload, without any check of who wrote it.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: [UInt8]) throws(FormatError) {
        self = try Self(json: text[...])
        json = text
    }
}

extension NotificationPayload {
    /// Reads a payload, without any check of who wrote it. The JWS in it stay texts.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: [UInt8]) throws(FormatError) {
        self = try Self(json: text[...])
        json = text
        try readBody()
    }
}
