/// The content of one of StoreKit 2's JWS, of whichever kind it is.
@nonexhaustive
public enum UnverifiedPayload: Sendable, Hashable {
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
