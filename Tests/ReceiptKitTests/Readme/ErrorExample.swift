import Foundation
import ReceiptKit

func answer(
    _ bytes: [UInt8], _ verifier: ReceiptVerifier, now: Date
) -> String {
    do {
        let receipt = try verifier.verify(bytes, at: now)
        return "hello, \(receipt.bundleIdentifier)"
    } catch .environmentMismatch(let found, _) where found == .sandbox {
        return "this is a TestFlight receipt"
    } catch .malformed(let error) {
        return "no receipt: \(error.code) at byte \(error.offset)"
    } catch {
        // Stable, for logs and metrics: "chain.notReceiptSigner".
        return error.code
    }
}
