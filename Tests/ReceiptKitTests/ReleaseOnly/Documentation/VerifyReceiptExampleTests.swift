import AppleVerifyReceipt
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The two endpoints of one server.
struct Endpoints {
    let production = VerifyReceiptEndpoint(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked),
        sharedSecret: nil, environment: .production)
    let sandbox = VerifyReceiptEndpoint(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked),
        sharedSecret: nil, environment: .sandbox)
}

/// A function that any server can call with a request, without a framework.
func handle(
    method: String, path: String, body: Data, _ endpoints: Endpoints
) -> (status: Int, body: Data) {
    let isSandbox = path.hasPrefix("/sandbox/")
    let endpoint = isSandbox ? endpoints.sandbox : endpoints.production
    let answer = endpoint.response(
        method: method, body: body, at: Date())
    return (200, Data(answer))
}

/// Tests the code of *AppleVerifyReceipt* and of *Migrating from verifyReceipt*.
@Suite("Documentation: verifyReceipt")
struct VerifyReceiptExampleTests {
    private func endpoint(at now: Date, body: [UInt8]) -> [UInt8] {
        let endpoint = VerifyReceiptEndpoint(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked),
            sharedSecret: nil, environment: .production)
        let answer = endpoint.response(method: "POST", body: body, at: Date())
        return answer
    }

    private func answer(_ body: [UInt8], _ endpoint: VerifyReceiptEndpoint, _ ledger: PurchaseLedger) -> [UInt8] {
        let answer = endpoint.response(
            method: "POST", body: body, knowing: ledger, at: Date())
        return answer
    }

    @Test("A receipt is answered with what was learned since")
    func knowing() throws {
        let authority = TestAuthority.standard
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: .roots(authority.rootCertificates))
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 1, 15))).renewing()
        let later = try ReceiptVerifier(policy: policy).verify(
            transaction: authority.sign(story.transactions()[1]), at: Subject.now)
        let stored = Data(try authority.sign(story.receipt(at: .utc(2024, 1, 16)))).base64EncodedString()
        let text = String(
            decoding: answer(
                Array(#"{"receipt-data":"\#(stored)"}"#.utf8),
                VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production),
                try PurchaseLedger(merging: [later])), as: UTF8.self)
        #expect(text.contains(#""expires_date":"2024-03-15 00:00:00 Etc/GMT""#))
    }

    @Test("A stored receipt looks expired; with later evidence its subscription runs, until the refund")
    func subscribed() throws {
        let authority = TestAuthority.standard
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: .roots(authority.rootCertificates)))
        let story = TestStory(.autoRenewable("com.example.monthly", on: .utc(2024, 1, 15))).renewing()
        let receipt = Data(try authority.sign(story.receipt(at: .utc(2024, 1, 16)))).base64EncodedString()
        func isRunning(_ later: [TestNotification]) throws -> Bool {
            try access(
                to: "com.example.monthly", receipt: receipt,
                later: later.map { Array(try authority.notificationBody($0).utf8) }, verifier: verifier,
                at: .utc(2024, 3, 1)
            ).isGranted
        }
        #expect(try !isRunning([]))
        #expect(try isRunning(story.notifications()))
        #expect(try !isRunning(story.refunded(on: .utc(2024, 2, 20)).notifications()))
    }

    @Test("An endpoint answers whatever it is sent")
    func answers() throws {
        #expect(endpoint(at: Subject.now, body: Array("{}".utf8)) == Array(#"{"status":21002}"#.utf8))
        let forged = try TestAuthority.standard.sign(Subject.receipt)
        let body = Data(#"{"receipt-data":"\#(Data(forged).base64EncodedString())"}"#.utf8)
        for path in ["/verifyReceipt", "/sandbox/verifyReceipt"] {
            let answer = handle(method: "POST", path: path, body: body, Endpoints())
            #expect(answer.status == 200)
            // The endpoints trust only Apple, and not the test authority.
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":21003}"#)
        }
    }
}
