import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The codes of the receipts that are refused, by their place.
func refusals(
    of receipts: [[UInt8]], _ verifier: ReceiptVerifier, at now: Date
) async throws -> [Int: String] {
    var codes: [Int: String] = [:]
    for try await verdict in verifier.verdicts(on: receipts, at: now, maximumConcurrentTasks: 4) {
        if case .failure(let error) = verdict.result { codes[verdict.index] = error.code }
    }
    return codes
}

/// The code of *Verifying on a server* that is not in `Examples/Server`.
@Suite("Documentation: Verifying on a server")
struct ServerExampleTests {
    @Test("Refused receipts are named by their place, and stop nothing")
    func batch() async throws {
        let receipts = try [[], [.developerCertificate], [], [.truncated]].map { (defects: [Defect]) in
            try TestAuthority.standard.sign(Subject.receipt, defects: defects)
        }
        let codes = try await refusals(
            of: receipts, ReceiptVerifier(policy: try Subject.policy()), at: Subject.now)
        #expect(codes == [1: "chain.notReceiptSigner", 3: "der.truncated"])
    }
}
