/// The kind of a StoreKit 2 signed payload, recognized by its members.
@nonexhaustive
public enum PayloadKind: String, Hashable, Sendable {
    /// A payload with `transactionId`.
    case transaction
    /// A payload with `autoRenewProductId` that isn't a transaction.
    case renewalInfo
    /// A payload with `receiptType`.
    case appTransaction
    /// A payload with `notificationType`.
    case notification
    /// A payload with `userLocale`, a request of the Retention Messaging API.
    case realtimeRequest
    /// A payload with none of these members, of a kind that this library doesn't know.
    case unknown
}

extension PayloadKind {
    /// The member that identifies each kind. The first one present decides.
    static let tellingMembers: [(name: String, kind: PayloadKind)] = [
        ("transactionId", .transaction), ("autoRenewProductId", .renewalInfo), ("receiptType", .appTransaction),
        ("notificationType", .notification), ("userLocale", .realtimeRequest),
    ]

    /// The kind in words, such as `app transaction`. Nil for an unknown kind.
    package var words: String? {
        switch self {
        case .transaction: "transaction"
        case .renewalInfo: "renewal info"
        case .appTransaction: "app transaction"
        case .notification: "notification"
        case .realtimeRequest: "realtime request"
        case .unknown: nil
        }
    }

    /// The kind with its article, for a sentence.
    var decodedWords: String {
        guard let words else { return "a payload" }
        return (words.hasPrefix("a") ? "an " : "a ") + words
    }
}

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

extension UnverifiedPayload {
    /// The payload as its own type.
    package var decoded: any DecodedPayload {
        switch self {
        case .transaction(let payload): payload
        case .renewalInfo(let payload): payload
        case .appTransaction(let payload): payload
        case .notification(let payload): payload
        case .realtimeRequest(let payload): payload
        }
    }
}
