import Foundation
import Hummingbird
import ReceiptKit

/// The routes: they accept evidence and notifications, and respond with
/// access and entitlements.
package struct PurchaseController: Sendable {
    /// Requests *Get All Subscription Statuses* for an original
    /// transaction, from Apple's server for its environment. Throws an
    /// `AppleError` if Apple responds with an error.
    package typealias Statuses = @Sendable (String, StoreEnvironment) async throws -> AppleStatuses

    let verifier: ReceiptVerifier
    let purchases: PurchaseStore
    /// The only clock. All other functions take a date.
    let now: @Sendable () -> Date
    /// The environment whose purchases every account may use.
    let environment: StoreEnvironment
    /// The accounts that may also use sandbox purchases, such as the one
    /// that you give to App Review.
    let sandboxAccounts: Set<UUID>
    /// Nil if the server has no key for Apple's API.
    let statuses: Statuses?

    package init(
        verifier: ReceiptVerifier, purchases: PurchaseStore, now: @escaping @Sendable () -> Date,
        environment: StoreEnvironment = .production, sandboxAccounts: Set<UUID> = [], statuses: Statuses? = nil
    ) {
        self.verifier = verifier
        self.purchases = purchases
        self.now = now
        self.environment = environment
        self.sandboxAccounts = sandboxAccounts
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
        try require(evidence.environments, for: account)
        let isNew = try await purchases.add(evidence, to: account)
        return Acknowledgement(evidence, isNew: isNew)
    }

    /// This route needs no sign-in, because Apple's signature proves that a notification is genuine. For other
    /// evidence, the signature doesn't prove who sends it.
    @Sendable func receive(
        _ request: Request, context: PurchaseContext
    ) async throws -> Acknowledgement {
        let body = try await context.body(of: request)
        let evidence = try stored(body, context) { now in
            .notification(
                try verifier.verify(notificationBody: body, at: now))
        }
        let isNew = try await purchases.add(notification: evidence)
        return Acknowledgement(evidence, isNew: isNew)
    }

    @Sendable func access(_ request: Request, context: PurchaseContext) async throws -> AccessAnswer {
        let account = try context.account()
        let products = (request.uri.queryParameters["products"] ?? "").split(separator: ",").map(String.init)
        if products.isEmpty { throw Rejection.noProducts }
        // For a date other than now the server doesn't ask Apple: the
        // answer is based on the stored evidence.
        guard let date = try context.date(request.uri.queryParameters["at"]) else {
            let date = now()
            return AccessAnswer(
                account: account, date: date, try await access(to: products, of: account, at: date, context))
        }
        let access = try await ledgers(of: account, at: date).map {
            KnownAccess(access: $0.access(to: products, at: date), environment: $0.environment)
        }
        return AccessAnswer(account: account, date: date, KnownAccess.best(access))
    }

    @Sendable func entitlements(_ request: Request, context: PurchaseContext) async throws -> Entitlements {
        let account = try context.account()
        let date = try context.date(request.uri.queryParameters["at"]) ?? now()
        return Entitlements(account: account, date: date, try await ledgers(of: account, at: date))
    }

    /// Moves a purchase to another account. Allow this to your support, or
    /// to a customer who is signed in to both accounts: this example has no
    /// sign-in.
    @Sendable func transfer(_ request: Request, context: PurchaseContext) async throws -> Transfer.Answer {
        let transfer = try await request.decode(as: Transfer.self, context: context)
        guard StoredEvidence.isIdentifier(transfer.purchase) else { throw Rejection.noSuchPurchase }
        let moved = try await purchases.transfer(transfer.purchase, to: transfer.account)
        guard !moved.isEmpty else { throw Rejection.noSuchPurchase }
        return Transfer.Answer(moved: moved)
    }

    /// Returns the ledgers of an account, one for each environment, from
    /// all evidence about its purchases. Each piece is verified again, as
    /// of the date when it arrived.
    func ledgers(
        of account: UUID, at date: Date
    ) async throws -> [PurchaseLedger] {
        var evidence: [VerifiedEvidence] = []
        for stored in try await purchases.evidence(of: account) {
            do throws(VerificationError) {
                let verified = try verifier.verify(
                    evidence: stored.body, at: stored.received)
                evidence += verified.elements
            } catch {
                // Without this piece the answer could miss a refund.
                throw RejectedPiece(
                    digest: stored.digest, error: error)
            }
        }
        evidence.removeAll { hasEnded($0, at: date) }
        return try PurchaseLedger.ledgers(merging: evidence).filter {
            accepts($0.environment, for: account)
        }
    }

    /// True for a receipt of a volume purchase that has expired.
    private func hasEnded(
        _ evidence: VerifiedEvidence, at date: Date
    ) -> Bool {
        guard case .appReceipt(let receipt) = evidence,
            let end = receipt.expirationDate
        else { return false }
        return end <= date
    }

    private func require(_ environments: Set<StoreEnvironment>, for account: UUID) throws {
        guard environments.allSatisfy({ accepts($0, for: account) }) else { throw Rejection.sandbox }
    }

    /// True if an account may use purchases of an environment. Sandbox
    /// purchases cost nothing, and purchases in TestFlight are sandbox
    /// purchases.
    private func accepts(
        _ environment: StoreEnvironment, for account: UUID
    ) -> Bool {
        environment == self.environment
            || sandboxAccounts.contains(account)
    }

    /// Returns the evidence in a request body.
    func verified(
        _ body: [UInt8], _ context: PurchaseContext
    ) throws -> StoredEvidence {
        try stored(body, context) { now in
            try verifier.verify(evidence: body, at: now)
        }
    }

    /// Verifies a request body. Whatever is wrong with the body, the client gets the same response; the log contains
    /// the reason.
    private func stored(
        _ body: [UInt8], _ context: PurchaseContext, verify: (Date) throws -> VerifiedEvidence
    ) throws -> StoredEvidence {
        let now = now()
        do {
            let evidence = try StoredEvidence(verify(now), body: body, received: now)
            let identifiers = evidence.identifiers.union([evidence.appTransaction].compactMap(\.self))
            if let text = identifiers.first(where: { !StoredEvidence.isIdentifier($0) }) {
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
