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
    public init(json text: some Collection<UInt8>) throws(FormatError) {
        // Inside this module `init(json:)` is the memberwise initializer, which reads nothing.
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
