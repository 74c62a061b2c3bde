public import ReceiptFields

/// An App Store server notification that satisfied a policy, with every JWS in it.
@dynamicMemberLookup
public struct VerifiedNotification: Sendable, Hashable {
    /// The verified contents.
    public let notification: NotificationPayload
    /// The transaction in it, verified as well.
    public let transaction: VerifiedTransaction?
    /// The renewal info in it, verified as well.
    public let renewalInfo: VerifiedRenewalInfo?
    /// The app transaction in it, verified as well.
    public let appTransaction: VerifiedAppTransaction?
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// SHA-256 of the JWS signing input (header and payload).
    public let contentDigest: ContentDigest

    /// Every field of ``notification``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<NotificationPayload, Value>) -> Value {
        notification[keyPath: field]
    }
}
