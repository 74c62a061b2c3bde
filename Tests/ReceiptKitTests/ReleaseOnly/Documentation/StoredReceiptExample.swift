import Foundation
import ReceiptKit

/// The customer's access by a stored receipt: granted, denied, or
/// undetermined. `later` is the evidence that arrived since:
/// notifications, or answers of the App Store Server API.
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
