package import ReceiptKit

/// A piece of evidence, and its contents in terms of the story.
package struct StoryPiece: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case notification
        case transaction
        case status
        case history
        case receipt
        case otherReceipt
    }

    /// The piece's information about a transaction.
    struct Copy: Sendable {
        let purchase: Int
        let date: Seconds
        let isReceipt: Bool
        let isRevoked: Bool
        /// True if it states the kind of revocation.
        let isTyped: Bool
        let isUpgraded: Bool
        let end: Seconds?
    }

    /// The contents of its renewal info.
    struct Info: Sendable {
        let subscription: Int
        /// The most recent transaction at that time.
        let latest: Int
        let date: Seconds
        let renewalDate: Seconds?
        let preference: String
        let willRenew: Bool
        let isInRetry: Bool?
        let grace: Seconds?
        let hasIntent: Bool
        /// True if it says that a billing problem ended the subscription.
        let isBilling: Bool
    }

    /// A notification's information about the subscription.
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
    /// The facts that no earlier piece stated.
    package var news: Set<String> = []
}
