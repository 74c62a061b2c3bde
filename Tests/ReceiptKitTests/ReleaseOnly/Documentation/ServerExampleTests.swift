import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Sandbox purchases cost nothing. Before you store or unlock anything,
/// look at the evidence's `environment`, and use its own database.
func verify(
    _ body: [UInt8], production: ReceiptVerifier,
    sandbox: ReceiptVerifier, at now: Date
) throws(VerificationError) -> VerifiedEvidence {
    do {
        return try production.verify(evidence: body, at: now)
    } catch .environmentMismatch(let found, _)
        where found == .sandbox
    {
        return try sandbox.verify(evidence: body, at: now)
    }
}

/// The code of *Verifying on a server* that is not in `Examples/Server`.
@Suite("Documentation: Verifying on a server")
struct ServerExampleTests {
    @Test("The sandbox's verifier verifies a sandbox receipt, and none a forged one")
    func environments() throws {
        let production = ReceiptVerifier(policy: try Subject.policy())
        let sandbox = ReceiptVerifier(policy: try Subject.policy { try $0.set(environments: [.sandbox]) })
        func environment(_ environment: TestEnvironment, _ defects: [Defect] = []) throws -> StoreEnvironment? {
            let receipt = Subject.receipt.with { $0.environment = environment }
            let bytes = try TestAuthority.standard.sign(receipt, defects: defects)
            return try verify(bytes, production: production, sandbox: sandbox, at: Subject.now).environment
        }
        #expect(try environment(.production) == .production)
        #expect(try environment(.sandbox) == .sandbox)
        #expect(try environment(.volumePurchase) == .production)
        #expect(try environment(.volumePurchaseSandbox) == .sandbox)
        #expect(
            throws: VerificationError.environmentMismatch(found: .xcode, accepted: [.production])
        ) { try environment(.xcode) }
        #expect(throws: VerificationError.signatureInvalid) { try environment(.sandbox, [.named("content-flipped")]) }
    }

    @Test("JWS-26 a refunded customer gets no product, and a rejected one learns the request's identifier alone")
    func service() throws {
        let log = Lines()
        let service = try PurchaseService(trust: .roots(TestAuthority.standard.rootCertificates)) { log.append($0) }
        func answer(_ evidence: [String]) -> PurchaseService.Answer {
            service.products(from: evidence, at: .utc(2024, 6, 20), requestID: "7")
        }
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 6, 1)))
        let jws = try TestAuthority.standard.sign(story.transactions()[0])
        #expect(answer([jws]) == .products(["com.example.monthly"]))

        let refund = try #require(story.refunded(on: .utc(2024, 6, 11)).notifications().last)
        #expect(refund.notificationType == "REFUND")
        #expect(answer([jws, try TestAuthority.standard.notificationBody(refund)]) == .products([]))
        #expect(log.all.isEmpty)

        #expect(answer([try TestAuthority.untrusted.sign(story.transactions()[0])]) == .rejected(requestID: "7"))
        #expect(answer([]) == .products([]))
        #expect(log.all.count == 1 && log.all.allSatisfy { $0.hasPrefix("7 rejected: ") })
    }
}

/// Lines of a log.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func append(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}
