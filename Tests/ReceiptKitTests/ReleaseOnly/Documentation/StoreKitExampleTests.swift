import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Returns all pages of a customer's history. `page` requests the
/// page after a revision from Apple with your API key; nil
/// requests the first.
func history(
    verifier: ReceiptVerifier, at now: Date,
    page: (String?) async throws -> [UInt8]
) async throws -> [VerifiedEvidence] {
    var history: [VerifiedEvidence] = []
    var revision: String?
    repeat {
        let body = try await page(revision)
        let next = try AppStorePage(json: body)
        do {
            history.append(try verifier.verify(evidence: body, at: now))
        } catch {
            // The last page may be empty.
            guard error.isEmptyPage, next.hasMore == false
            else { throw error }
        }
        revision = next.hasMore == true ? next.revision : nil
    } while revision != nil
    return history
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

/// Tests the code of *StoreKit 2 and notifications*.
@Suite("Documentation: StoreKit 2 and notifications")
struct StoreKitExampleTests {
    private static let monthly = "com.example.monthly"
    /// Two months, the second of which is refunded.
    private static let story = TestStory(.autoRenewable(monthly, on: .utc(2024, 4, 1))).renewing()
        .refunded(on: .utc(2024, 5, 11))
    private let authority = TestAuthority.standard

    private func verifier() throws -> ReceiptVerifier { ReceiptVerifier(policy: try policy()) }

    private func policy() throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: .roots(authority.rootCertificates))
    }

    private func jws(at date: Date) throws -> String {
        try authority.sign(try #require(Self.story.transactions(at: date).last))
    }

    @Test("A transaction unlocks its product, and nothing once it has expired or was refunded")
    func unlocked() throws {
        let verifier = try verifier()
        var asked: [[String]] = []
        func product(_ jws: String, _ now: Date) throws -> String? {
            try unlockedProduct(by: jws, verifier: verifier, at: now) { asked.append($0) }
        }
        let first = try jws(at: .utc(2024, 4, 2))
        #expect(try product(first, .utc(2024, 4, 10)) == Self.monthly)
        #expect(try product(first, .utc(2024, 5, 10)) == nil)
        #expect(asked.map(\.count) == [1])
        #expect(try product(jws(at: .utc(2024, 5, 2)), .utc(2024, 5, 12)) == Self.monthly)
        #expect(try product(jws(at: .utc(2024, 5, 12)), .utc(2024, 5, 12)) == nil)
        let untrusted = try TestAuthority.untrusted.sign(TestTransaction())
        #expect { try product(untrusted, .utc(2024, 6, 1)) } throws: { error in
            (error as? VerificationError)?.code == "chain.untrustedRoot"
        }
    }

    @Test("All pages of a history, of which the last is empty")
    func pages() async throws {
        let renewed = Self.story.transactions(at: .utc(2024, 5, 12))
        let pages: [String?: String] = [
            nil: try authority.historyBody(renewed).replacing(/"hasMore":[a-z]+/, with: #""hasMore":true"#)
                .replacing(/"revision":"[^"]*"/, with: #""revision":"2""#),
            "2": #"{"signedTransactions":[],"hasMore":false,"revision":"3"}"#,
        ]
        let evidence = try await history(verifier: try verifier(), at: .utc(2024, 6, 1)) { revision in
            Array(try #require(pages[revision]).utf8)
        }
        let ledger = try PurchaseLedger(merging: evidence)
        #expect(ledger.count == 2)
        #expect(ledger.isEntitled(to: Self.monthly, at: .utc(2024, 4, 20)))
        #expect(!ledger.isEntitled(to: Self.monthly, at: .utc(2024, 5, 20)))
        await #expect(throws: VerificationError.malformed(FormatError(.noEvidence(isEmptyPage: false), offset: 0))) {
            try await history(verifier: try verifier(), at: .utc(2024, 6, 1)) { _ in Array("{}".utf8) }
        }
    }

    @Test("The product of a Retention Messaging request")
    func retention() throws {
        let request = TestRealtimeRequest()
        var policy = try policy()
        policy.appAppleID = request.appID
        let body = Data(#"{"signedPayload":"\#(try authority.sign(request))"}"#.utf8)
        let now = request.signedDate
        #expect(try product(in: body, verifier: ReceiptVerifier(policy: policy), at: now) == request.productID)
        #expect(throws: VerificationError.appAppleIDMissing) { try product(in: body, verifier: verifier(), at: now) }
    }

    static func notification(_ body: Data, _ verifier: ReceiptVerifier) throws {
        let notification = try verifier.verify(
            notificationBody: body, at: Date())
        switch notification.notificationType {
        case .refund, .revoke:
            print("revoked", notification.transaction?.transactionID ?? "")
        case .refundReversed:
            print("restored", notification.transaction?.transactionID ?? "")
        default:
            break
        }
    }
}
