import Foundation
import ReceiptKit

func verifiedReceipt(at url: URL, identifierForVendor: UUID) throws -> VerifiedReceipt {
    let verifier = ReceiptVerifier(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app",  // from the code, not from Info.plist
            device: [.identifierForVendor(identifierForVendor)]))
    return try verifier.verify(Data(contentsOf: url), at: Date())
}
