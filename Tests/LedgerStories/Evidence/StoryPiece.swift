package import ReceiptKit

/// A piece of evidence, and what it says of the customer, as the story knows it.
package struct StoryPiece: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case notification
        case transaction
        case status
        case history
        case receipt
        case otherReceipt
    }

    /// What it says of a transaction.
    struct Copy: Sendable {
        let purchase: Int
        let date: Seconds
        let isReceipt: Bool
        let isRevoked: Bool
        /// Whether it says what kind of revocation it is.
        let isTyped: Bool
        let isUpgraded: Bool
        let end: Seconds?
    }

    /// What its renewal info says.
    struct Info: Sendable {
        let subscription: Int
        /// The most recent transaction then.
        let latest: Int
        let date: Seconds
        let renewalDate: Seconds?
        let preference: String
        let willRenew: Bool
        let isInRetry: Bool?
        let grace: Seconds?
        let hasIntent: Bool
        /// Whether it says that a billing problem ended it.
        let isBilling: Bool
    }

    /// What a notification says of the subscription.
    struct Status: Sendable {
        let subscription: Int
        let latest: Int
        let date: Seconds
        let value: Int
        let isGraceOver: Bool
    }

    package let evidence: VerifiedEvidence
    package let kind: Kind
    package let date: Seconds
    package let text: String
    var copies: [Copy] = []
    var infos: [Info] = []
    var statuses: [Status] = []
    /// What nothing before it stated.
    package var news: Set<String> = []
}
