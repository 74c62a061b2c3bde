import Foundation
import Hummingbird
import ReceiptKit

/// Evidence and notifications come in, entitlements go out.
package struct PurchaseController: Sendable {
    let verifier: ReceiptVerifier
    let purchases: PurchaseStore
    /// The one clock: everything behind this takes a date.
    let now: @Sendable () -> Date

    package init(verifier: ReceiptVerifier, purchases: PurchaseStore, now: @escaping @Sendable () -> Date) {
        self.verifier = verifier
        self.purchases = purchases
        self.now = now
    }

    package func addRoutes(to router: some RouterMethods<PurchaseContext>) {
        router.post("accounts/:account/evidence", use: submit)
        router.get("accounts/:account/entitlements", use: entitlements)
        router.post("notifications", use: receive)
        router.post("transfers", use: transfer)
    }

    @Sendable func submit(
        _ request: Request, context: PurchaseContext
    ) async throws -> Acknowledgement {
        let account = try context.account()
        let body = try await context.body(of: request)  // too large: 413
        let evidence = try verified(body, context)
        let isNew = try await purchases.add(evidence, to: account)
        return Acknowledgement(evidence, isNew: isNew)
    }

    @Sendable func receive(_ request: Request, context: PurchaseContext) async throws -> Acknowledgement {
        let evidence = try verified(try await context.body(of: request), context)
        guard evidence.kind == .notification else { throw Refusal.notNotification }
        return Acknowledgement(evidence, isNew: try await purchases.add(notification: evidence))
    }

    @Sendable func entitlements(_ request: Request, context: PurchaseContext) async throws -> Entitlements {
        let account = try context.account()
        let date = try context.date(request.uri.queryParameters["at"]) ?? now()
        return Entitlements(account: account, date: date, try await ledger(of: account))
    }

    /// Whoever may call this can take purchases away: your support, or a customer who has signed in to both accounts. Who that
    /// is, this example does not know.
    @Sendable func transfer(_ request: Request, context: PurchaseContext) async throws -> Transfer.Answer {
        let transfer = try await request.decode(as: Transfer.self, context: context)
        guard Evidence.isIdentifier(transfer.originalTransactionID) else { throw Refusal.noSuchPurchase }
        let moved = try await purchases.transfer(transfer.originalTransactionID, to: transfer.account)
        guard !moved.isEmpty else { throw Refusal.noSuchPurchase }
        return Transfer.Answer(originalTransactionIDs: moved)
    }

    /// Verified again, each piece at the date when it came, and merged:
    /// the order in which they came does not matter. Nil without any.
    func ledger(of account: UUID) async throws -> PurchaseLedger? {
        let stored = try await purchases.evidence(of: account)
        guard !stored.isEmpty else { return nil }
        return try PurchaseLedger(
            merging: stored.map {
                try verifier.verify(evidence: $0.body, at: $0.received)
            })
    }

    private func verified(_ body: [UInt8], _ context: PurchaseContext) throws -> Evidence {
        let now = now()
        do {
            let verified = try verifier.verify(evidence: body, at: now)
            let evidence = try Evidence(verified, body: body, received: now)
            guard evidence.originalTransactionIDs.allSatisfy(Evidence.isIdentifier) else {
                throw Refusal.unreadableIdentifier
            }
            return evidence
        } catch let error as VerificationError {
            context.logger.notice("evidence refused", metadata: ["code": "\(error.code)", "detail": "\(error)"])
            throw Refusal.notBelieved(error)
        } catch let error as LedgerError {
            throw Refusal.notOneLedger(error)
        }
    }
}
