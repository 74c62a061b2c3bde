import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

func isCustomer(_ body: [UInt8], at now: Date) throws -> Bool {
    let verifier = ReceiptVerifier(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked))
    let evidence = try verifier.verify(evidence: body, at: now)
    let ledger = try PurchaseLedger(merging: [evidence])
    let isCustomer = ledger.isEntitled(to: "com.example.monthly", at: now)
    return isCustomer
}

@Test("README's first lines: Apple's root is trusted, and so no test kit's receipt")
func firstLines() throws {
    let intermediate = try Attack.fingerprint(Attack.chain.intermediate)
    #expect(throws: VerificationError.untrustedRoot(intermediate)) {
        try isCustomer(TestAuthority.standard.sign(Subject.receipt), at: Subject.now)
    }
}
