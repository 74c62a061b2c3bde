import Foundation
import ReceiptKit

// What an app sent: a signed transaction, a receipt, or a JSON body.
let body = FileHandle.standardInput.readDataToEndOfFile()
let now = Date()
let verifier = ReceiptVerifier(
    policy: ReceiptPolicy(
        bundleIdentifier: "com.example.app", device: .unchecked))
do {
    let evidence = try verifier.verify(evidence: body, at: now)
    let ledger = try PurchaseLedger(merging: [evidence])
    // False if it was refunded or has expired, and for consumables.
    print(ledger.isEntitled(to: "com.example.monthly", at: now))
} catch {
    print("rejected: \(error)")
}
