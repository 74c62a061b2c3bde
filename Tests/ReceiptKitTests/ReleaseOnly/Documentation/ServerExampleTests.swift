import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The code of *Verifying on a server* that is not in `Examples/Server`.
@Suite("Documentation: Verifying on a server")
struct ServerExampleTests {
    private func service(_ log: Lines) throws -> PurchaseService {
        try PurchaseService(trust: .roots(TestAuthority.standard.rootCertificates)) { log.append($0) }
    }

    private func access(_ service: PurchaseService, _ evidence: [String], at date: Date) throws -> Access? {
        let answer = service.access(
            to: ["com.example.monthly", "com.example.pro"], from: evidence, at: date, requestID: "7")
        guard case .access(let access) = answer else { return nil }
        return access
    }

    @Test("JWS-26 a refunded customer has no access, and one who lacks a renewal is undetermined")
    func answers() throws {
        let log = Lines()
        let service = try service(log)
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 6, 1)))
        let jws = try TestAuthority.standard.sign(story.transactions()[0])
        #expect(try access(service, [jws], at: .utc(2024, 6, 20))?.isGranted == true)
        guard case .undetermined(let gap) = try access(service, [jws], at: .utc(2024, 7, 20)) else {
            Issue.record("not undetermined")
            return
        }
        #expect(gap.missing == [.renewal])

        let refund = try #require(story.refunded(on: .utc(2024, 6, 11)).notifications().last)
        #expect(refund.notificationType == "REFUND")
        let body = try TestAuthority.standard.notificationBody(refund)
        guard case .denied(let denial) = try access(service, [jws, body], at: .utc(2024, 6, 20)) else {
            Issue.record("not denied")
            return
        }
        #expect(denial.reason == .revoked)
        #expect(try access(service, [], at: .utc(2024, 6, 20)) == .denied(.noPurchaseKnown))
        #expect(log.all.isEmpty)
    }

    @Test("A rejected customer learns the request's identifier alone, and the log names the piece")
    func rejected() throws {
        let log = Lines()
        let service = try service(log)
        let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
        let forged = try TestAuthority.untrusted.sign(TestTransaction(.exampleSubscription))
        #expect(
            service.access(to: ["com.example.monthly"], from: [jws, forged], at: .utc(2024, 6, 20), requestID: "7")
                == .rejected(requestID: "7"))
        #expect(log.all.count == 1 && log.all.allSatisfy { $0.hasPrefix("7 rejected piece 1: ") })
    }

    @Test("A volume purchase that has ended is left out, and what else there is counts")
    func ended() throws {
        let log = Lines()
        let service = try service(log)
        var receipt = TestReceipt(
            environment: .volumePurchase,
            purchases: [.nonConsumable("com.example.pro", on: .utc(2024, 4, 1), transactionID: "410000000000200")])
        receipt.expirationDate = .utc(2024, 6, 20)
        let base64 = Data(try TestAuthority.standard.sign(receipt)).base64EncodedString()
        #expect(try access(service, [base64], at: .utc(2024, 6, 19))?.isGranted == true)
        #expect(try access(service, [base64], at: .utc(2024, 6, 21)) == .denied(.noPurchaseKnown))
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 6, 1)))
        let jws = try TestAuthority.standard.sign(story.transactions()[0])
        #expect(try access(service, [base64, jws], at: .utc(2024, 6, 21))?.isGranted == true)
        #expect(log.all.isEmpty)
    }
}

/// Lines of a log.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func append(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}
