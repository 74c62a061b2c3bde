import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the code of the library's own page.
@Suite("Documentation: landing page")
struct LandingPageTests {
    private static let story = TestStory(.nonConsumable("com.example.pro", on: .utc(2024, 4, 1)))

    private func answered(_ story: TestStory, _ defects: [JWSDefect] = []) throws -> String {
        let authority = TestAuthority.standard
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: .roots([authority.jwsRootCertificate]))
        let jws = try authority.sign(try #require(story.transactions().last), defects: defects)
        return try answer(
            about: "com.example.pro", by: Array(jws.utf8), verifier: ReceiptVerifier(policy: policy), at: Subject.now)
    }

    @Test("A customer is entitled, a refunded customer is not, and a forged transaction is rejected")
    func example() throws {
        #expect(try answered(Self.story) == "yes")
        #expect(try answered(Self.story.refunded()) == "no: revoked")
        #expect(throws: VerificationError.signatureInvalid) {
            try answered(Self.story, [.named("signature-flipped")])
        }
    }

    @Test("With Apple's roots, which are the default, the test kit's evidence is rejected")
    func appStore() throws {
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(bundleIdentifier: "com.example.app", device: .unchecked))
        let intermediate = try Attack.fingerprint(Attack.chain.intermediate)
        #expect(throws: VerificationError.untrustedRoot(intermediate)) {
            try answer(
                about: "com.example.pro", by: TestAuthority.standard.sign(Subject.receipt), verifier: verifier,
                at: Subject.now)
        }
    }
}
