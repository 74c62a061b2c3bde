import Foundation
import ReceiptKit

let verifier = ReceiptVerifier(
    policy: ReceiptPolicy(
        bundleIdentifier: "com.example.app", device: .unchecked, environments: [.production, .sandbox]))

do throws(VerificationError) {
    let receipt = try verifier.verify(Data("no receipt".utf8), at: Date())
    print(receipt.purchases.map(\.productID))
} catch {
    print(error.code)
}
