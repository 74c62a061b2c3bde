import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Evidence that counts as verified without a signature.
enum Verified {
    static let app = "com.example.app"

    /// What a verifier says of a receipt of the test authority.
    private static let verification: Result<Verification, any Error> = Result {
        let trust = try TrustStore.roots([TestAuthority.standard.rootCertificate])
        let policy = try ReceiptPolicy(bundleIdentifiers: [app], device: .unchecked, trust: trust)
        return try ReceiptVerifier(policy: policy).verify(
            TestAuthority.standard.sign(TestReceipt()), at: Date(timeIntervalSince1970: 1_767_225_600)
        ).verification
    }

    static func receipt(_ receipt: TestReceipt) throws -> VerifiedEvidence {
        let payload = try AppReceipt(payload: receipt.payload.encoded)
        return .appReceipt(VerifiedReceipt(asIfVerified: payload, try verification.get()))
    }

    static func transaction(_ json: String) throws -> VerifiedEvidence {
        .transaction(VerifiedTransaction(asIfVerified: try payload(transaction: json), try verification.get()))
    }

    private static func payload(transaction json: String) throws -> TransactionPayload {
        let payload = try TransactionPayload(json: Array(json.utf8))
        if let diagnostic = payload.diagnostics.first { throw diagnostic }
        return payload
    }

    static func status(_ transaction: String, _ renewalInfo: String) throws -> VerifiedEvidence {
        .subscriptionStatus(try pair(transaction, renewalInfo))
    }

    static func notification(
        _ notification: String, _ transaction: String, _ renewalInfo: String
    ) throws -> VerifiedEvidence {
        .notification(
            VerifiedNotification(
                asIfVerified: try NotificationPayload(json: Array(notification.utf8)),
                try pair(transaction, renewalInfo)))
    }

    private static func pair(_ transaction: String, _ renewalInfo: String) throws -> VerifiedSubscriptionStatus {
        let renewal = try RenewalInfoPayload(json: Array(renewalInfo.utf8))
        if let diagnostic = renewal.diagnostics.first { throw diagnostic }
        return VerifiedSubscriptionStatus(
            asIfVerified: try payload(transaction: transaction), renewal, try verification.get())
    }
}
