import Foundation
import ReceiptKit

/// Evidence as it is kept: what arrived, as it arrived, and the names under which it is found again.
package struct Evidence: Sendable {
    /// A purchase that it tells of, and the account that the app named when it was bought.
    struct Mention: Hashable, Sendable {
        let originalTransactionID: String
        let appAccountToken: UUID?
    }

    /// The content digest, which is the same whatever bytes the content came in. A list has none: it is stored whole, under the digest
    /// of its elements' digests.
    let digest: String
    let kind: VerifiedEvidence.Kind
    /// The same in each repetition of a notification, which Apple signs anew.
    let notificationUUID: String?
    let body: [UInt8]
    let received: Date
    let mentions: Set<Mention>

    init(_ verified: VerifiedEvidence, body: [UInt8], received: Date) throws(LedgerError) {
        let digests = verified.elements.compactMap(\.contentDigest)
        digest = verified.contentDigest?.description ?? Fingerprint(of: digests.flatMap(\.bytes)).description
        kind = verified.kind
        notificationUUID = if case .notification(let one) = verified { one.notificationUUID } else { nil }
        self.body = body
        self.received = received
        // A ledger of this alone has each purchase once, whatever kind of evidence tells of it.
        mentions = Set(
            try PurchaseLedger(merging: [verified]).map {
                Mention(originalTransactionID: $0.originalTransactionID, appAccountToken: $0.appAccountToken)
            })
    }

    /// The purchases that it tells of, in order.
    var originalTransactionIDs: [String] { Set(mentions.map(\.originalTransactionID)).sorted() }

    /// Whether it can stand in a column of text. Apple's are digits; a zero would end the text for C.
    static func isIdentifier(_ text: String) -> Bool { !text.utf8.contains(0) }
}
