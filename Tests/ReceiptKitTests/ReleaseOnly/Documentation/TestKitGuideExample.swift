import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Test func aRefundEndsAccess() throws {
    let receipt = TestReceipt(
        bundleIdentifier: "com.example.app",
        purchases: [
            .nonConsumable("com.example.pro", on: .utc(2024, 4, 1))
                .refunded(on: .utc(2024, 4, 3)),
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 7))
                .trial(),
        ])
    let bytes = try TestAuthority.standard.sign(receipt)

    let policy = try ReceiptPolicy(
        bundleIdentifiers: ["com.example.app"], device: .unchecked,
        trust: .roots(TestAuthority.standard.rootCertificates))
    let now = Date.utc(2024, 5, 2)
    let verified = try ReceiptVerifier(policy: policy)
        .verify(bytes, at: now)
    let ledger = try PurchaseLedger(merging: [verified])
    let entitlements = ledger.currentEntitlements(at: now)
    #expect(entitlements.map(\.productID) == ["com.example.monthly"])
}
