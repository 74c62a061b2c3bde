/// A transaction and the renewal info of its subscription, which both satisfied a policy and belong together.
public struct VerifiedSubscriptionStatus: Sendable, Hashable {
    /// The latest period of the subscription.
    public let transaction: VerifiedTransaction
    /// Whether and how the subscription renews.
    public let renewalInfo: VerifiedRenewalInfo

    /// What names the pair, which is not one that has another renewal info, nor the transaction alone: SHA-256 of the text
    /// `subscriptionStatus`, a zero byte, the transaction's content digest and the renewal info's, 32 bytes each.
    public var contentDigest: ContentDigest {
        ContentDigest(.subscriptionStatus, transaction.contentDigest.bytes, renewalInfo.contentDigest.bytes)
    }
}
