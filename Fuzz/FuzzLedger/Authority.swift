import Foundation
import FuzzSupport
import ReceiptFields
@_spi(Testing) import ReceiptKit
import ReceiptKitTesting

/// Creates evidence that is treated as verified without a signature. With signatures, fuzzing would create only about a
/// thousand pieces per second.
enum Authority {
    /// The verification of a receipt from the test authority.
    private static let verification: Verification = {
        do {
            let trust = try TrustStore.roots([TestAuthority.standard.rootCertificate])
            let policy = try ReceiptPolicy(bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: trust)
            return try ReceiptVerifier(policy: policy).verify(
                TestAuthority.standard.sign(TestReceipt()), at: Date(timeIntervalSince1970: 1_767_225_600)
            ).verification
        } catch { failed("the test kit: \(error)") }
    }()

    static func believed(_ contents: UnsignedContents) -> VerifiedEvidence {
        VerifiedEvidence(asIfVerified: contents, verification)
    }
}
