import Foundation
import ReceiptKit

/// Whether the subscription behind a stored receipt runs. `later` is
/// the evidence that arrived since: notifications, or answers of the
/// App Store Server API.
func isSubscribed(
    to product: String, receipt: String, later: [[UInt8]],
    verifier: ReceiptVerifier, at now: Date
) throws -> Bool {
    let first = try verifier.verify(base64: receipt, at: now)
    var evidence = [first.evidence]
    for body in later {
        evidence.append(try verifier.verify(evidence: body, at: now))
    }
    let ledger = try PurchaseLedger(merging: evidence)
    return ledger.isEntitled(to: product, at: now)
}
