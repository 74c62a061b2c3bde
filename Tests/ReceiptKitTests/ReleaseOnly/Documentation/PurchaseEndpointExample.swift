import Foundation
import ReceiptKit

struct PurchaseEndpoint: Sendable {
    /// A purchase, and the account that your app named for it.
    struct Claim: Hashable, Sendable {
        let originalTransactionID: String
        let appAccountToken: UUID?
    }

    private let verifier: ReceiptVerifier
    private let log: @Sendable (String) -> Void

    init(
        _ environment: StoreEnvironment,
        trust: TrustStore = .appStore,
        log: @escaping @Sendable (String) -> Void
    ) throws(ReceiptPolicy.InvalidPolicy) {
        verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"],
                device: .unchecked,
                environments: [environment], trust: trust))
        self.log = log
    }

    /// The HTTP status for a request body. `store` binds the purchases
    /// to an account, stores the request body, and returns after the
    /// commit. If it throws, answer 500: the App Store will repeat the
    /// request. The App Store's route is open, so it accepts
    /// notifications alone.
    func status(
        for body: [UInt8], fromAppStore: Bool, at now: Date,
        requestID: String,
        store: (Set<Claim>, VerifiedEvidence) throws -> Void
    ) throws -> Int {
        let evidence: VerifiedEvidence
        let ledger: PurchaseLedger
        do {
            evidence = try verifier.verify(evidence: body, at: now)
            ledger = try PurchaseLedger(merging: [evidence])
        } catch {
            log("\(requestID) rejected: \(error)")
            return 422
        }
        if fromAppStore, evidence.kind != .notification {
            log("\(requestID) rejected: not a notification")
            return 422
        }
        let claims = ledger.map {
            Claim(
                originalTransactionID: $0.originalTransactionID,
                appAccountToken: $0.appAccountToken)
        }
        // Nothing to bind, such as in a test notification. If you ask
        // for introductory offers, store app transactions too.
        if !claims.isEmpty { try store(Set(claims), evidence) }
        return 200
    }

    /// The products that an account may use, from what you stored.
    func products(
        in stored: [(body: [UInt8], received: Date)], at now: Date
    ) throws -> [String] {
        if stored.isEmpty { return [] }
        let evidence = try stored.map {
            try verifier.verify(evidence: $0.body, at: $0.received)
        }
        let ledger = try PurchaseLedger(merging: evidence)
        return ledger.currentEntitlements(at: now).map(\.productID)
    }
}
