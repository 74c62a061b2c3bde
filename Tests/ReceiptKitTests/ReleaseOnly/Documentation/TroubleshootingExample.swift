import Foundation
import ReceiptKit

func verifiedReceipt(
    in body: [UInt8], by verifier: ReceiptVerifier, now: Date,
    log: (String) -> Void
) -> VerifiedReceipt? {
    do {
        return try verifier.verify(body, at: now)
    } catch .environmentMismatch(let found, _) where found == .sandbox {
        log("environment.mismatch: TestFlight or App Review")
    } catch {
        // One line; everything that came from the receipt is escaped.
        log("\(error.code): \(error)")
    }
    // The client only learns that the receipt was rejected.
    return nil
}
