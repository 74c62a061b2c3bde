import Foundation
import Hummingbird
import ReceiptKit

/// The routes: they accept evidence and notifications, and answer with access and entitlements.
package struct PurchaseController: Sendable {
    /// Requests *Get All Subscription Statuses* for an original transaction.
    package typealias Statuses = @Sendable (String) async throws -> [SignedStatus]

    let verifier: ReceiptVerifier
    let purchases: PurchaseStore
    /// The only clock: everything else takes a date.
    let now: @Sendable () -> Date
    /// Nil if the server has no key to ask Apple with.
    let statuses: Statuses?

    package init(
        verifier: ReceiptVerifier, purchases: PurchaseStore, now: @escaping @Sendable () -> Date,
        statuses: Statuses? = nil
    ) {
        self.verifier = verifier
        self.purchases = purchases
        self.now = now
        self.statuses = statuses
    }

    package func addRoutes(to router: some RouterMethods<PurchaseContext>) {
        router.post("accounts/:account/evidence", use: submit)
        router.get("accounts/:account/access", use: access)
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
        guard evidence.kind == .notification else {
            throw rejected("notification.expected", "the evidence is of kind \(evidence.kind)", context)
        }
        return Acknowledgement(evidence, isNew: try await purchases.add(notification: evidence))
    }

    @Sendable func access(_ request: Request, context: PurchaseContext) async throws -> AccessAnswer {
        let account = try context.account()
        let products = (request.uri.queryParameters["products"] ?? "").split(separator: ",").map(String.init)
        if products.isEmpty { throw Rejection.noProducts }
        // At another date than now the server asks nothing: the answer is about the evidence.
        guard let date = try context.date(request.uri.queryParameters["at"]) else {
            let date = now()
            return AccessAnswer(
                account: account, date: date, try await access(to: products, of: account, at: date, context))
        }
        let access = try await ledger(of: account)?.access(to: products, at: date)
        return AccessAnswer(account: account, date: date, access)
    }

    /// Whether an account may use any of these products. Nil if it has
    /// no evidence. Asks Apple where evidence may be missing, about each
    /// subscription at most once an hour.
    func access(
        to products: [String], of account: UUID, at now: Date,
        _ context: PurchaseContext
    ) async throws -> Access? {
        // What Apple signed within the hour is the present state.
        func answer() async throws -> Access? {
            try await ledger(of: account)?
                .access(to: products, at: now, staleAfter: 3_600)
        }
        let known = try await answer()
        guard let statuses, case .undetermined(let gap) = known else {
            return known
        }
        for purchase in gap.originalTransactionIDs
        where try await purchases.startAsking(about: purchase, at: now) {
            for status in try await statuses(purchase) {
                let body = Array(try JSONEncoder().encode(status))
                do {
                    let evidence = try verified(body, context)
                    _ = try await purchases.add(evidence, to: account)
                } catch is Rejection {
                    // Another account has it, or it fails verification.
                }
            }
        }
        return try await answer()
    }

    @Sendable func entitlements(_ request: Request, context: PurchaseContext) async throws -> Entitlements {
        let account = try context.account()
        let date = try context.date(request.uri.queryParameters["at"]) ?? now()
        return Entitlements(account: account, date: date, try await ledger(of: account))
    }

    /// Moves a purchase to another account. Allow it to your support, or to a customer who is signed in to both accounts: this example
    /// has no sign-in.
    @Sendable func transfer(_ request: Request, context: PurchaseContext) async throws -> Transfer.Answer {
        let transfer = try await request.decode(as: Transfer.self, context: context)
        guard StoredEvidence.isIdentifier(transfer.originalTransactionID) else { throw Rejection.noSuchPurchase }
        let moved = try await purchases.transfer(transfer.originalTransactionID, to: transfer.account)
        guard !moved.isEmpty else { throw Rejection.noSuchPurchase }
        return Transfer.Answer(originalTransactionIDs: moved)
    }

    /// The ledger of all evidence about an account's purchases. Each
    /// piece is verified again, at the date when it arrived. Nil if
    /// there is no evidence.
    func ledger(of account: UUID) async throws -> PurchaseLedger? {
        let stored = try await purchases.evidence(of: account)
        guard !stored.isEmpty else { return nil }
        return try PurchaseLedger(
            merging: stored.map {
                try verifier.verify(evidence: $0.body, at: $0.received)
            })
    }

    /// The evidence in a request body. Whatever is wrong with it, the client gets the same answer, and the log has the reason.
    private func verified(_ body: [UInt8], _ context: PurchaseContext) throws -> StoredEvidence {
        let now = now()
        do {
            let verified = try verifier.verify(evidence: body, at: now)
            let evidence = try StoredEvidence(verified, body: body, received: now)
            if let text = evidence.originalTransactionIDs.first(where: { !StoredEvidence.isIdentifier($0) }) {
                throw rejected("purchase.identifier", "no column can hold \(text.debugDescription)", context)
            }
            return evidence
        } catch let error as VerificationError {
            throw rejected(error.code, "\(error)", context)
        } catch let error as LedgerError {
            throw rejected(error.code, "\(error)", context)
        }
    }

    /// Logs why evidence is rejected. Hummingbird adds the request's identifier.
    private func rejected(_ code: String, _ detail: String, _ context: PurchaseContext) -> Rejection {
        context.logger.notice("evidence rejected", metadata: ["code": "\(code)", "detail": "\(detail)"])
        return .evidence
    }
}
