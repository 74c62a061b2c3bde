import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Sandbox purchases cost nothing, so they have a verifier of their
/// own, and need a store of their own.
func verify(
    _ base64: String, production: ReceiptVerifier,
    sandbox: ReceiptVerifier, at now: Date
) throws(VerificationError) -> VerifiedReceipt {
    do {
        return try production.verify(base64: base64, at: now)
    } catch .environmentMismatch(let found, _)
        where found == .sandbox
    {
        return try sandbox.verify(base64: base64, at: now)
    }
}

/// The codes of the receipts that are refused, by their place.
func refusals(
    of receipts: [[UInt8]], _ verifier: ReceiptVerifier, at now: Date
) async throws -> [Int: String] {
    var codes: [Int: String] = [:]
    try await verifier.verdicts(
        on: receipts, maximumConcurrentTasks: 4
    ) { verifier, receipt throws(VerificationError) in
        try verifier.verify(receipt, at: now)
    } handle: { index, _, result in
        guard case .failure(let error) = result else { return }
        codes[index] = error.code
    }
    return codes
}

/// The code of *Verifying on a server* that is not in `Examples/Server`.
@Suite("Documentation: Verifying on a server")
struct ServerExampleTests {
    @Test("A sandbox receipt goes to the sandbox's verifier, and what is forged to none")
    func environments() throws {
        let production = ReceiptVerifier(policy: try Subject.policy())
        let sandbox = ReceiptVerifier(policy: try Subject.policy { try $0.set(environments: [.sandbox]) })
        func environment(_ environment: TestEnvironment, _ defects: [Defect] = []) throws -> ReceiptEnvironment {
            let receipt = Subject.receipt.with { $0.environment = environment }
            let base64 = Data(try TestAuthority.standard.sign(receipt, defects: defects)).base64EncodedString()
            return try verify(base64, production: production, sandbox: sandbox, at: Subject.now).receipt.environment
        }
        #expect(try environment(.production) == .production)
        #expect(try environment(.sandbox) == .sandbox)
        #expect(try environment(.volumePurchase) == .production)
        #expect(try environment(.volumePurchaseSandbox) == .sandbox)
        #expect(
            throws: VerificationError.environmentMismatch(found: .xcode, accepted: [.production])
        ) { try environment(.xcode) }
        #expect(throws: VerificationError.signatureInvalid) { try environment(.sandbox, [.named("content-flipped")]) }
    }

    @Test("Refused receipts are named by their place, and stop nothing")
    func batch() async throws {
        let receipts = try [[], [.named("developer-certificate")], [], [.named("truncated")]].map {
            (defects: [Defect]) in
            try TestAuthority.standard.sign(Subject.receipt, defects: defects)
        }
        let codes = try await refusals(
            of: receipts, ReceiptVerifier(policy: try Subject.policy()), at: Subject.now)
        #expect(codes == [1: "chain.notReceiptSigner", 3: "der.truncated"])
    }
}
