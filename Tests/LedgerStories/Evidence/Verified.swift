import ReceiptEssentials
import ReceiptFields
@_spi(Testing) import ReceiptKit
import ReceiptKitTesting

/// Creates evidence that is treated as verified without a signature.
enum Verified {
    static let app = "com.example.app"

    /// The verification of a receipt from the test authority.
    private static let verification: Result<Verification, any Error> = Result {
        let trust = try TrustStore.roots([TestAuthority.standard.rootCertificate])
        let policy = try ReceiptPolicy(bundleIdentifiers: [app], device: .unchecked, trust: trust)
        return try ReceiptVerifier(policy: policy).verify(
            TestAuthority.standard.sign(TestReceipt()), at: Date(timeIntervalSince1970: 1_767_225_600)
        ).verification
    }

    private static func verified(_ contents: UnsignedContents) throws -> VerifiedEvidence {
        VerifiedEvidence(asIfVerified: contents, try verification.get())
    }

    static func receipt(_ receipt: TestReceipt) throws -> VerifiedEvidence {
        try verified(.appReceipt(AppReceipt(payload: receipt.payload.encoded)))
    }

    static func transaction(_ json: String) throws -> VerifiedEvidence {
        try verified(.transaction(payload(transaction: json)))
    }

    private static func payload(transaction json: String) throws -> TransactionPayload {
        let payload = try TransactionPayload(json: Array(json.utf8))
        if let diagnostic = payload.diagnostics.first { throw diagnostic }
        return payload
    }

    private static func payload(renewalInfo json: String) throws -> RenewalInfoPayload {
        let payload = try RenewalInfoPayload(json: Array(json.utf8))
        if let diagnostic = payload.diagnostics.first { throw diagnostic }
        return payload
    }

    static func status(_ transaction: String, _ renewalInfo: String) throws -> VerifiedEvidence {
        try verified(.subscriptionStatus(payload(transaction: transaction), payload(renewalInfo: renewalInfo)))
    }

    static func notification(
        _ notification: String, _ transaction: String, _ renewalInfo: String
    ) throws -> VerifiedEvidence {
        try verified(
            .notification(
                NotificationPayload(json: Array(notification.utf8)), payload(transaction: transaction),
                payload(renewalInfo: renewalInfo)))
    }
}
