import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Test func aRefundIsSeen() throws {
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
        trust: .roots([TestAuthority.standard.rootCertificate]))
    let now = Date.utc(2024, 5, 2)
    let verified = try ReceiptVerifier(policy: policy)
        .verify(bytes, at: now)
    let ledger = try PurchaseLedger(merging: [verified])
    let entitlements = ledger.currentEntitlements(at: now)
    #expect(entitlements.map(\.productID) == ["com.example.monthly"])
}

@Test func aForgedReceiptIsRefused() throws {
    // A receipt signed by a developer with their own certificate from Apple. Everything else is valid.
    let issued = try TestAuthority.standard.issue(
        TestReceipt(bundleIdentifier: "com.example.app"), defects: [.named("developer-certificate")])
    let signer = Fingerprint(of: try issued.chain.signer.encoded())

    let policy = try ReceiptPolicy(
        bundleIdentifiers: ["com.example.app"], device: .unchecked,
        trust: .roots([TestAuthority.standard.rootCertificate]))
    #expect(throws: VerificationError.notReceiptSigner(signer)) {
        try ReceiptVerifier(policy: policy).verify(issued.bytes, at: .utc(2024, 5, 2))
    }
}
