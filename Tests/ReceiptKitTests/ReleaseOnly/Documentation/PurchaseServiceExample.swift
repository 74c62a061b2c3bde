import Foundation
import ReceiptKit

struct PurchaseService: Sendable {
    /// What a client gets. It never says which check failed.
    enum Answer: Equatable {
        case access(Access)
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

    /// Whether one customer may use any of these products at `now`.
    /// `evidence` is what you have of the customer: receipts in base64,
    /// signed transactions, and JSON bodies from Apple's server.
    func access(
        to products: [String], from evidence: [String], at now: Date,
        requestID: String
    ) -> Answer {
        var pieces: [VerifiedEvidence] = []
        for (index, text) in evidence.enumerated() {
            do {
                let piece = try verifier.verify(
                    evidence: text.utf8, at: now)
                pieces.append(piece)
            } catch .expired {
                // A volume purchase that has ended.
            } catch {
                log("\(requestID) rejected piece \(index): \(error)")
                return .rejected(requestID: requestID)
            }
        }
        if pieces.isEmpty { return .access(.denied(.noPurchaseKnown)) }
        do {
            let ledger = try PurchaseLedger(merging: pieces)
            return .access(ledger.access(to: products, at: now))
        } catch {
            log("\(requestID) rejected: \(error)")
            return .rejected(requestID: requestID)
        }
    }
}
