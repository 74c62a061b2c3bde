import Foundation
import ReceiptKit

/// Returns the customer's access according to a stored receipt:
/// granted, denied, or undetermined. `later` is the evidence that has
/// arrived since: notifications, or responses of the App Store Server
/// API.
func access(
    to product: String, receipt: String, later: [[UInt8]],
    verifier: ReceiptVerifier, at now: Date
) throws -> Access {
    let first = try verifier.verify(base64: receipt, at: now)
    var evidence = [first.evidence]
    for body in later {
        evidence.append(try verifier.verify(evidence: body, at: now))
    }
    let ledger = try PurchaseLedger(merging: evidence)
    return ledger.access(to: product, at: now)
}
