/// The kind of a signed payload of StoreKit 2, which its members tell.
@nonexhaustive
public enum PayloadKind: String, Hashable, Sendable {
    /// It has `transactionId`.
    case transaction
    /// It has `autoRenewProductId`, and is not a transaction.
    case renewalInfo
    /// It has `receiptType`.
    case appTransaction
    /// It has `notificationType`.
    case notification
    /// It has `userLocale`: a request of the Retention Messaging API.
    case realtimeRequest
    /// It has none of these members: a kind unknown to the library.
    case unknown
}

extension PayloadKind {
    /// The member that tells each kind, the first that is there.
    static let tellingMembers: [(name: String, kind: PayloadKind)] = [
        ("transactionId", .transaction), ("autoRenewProductId", .renewalInfo), ("receiptType", .appTransaction),
        ("notificationType", .notification), ("userLocale", .realtimeRequest),
    ]

    /// The kind with its article, for a sentence.
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
