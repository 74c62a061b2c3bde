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

    let policy = ReceiptPolicy(
        bundleIdentifier: "com.example.app", device: .unchecked,
        trust: try .roots(TestAuthority.standard.rootCertificates))
    let now = Date.utc(2024, 5, 2)
    let verified = try ReceiptVerifier(policy: policy)
        .verify(bytes, at: now)
    let ledger = try PurchaseLedger(merging: [verified])
    #expect(ledger.access(to: "com.example.monthly", at: now).isGranted)
    switch ledger.access(to: "com.example.pro", at: now) {
    case .denied(let denial): #expect(denial.reason == .revoked)
    case .granted, .undetermined: Issue.record("It was refunded.")
    }
}
