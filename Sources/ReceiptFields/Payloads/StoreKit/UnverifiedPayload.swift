/// The decoded payload of a StoreKit 2 JWS of any kind.
@nonexhaustive
public enum UnverifiedPayload: Sendable, Hashable {
    /// A transaction.
    case transaction(TransactionPayload)
    /// A renewal info.
    case renewalInfo(RenewalInfoPayload)
    /// An app transaction.
    case appTransaction(AppTransactionPayload)
    /// A server notification from the App Store.
    case notification(NotificationPayload)
    /// A request of the Retention Messaging API.
    case realtimeRequest(RealtimeRequestPayload)

    /// Decodes a payload of the kind that its members identify.
    ///
    /// - Throws: ``FormatError`` if the text isn't JSON, is of an unknown kind, or lacks a required member.
    public init(json text: some Collection<UInt8>) throws(FormatError) {
        // In this module, `init(json:)` is the memberwise initializer, which decodes nothing.
        let text = Array(text)
        switch try UnverifiedPayloadHeader(json: text[...]).kind {
        case .transaction: self = .transaction(try TransactionPayload(signed: text))
        case .renewalInfo: self = .renewalInfo(try RenewalInfoPayload(signed: text))
        case .appTransaction: self = .appTransaction(try AppTransactionPayload(signed: text))
        case .notification: self = .notification(try NotificationPayload(signed: text))
        case .realtimeRequest: self = .realtimeRequest(try RealtimeRequestPayload(signed: text))
        case .unknown: throw FormatError(.otherPayload(found: .unknown), offset: 0)
        }
    }
}
