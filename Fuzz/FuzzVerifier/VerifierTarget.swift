import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// The whole verification, with the test authority's root. The first byte selects the policy, and whether the rest is a
/// receipt or a payload that the harness signs before verifying.
enum VerifierTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { .der(from: 1) }

    static func prepare() {
        _ = Authority.signatures.count + Authority.signers.count
        _ = Subject.all.count
        CostRule.prepare()
    }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let subject = Subject.all[Int(mode >> 2) % Subject.all.count]
        let rest = Array(input.dropFirst())
        switch mode & 3 {
        case 0: Signed.check(rest, subject, digest: .sha256)
        case 1: Signed.check(rest, subject, digest: .sha1)
        default: mutant(rest, subject)
        }
    }

    /// A possibly changed receipt must only be accepted with content that the authority signed.
    private static func mutant(_ bytes: [UInt8], _ subject: Subject) {
        let result = CostRule.held(bytes.count) { subject.verify(bytes) }
        switch result {
        case .failure(let error): requireSound(error, bytes.count)
        case .success(let receipt):
            guard let signed = Signature(bytes) else { failed("verified, but no container") }
            require(Authority.signatures.contains(signed), "verified, but never signed")
            require(Authority.signers.contains(receipt.verification.signer), "verified, but with another signer")
            subject.requireSatisfied(receipt)
        }
        // The cache must change nothing. A verifier without a cache takes ten times as long, so only some inputs are
        // compared with it.
        let number = checksum(bytes)
        if number % 8 == 0 || (try? result.get()) != nil {
            require(subject.fresh.verify(bytes) == result, "another answer without a memory: \(result)")
        }
    }

    static func requireSound(_ error: VerificationError, _ count: Int) {
        FuzzSupport.requireSound(code: error.code, text: error.description)
        if case .malformed(let malformed) = error { FuzzSupport.requireSound(malformed, in: 0...count) }
    }
}
