import Foundation
import ReceiptKit

/// Verified evidence as the database stores it: the bytes that arrived, and the keys under which they are found again.
package struct StoredEvidence: Sendable {
    /// A purchase in the evidence, and the account that the app named when the customer bought it.
    struct Mention: Hashable, Sendable {
        let originalTransactionID: String
        let appAccountToken: UUID?
    }

    /// The content digest: the same content has the same digest, whatever bytes it came in. A list has none. It is stored whole, under
    /// the digest of its elements' digests.
    let digest: String
    let kind: VerifiedEvidence.Kind
    /// The same in each repetition of a notification, although Apple signs each anew.
    let notificationUUID: String?
    let body: [UInt8]
    let received: Date
    let mentions: Set<Mention>
    /// Those of the pieces of a list.
    let environments: Set<StoreEnvironment>

    init(_ verified: VerifiedEvidence, body: [UInt8], received: Date) throws(LedgerError) {
        let digests = verified.elements.compactMap(\.contentDigest)
        digest = verified.contentDigest?.description ?? Fingerprint(of: digests.flatMap(\.bytes)).description
        kind = verified.kind
        notificationUUID = if case .notification(let one) = verified { one.notificationUUID } else { nil }
        self.body = body
        self.received = received
        // A ledger lists each purchase once, whatever kind of evidence it is made of.
        mentions = Set(
            try PurchaseLedger.ledgers(merging: [verified]).joined().map {
                Mention(originalTransactionID: $0.originalTransactionID, appAccountToken: $0.appAccountToken)
            })
        environments = Set(verified.elements.compactMap(\.environment))
    }

    /// The original transactions of the purchases, sorted.
    var originalTransactionIDs: [String] { Set(mentions.map(\.originalTransactionID)).sorted() }

    /// Whether a text column can hold the identifier. Apple's identifiers are digits; a zero byte would end the text for C.
    static func isIdentifier(_ text: String) -> Bool { !text.utf8.contains(0) }
}
