import Foundation
import ReceiptKitTesting
import Testing

/// Tests the examples in the comments of the test kit's JWS.
@Suite("Documentation: JWS of the test kit")
struct JWSExampleTests {
    @Test("Transactions, and what is wrong with them")
    func transactions() throws {
        let purchase = TestPurchase.autoRenewable(
            "com.example.monthly", on: .utc(2024, 4, 1))
        let transaction = TestTransaction(purchase).with {
            $0.changes.set("price", "\"free\"")
        }
        let jws = try TestAuthority.standard.sign(transaction)
        let forged = try TestAuthority.standard.sign(
            transaction, defects: [.named("developer-certificate")])
        #expect(jws != forged)
    }

    @Test("One defect")
    func defect() throws {
        let transaction = TestTransaction(
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1)))
        let jws = try TestAuthority.standard.sign(transaction)
        #expect(try jws != Self.spoilt(transaction))
    }

    static func spoilt(_ transaction: TestTransaction) throws -> String {
        let jws = try TestAuthority.standard.sign(
            transaction, defects: [.named("developer-certificate")])
        return jws
    }

    @Test("A layer that is changed and signed again")
    func layers() throws {
        let issued = try TestAuthority.standard.issue(TestTransaction())
        var jws = issued.jws
        jws.header.set("crit", "[]")
        try jws.sign(with: issued.chain.signer.key)
        let text = jws.text
        #expect(text != issued.text)
    }

    @Test("A member that is anything")
    func member() throws {
        let transaction = TestTransaction().with {
            $0.changes.set("price", "\"free\"")
        }
        let jws = try TestAuthority.standard.sign(transaction)
        #expect(jws.hasPrefix("eyJ"))
    }

    @Test("The content of a notification")
    func notification() throws {
        let data = TestNotificationData(transaction: TestTransaction())
        let notification = TestNotification(.data(data), type: "REFUND")
        // {"signedPayload":"…"}
        let body = try TestAuthority.standard.notificationBody(notification)
        #expect(body.hasPrefix("{\"signedPayload\":\"eyJ"))
    }
}
