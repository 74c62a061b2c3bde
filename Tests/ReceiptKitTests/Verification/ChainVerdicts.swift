import Foundation
import ReceiptKit
import ReceiptKitTesting
import SwiftASN1
import TestSupport
import Testing
@_spi(FixedExpiryValidationTime) import X509

/// The verdicts of our chain function and of swift-certificates' `Verifier` with `RFC5280Policy` on the same three
/// certificates.
struct ChainVerdicts: Equatable {
    /// The error code, or `accepted`.
    var ours: String
    var theirs: Bool

    init(ours: String, theirs: Bool) { (self.ours, self.theirs) = (ours, theirs) }

    init(
        signer: [UInt8], intermediate: [UInt8], root: [UInt8], at date: Date, _ demands: AppStoreChainPolicy?
    ) async {
        var ours = "accepted"
        do throws(VerificationError) {
            let signer = try UnverifiedCertificate(derEncoded: signer, .signer)
            let intermediate = try UnverifiedCertificate(derEncoded: intermediate, .intermediate)
            let root = try VerifiedCertificate(trusted: root)
            try demands?.check(signer: signer, intermediate: intermediate, root: root, at: date)
            let chain = try CertificateChain(signer: signer, intermediate: intermediate, root: root)
            try demands?.check(chain)
            try chain.validate(at: date)
        } catch { ours = error.code }
        self.ours = ours
        theirs = await Self.isValid(signer, intermediate, root, date)
    }

    private static func isValid(
        _ signer: [UInt8], _ intermediate: [UInt8], _ root: [UInt8], _ date: Date
    ) async -> Bool {
        do {
            var verifier = Verifier(rootCertificates: CertificateStore([try Certificate(derEncoded: root)])) {
                RFC5280Policy(fixedExpiryValidationTime: date)
            }
            let result = await verifier.validate(
                leaf: try Certificate(derEncoded: signer),
                intermediates: CertificateStore([try Certificate(derEncoded: intermediate)]))
            guard case .validCertificate(let chain) = result else { return false }
            return chain.count == 3
        } catch { return false }
    }

    /// Returns both verdicts on changed chains: first with each change alone, then with up to three at once, chosen at
    /// random. The reference must accept what our function accepts.
    static func changed(
        _ good: TestChain, by changes: [@Sendable (inout TestChain) -> Void], rounds: Int, seed: UInt64, at date: Date
    ) async throws -> [ChainVerdicts] {
        var random = SeededGenerator(seed: seed)
        var verdicts: [ChainVerdicts] = []
        for round in 0..<rounds {
            var chain = good
            let picks =
                round < changes.count
                ? [round]
                : (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    Int.random(in: 0..<changes.count, using: &random)
                }
            for pick in picks { changes[pick](&chain) }
            let verdict = await ChainVerdicts(
                signer: try chain.signer.encoded(), intermediate: try #require(chain.intermediate).encoded(),
                root: try #require(chain.root).encoded(), at: date, nil)
            if verdict.ours == "accepted" { #expect(verdict.theirs, "changes \(picks)") }
            verdicts.append(verdict)
        }
        return verdicts
    }
}
