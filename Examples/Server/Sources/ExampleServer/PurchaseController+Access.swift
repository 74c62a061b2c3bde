import Foundation
import Hummingbird
import ReceiptKit

extension PurchaseController {
    /// Returns whether an account may use any of these products. If
    /// evidence may be missing, this asks Apple, but at most once an hour
    /// about each subscription.
    func access(
        to products: [String], of account: UUID, at now: Date,
        _ context: PurchaseContext
    ) async throws -> KnownAccess {
        let known = try await known(products, account, now)
        guard let statuses, let environment = known.environment,
            let gap = known.gap
        else { return known }
        var failed: [String] = []
        for purchase in gap.originalTransactionIDs
        where try await purchases.startAsking(
            about: purchase, in: environment, at: now)
        {
            let found: AppleStatuses
            do {
                found = try await statuses(purchase, environment)
            } catch {
                failed.append(purchase)
                try await note(
                    error, about: purchase, in: environment, context)
                continue
            }
            for status in found.signed {
                let body = Array(try JSONEncoder().encode(status))
                do {
                    let evidence = try verified(body, context)
                    _ = try await purchases.add(evidence, to: account)
                } catch is Rejection {
                    // Another account owns the purchase, or the
                    // evidence fails verification.
                }
            }
            try await purchases.finishAsking(
                about: purchase,
                isInGrace: found.inGrace.contains(purchase), at: now)
        }
        var answer = try await self.known(products, account, now)
        answer.failed = failed
        return answer
    }

    /// Logs why Apple didn't answer, and stores when to ask again.
    private func note(
        _ error: any Error, about purchase: String,
        in environment: StoreEnvironment, _ context: PurchaseContext
    ) async throws {
        context.logger.error(
            "Apple didn't answer",
            metadata: ["purchase": "\(purchase)", "error": "\(error)"])
        // After other errors, such as network errors, `startAsking` lets a request ask again in a minute.
        guard let error = error as? AppleError else { return }
        let now = self.now()
        if error.isPermanent {
            try await purchases.postpone(purchase, at: now)
        } else if let end = error.pauseEnd(at: now) {
            try await purchases.pause(environment, until: end)
        }
    }

    /// Returns the answer without asking Apple.
    private func known(
        _ products: [String], _ account: UUID, _ now: Date
    ) async throws -> KnownAccess {
        var answers: [KnownAccess] = []
        for ledger in try await ledgers(of: account, at: now) {
            // Treat evidence as current for an hour after Apple signed it.
            let access = ledger.asOf(now, staleAfter: 3_600).access(to: products)
            var known = KnownAccess(
                access: access, environment: ledger.environment)
            let grace = try await unsignedGrace(access, ledger, now)
            if let grace, now < grace.endDate {
                known.unsignedGrace = grace
            } else if grace != nil {
                // The grace period may have been extended: ask Apple to
                // confirm it.
                known.access = ledger.access(to: products, at: now)
            }
            answers.append(known)
        }
        return KnownAccess.best(answers)
    }

    /// Returns the grace period that Apple reported in its last response. The grace period gives access for an hour,
    /// and at most until 28 days after the period. It doesn't override a refund or another product.
    private func unsignedGrace(
        _ access: Access, _ ledger: PurchaseLedger, _ now: Date
    ) async throws -> KnownAccess.UnsignedGrace? {
        let last: Purchase?
        switch access {
        case .denied(let denial) where denial.reason == .expired:
            last = denial.purchase
        case .undetermined(let gap): last = gap.purchase
        default: last = nil
        }
        guard let last, last.revocationDate == nil,
            let end = last.expirationDate,
            (end..<end + 28 * 86_400).contains(now),
            let word = try await purchases.graceWord(
                about: last.originalTransactionID),
            let subscription = ledger.subscription(
                originalTransactionID: last.originalTransactionID),
            subscription.latestPeriod(at: now)?.productID
                == last.productID
        else { return nil }
        return .init(
            purchase: last,
            endDate: min(word + 3_600, end + 28 * 86_400))
    }
}
