import Foundation
import ReceiptKit

struct ReceiptService: Sendable {
    // One verifier for all requests: it caches the certificate chains that it has validated.
    private let verifier = ReceiptVerifier(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app",
            // A client could send any device identifier.
            device: .unchecked))

    func products(
        inReceipt base64: String, now: Date
    ) throws -> [String] {
        let receipt = try verifier.verify(base64: base64, at: now)
        let ledger = try PurchaseLedger(merging: [receipt])
        let entitlements = ledger.currentEntitlements(at: now)
        return entitlements.map(\.productID)
    }
}
