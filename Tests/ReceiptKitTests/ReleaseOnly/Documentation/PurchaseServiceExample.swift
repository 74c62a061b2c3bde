import Foundation
import ReceiptKit

struct PurchaseService: Sendable {
    /// What a client gets. It never says which check failed.
    enum Answer: Equatable {
        case products([String])
        case rejected(requestID: String)
    }

    // All requests share one verifier: it caches certificate chains.
    private let verifier: ReceiptVerifier
    private let log: @Sendable (String) -> Void

    init(
        trust: TrustStore = .appStore,
        log: @escaping @Sendable (String) -> Void
    ) throws {
        verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"],
                // A client can send any device identifier.
                device: .unchecked,
                environments: [.production], trust: trust))
        self.log = log
    }

    /// The products that one customer may use at `now`. `evidence` is
    /// what you have of the customer: receipts in base64, signed
    /// transactions, and JSON bodies from Apple's server.
    func products(
        from evidence: [String], at now: Date, requestID: String
    ) -> Answer {
        if evidence.isEmpty { return .products([]) }
        do {
            let verified = try evidence.map {
                try verifier.verify(evidence: $0.utf8, at: now)
            }
            let ledger = try PurchaseLedger(merging: verified)
            let entitlements = ledger.currentEntitlements(at: now)
            return .products(entitlements.map(\.productID))
        } catch {
            log("\(requestID) rejected: \(error)")
            return .rejected(requestID: requestID)
        }
    }
}
