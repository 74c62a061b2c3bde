import Foundation
import ReceiptKit

struct NotificationRoute: Sendable {
    // App Store Connect has one address for each environment.
    private let verifier: ReceiptVerifier

    init(
        _ environment: ReceiptEnvironment,
        trust: TrustStore = .appStore
    ) throws(ReceiptPolicy.InvalidPolicy) {
        verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"],
                device: .unchecked,
                environments: [environment], trust: trust))
    }

    /// The HTTP status that answers what was posted. `store` keeps the
    /// notification, and returns when that is on the disk.
    func answer(
        _ body: [UInt8], now: Date,
        store: (VerifiedNotification) throws -> Void
    ) throws -> Int {
        let evidence: VerifiedEvidence
        do {
            evidence = try verifier.verify(evidence: body, at: now)
        } catch {
            print("refused:", error.code)
            return 422
        }
        guard case .notification(let notification) = evidence else {
            return 422
        }
        if notification.notificationType == .test {
            // No transaction: there is nothing to store.
            print("test:", notification.notificationUUID)
            return 200
        }
        try store(notification)
        return 200
    }
}
