import Foundation
import ReceiptKit

/// Evidence as it is kept: what arrived, as it arrived, and the names under which it is found again.
package struct Evidence: Sendable {
    /// A purchase that it tells of, and the account that the app named when it was bought.
    struct Mention: Hashable, Sendable {
        let originalTransactionID: String
        let appAccountToken: UUID?
    }

    /// SHA-256 of what was signed. The bytes are no name: one signed content can be written in several ways.
    let digest: String
    let kind: String
    /// The same in each repetition of a notification, which Apple signs anew.
    let notificationUUID: String?
    let body: [UInt8]
    let received: Date
    let mentions: Set<Mention>

    init(_ verified: VerifiedEvidence, body: [UInt8], received: Date) throws(LedgerError) {
        digest = verified.digest.description
        kind = verified.kind.rawValue
        if case .notification(let notification) = verified {
            notificationUUID = notification.notificationUUID
        } else {
            notificationUUID = nil
        }
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

extension VerifiedEvidence {
    /// Of a list, the digest of its pieces' digests.
    fileprivate var digest: Fingerprint {
        contentDigest ?? Fingerprint(of: elements.flatMap { $0.contentDigest?.bytes ?? [] })
    }
}
