import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Evidence that counts as verified without a signature: a thousand signatures a second would be all there is time for.
enum Authority {
    /// What a verifier says of a receipt of the test authority.
    private static let verification: Verification = {
        do {
            let trust = try TrustStore.roots([TestAuthority.standard.rootCertificate])
            let policy = try ReceiptPolicy(bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: trust)
            return try ReceiptVerifier(policy: policy).verify(
                TestAuthority.standard.sign(TestReceipt()), at: Date(timeIntervalSince1970: 1_767_225_600)
            ).verification
        } catch { failed("the test kit: \(error)") }
    }()

    static func believed(_ receipt: AppReceipt) -> VerifiedReceipt {
        VerifiedReceipt(asIfVerified: receipt, verification)
    }

    static func believed(_ transaction: TransactionPayload) -> VerifiedTransaction {
        VerifiedTransaction(asIfVerified: transaction, verification)
    }

    static func believed(
        _ transaction: TransactionPayload, _ renewalInfo: RenewalInfoPayload
    ) -> VerifiedSubscriptionStatus {
        VerifiedSubscriptionStatus(asIfVerified: transaction, renewalInfo, verification)
    }

    static func believed(_ receipt: TransactionReceiptPayload) -> VerifiedTransactionReceipt {
        VerifiedTransactionReceipt(
            unchecked: receipt, claimedEnvironment: .production, verification,
            signedDigest: ContentDigest(of: receipt.propertyList))
    }
}
