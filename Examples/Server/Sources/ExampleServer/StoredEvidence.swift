import Foundation
import ReceiptKit

/// Verified evidence as stored in the database: the received bytes, and the
/// keys by which they are found again.
package struct StoredEvidence: Sendable {
    /// A purchase in the evidence, and the account that the app named when
    /// the customer made it.
    struct Mention: Hashable, Sendable {
        let originalTransactionID: String
        let appAccountToken: UUID?
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
    /// The environments, which for a list are those of its pieces.
    let environments: Set<StoreEnvironment>

    init(_ verified: VerifiedEvidence, body: [UInt8], received: Date) throws(LedgerError) {
        let digests = verified.elements.compactMap(\.contentDigest)
        digest = verified.contentDigest?.description ?? Fingerprint(of: digests.flatMap(\.bytes)).description
        kind = verified.kind
        notificationUUID = if case .notification(let one) = verified { one.notificationUUID } else { nil }
        self.body = body
        self.received = received
        // Use a ledger, which lists each purchase once, whatever kind of
        // evidence it is built from.
        mentions = Set(
            try PurchaseLedger.ledgers(merging: [verified]).joined().map {
                Mention(originalTransactionID: $0.originalTransactionID, appAccountToken: $0.appAccountToken)
            })
        environments = Set(verified.elements.compactMap(\.environment))
    }

    /// The original transactions of the purchases, sorted.
    var originalTransactionIDs: [String] { Set(mentions.map(\.originalTransactionID)).sorted() }

    /// True if a text column can contain the identifier. Apple's
    /// identifiers are digits; a zero byte would end a C string.
    static func isIdentifier(_ text: String) -> Bool { !text.utf8.contains(0) }
}
