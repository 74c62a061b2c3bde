import Foundation
import ReceiptKit

/// Verified evidence as stored in the database: the received bytes, and the
/// keys by which they are found again.
package struct StoredEvidence: Sendable {
    /// A purchase in the evidence.
    struct Mention: Hashable, Sendable {
        let originalTransactionID: String
        /// The account that the app named when the customer bought it.
        let appAccountToken: UUID?
        /// The original transaction of the subscription that this one continues, after a migration or a switch to a bundle.
        let previousOriginalTransactionID: String?
    }

    /// The content digest, which is the same for the same content in
    /// whatever format it arrived. A list has no content digest. It is
    /// stored whole, under the digest of its elements' digests.
    let digest: String
    let kind: VerifiedEvidence.Kind
    /// The identifier of a notification, which is the same in each
    /// repetition, although Apple signs it again.
    let notificationUUID: String?
    let body: [UInt8]
    let received: Date
    let mentions: Set<Mention>
    /// The identifiers that one account must own: those of the purchases and of the subscriptions that they continue. A piece without
    /// purchases adds its app transaction, or else its digest, because a receipt without purchases names no customer.
    let identifiers: Set<String>
    /// The identifier of the customer's app transaction, which is the same for all purchases of one Apple Account. Nil if the evidence
    /// contains none, or those of several customers.
    let appTransaction: String?
    /// The environments; for a list, the environments of its pieces.
    let environments: Set<StoreEnvironment>

    init(_ verified: VerifiedEvidence, body: [UInt8], received: Date) throws(LedgerError) {
        let digests = verified.elements.compactMap(\.contentDigest)
        digest =
            verified.contentDigest?.description
            ?? Fingerprint(of: digests.flatMap(\.bytes)).description
        kind = verified.kind
        notificationUUID = if case .notification(let one) = verified { one.notificationUUID } else { nil }
        self.body = body
        self.received = received
        var mentions: Set<Mention> = []
        var identifiers: Set<String> = []
        var customers: Set<String> = []
        for element in verified.elements {
            // A ledger lists each purchase once, whatever kinds of evidence
            // it comes from.
            let ledger = try PurchaseLedger(merging: [element])
            let own = ledger.map { purchase in
                let original = purchase.originalTransactionID
                let subscription = ledger.subscription(
                    originalTransactionID: original)
                return Mention(
                    originalTransactionID: original,
                    appAccountToken: purchase.appAccountToken,
                    previousOriginalTransactionID:
                        subscription?.previousOriginalTransactionID)
            }
            mentions.formUnion(own)
            identifiers.formUnion(own.map(\.originalTransactionID))
            identifiers.formUnion(own.compactMap(\.previousOriginalTransactionID))
            let apps = ledger.appTransactionIDs.map { "appTransaction:\($0)" }
            customers.formUnion(apps)
            if own.isEmpty { identifiers.formUnion(apps.isEmpty ? [digest] : apps) }
        }
        (self.mentions, self.identifiers) = (mentions, identifiers)
        appTransaction = customers.count == 1 ? customers.first : nil
        environments = Set(verified.elements.compactMap(\.environment))
    }

    /// The original transactions of the purchases, sorted.
    var originalTransactionIDs: [String] { Set(mentions.map(\.originalTransactionID)).sorted() }

    /// True if a text column can contain the identifier. Apple's
    /// identifiers are digits; a zero byte would end a C string.
    static func isIdentifier(_ text: String) -> Bool { !text.utf8.contains(0) }
}
