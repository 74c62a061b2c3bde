import Foundation
import ReceiptKit

func verifiedReceipt(
    at url: URL, identifierForVendor: UUID
) throws -> VerifiedReceipt {
    let verifier = ReceiptVerifier(
        policy: ReceiptPolicy(
            // From the code, not from Info.plist.
            bundleIdentifier: "com.example.app",
            device: [.identifierForVendor(identifierForVendor)]))
    return try verifier.verify(Data(contentsOf: url), at: Date())
}
