import Foundation
import Hummingbird
import ReceiptKit

/// `POST /receipts`: a receipt as base64 text comes in, what the account is entitled to goes out.
package struct ReceiptController: Sendable {
    let verifier: ReceiptVerifier
    let purchases: PurchaseStore
    let now: @Sendable () -> Date

    package init(
        verifier: ReceiptVerifier, purchases: PurchaseStore = PurchaseStore(), now: @escaping @Sendable () -> Date
    ) {
        self.verifier = verifier
        self.purchases = purchases
        self.now = now
    }

    package func addRoutes(to router: some RouterMethods<AccountContext>) {
        router.post("receipts", use: submit)
    }

    @Sendable func submit(_ request: Request, context: AccountContext) async throws -> Entitlements {
        guard let account = context.account else { throw HTTPError(.unauthorized) }
        let body = try await request.body.collect(upTo: context.maxUploadSize)  // beyond that: 413
        let now = now()
        let receipt: VerifiedReceipt
        do {
            receipt = try verifier.verify(base64: String(buffer: body), at: now)
        } catch {
            // Which check failed is for you. Whoever forges receipts learns that this one was refused.
            context.logger.notice("receipt refused", metadata: ["code": "\(error.code)", "detail": "\(error)"])
            throw HTTPError(.unprocessableContent, message: "refused")
        }
        guard let ledger = try await purchases.add(receipt, to: account) else {
            throw HTTPError(.conflict, message: "otherAccount")
        }
        return Entitlements(products: ledger.currentEntitlements(at: now).map(\.productID))
    }
}

/// The answer.
package struct Entitlements: ResponseCodable, Equatable {
    package let products: [String]
}
