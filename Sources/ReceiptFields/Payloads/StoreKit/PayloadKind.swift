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

    /// The name of the kind with its article, for a sentence.
    var decodedWords: String {
        switch self {
        case .transaction: "a transaction"
        case .renewalInfo: "a renewal info"
        case .appTransaction: "an app transaction"
        case .notification: "a notification"
        default: "a payload"
        }
    }
}
