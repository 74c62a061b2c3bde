import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

func products(
    in body: [UInt8], verifier: ReceiptVerifier, at now: Date
) throws(VerificationError) -> [String] {
    switch try verifier.verify(evidence: body, at: now) {
    case .appReceipt(let receipt):
        receipt.purchases.map(\.productID)
    case .transaction(let transaction):
        [transaction.productID]
    case .subscriptionStatus(let status):
        [status.transaction.productID]
    case .notification(let notification):
        notification.transaction.map { [$0.productID] } ?? []
    default:
        []
    }
}

struct RealtimeRequestBody: Decodable {
    let signedPayload: String
}

func product(
    in body: Data, verifier: ReceiptVerifier, at now: Date
) throws -> String {
    let body = try JSONDecoder().decode(
        RealtimeRequestBody.self, from: body)
    let request = try verifier.verify(
        realtimeRequest: body.signedPayload, at: now)
    return request.productID
}

/// The code of *StoreKit 2 on your server* and *Notifications*.
enum StoreKitExamples {
    static func transaction(_ jws: String) throws {
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked))
        let transaction = try verifier.verify(transaction: jws, at: Date())
        if transaction.revocationDate == nil { print(transaction.productID) }
    }

    static func policy(vendor: UUID, device: UUID) -> ReceiptPolicy {
        var policy = ReceiptPolicy(
            bundleIdentifier: "com.example.app",
            device: [
                .identifierForVendor(vendor), .deviceVerificationID(device),
            ])
        policy.appAppleID = 1_234_567_890
        return policy
    }

    static func page(
        _ body: [UInt8], _ verifier: ReceiptVerifier
    ) throws -> (VerifiedEvidence, String?) {
        let evidence = try verifier.verify(evidence: body, at: Date())
        let page = try AppStorePage(json: body)
        let token = page.hasMore == true ? page.paginationToken : nil
        return (evidence, token)
    }

    static func notification(_ signedPayload: String, _ verifier: ReceiptVerifier) throws {
        let notification = try verifier.verify(
            notification: signedPayload, at: Date())
        let transaction = notification.transaction
        switch notification.notificationType {
        case .refund, .revoke:
            print("take back", transaction?.transactionID ?? "")
        case .didRenew:
            print("until", transaction?.expirationDate ?? .distantPast)
        default:
            break
        }
    }
}
