import Foundation
import ReceiptKit

// From an app: a signed transaction, a receipt, or a JSON body.
let body = FileHandle.standardInput.readDataToEndOfFile()
let now = Date()
let verifier = ReceiptVerifier(
    policy: ReceiptPolicy(
        bundleIdentifier: "com.example.app", device: .unchecked))
do {
    let evidence = try verifier.verify(evidence: body, at: now)
    let ledger = try PurchaseLedger(merging: [evidence])
    switch ledger.access(to: "com.example.monthly", at: now) {
    case .granted(let entitlement): print("yes: \(entitlement)")
    case .denied(let denial): print("no: \(denial)")
    // Ask Apple before you answer no.
    case .undetermined(let gap): print("unknown: \(gap)")
    }
} catch {
    print("rejected: \(error)")
}
