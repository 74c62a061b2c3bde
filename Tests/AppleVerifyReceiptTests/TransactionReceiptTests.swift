import AppleVerifyReceipt
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests iOS 6 transaction receipts, for which status 21006 exists.
@Suite("verifyReceipt: transaction receipts")
struct TransactionReceiptTests {
    private static let subscription = TestTransactionReceipt().with {
        $0.productID = "com.example.monthly"
        $0.webOrderLineItemID = 410_000_100_000_101
        $0.expirationDate = $0.purchaseDate.addingTimeInterval(30 * 86_400)
    }

    /// Returns the response to a receipt whose issuer the policy trusts.
    private func answer(
        _ receipt: TestTransactionReceipt, _ environment: VerifyReceiptEndpoint.Environment = .production,
        secret: String? = nil, members: String = "", isAccepted: Bool = true, after seconds: TimeInterval = 60,
        defects: [TransactionReceiptDefect] = []
    ) throws -> (answer: VerifyReceiptAnswer, text: String, base64: String) {
        let issued = try TestAuthority.standard.issue(receipt, defects: defects)
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots(
                TestAuthority.standard.rootCertificates, intermediates: [issued.issuerCertificate]))
        if isAccepted { policy.transactionReceipts = .acceptedWithUnsignedEnvironment }
        let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: secret, environment: environment)
        let body = #"{"receipt-data":"\#(issued.base64)"\#(members)}"#
        let answer = endpoint.answer(
            method: "POST", body: Array(body.utf8), at: receipt.purchaseDate.addingTimeInterval(seconds))
        return (answer, String(decoding: answer.body, as: UTF8.self), issued.base64)
    }

    @Test(
        "A purchase: its pairs as strings, with underscores, without an environment",
        arguments: TestTransactionReceiptVersion.allCases)
    func purchase(version: TestTransactionReceiptVersion) throws {
        let receipt = TestTransactionReceipt(version: version)
        let pairs = receipt.purchaseInfo.pairs.map {
            #""\#($0.key.replacingOccurrences(of: "-", with: "_"))":"\#($0.value)""#
        }
        #expect(
            try answer(receipt).text
                == "{\"status\":0, \n\"receipt\":{" + pairs.joined(separator: ", ") + "}}")
    }

    @Test("A subscription: the same as an object, 0 during its period and 21006 after it")
    func subscription() throws {
        let pairs = Self.subscription.purchaseInfo.pairs.map {
            #""\#($0.key.replacingOccurrences(of: "-", with: "_"))":"\#($0.value)""#
        }
        let info = "{" + pairs.joined(separator: ", ") + "}"
        #expect(info.contains(#""expires_date":"1703101559001""#))
        let running = try answer(Self.subscription)
        #expect(running.answer.status == 0)
        #expect(
            running.text == "{\"status\":0, \n\"receipt\":\(info), \n\"latest_receipt_info\":\(info), \n"
                + "\"latest_receipt\":\"\(running.base64)\"}")
        let ended = try answer(Self.subscription, after: 30 * 86_400 + 1)
        #expect(ended.answer.status == 21006)
        #expect(ended.answer.error == nil)
        #expect(ended.text == "{\"status\":21006, \n\"receipt\":\(info), \n\"latest_expired_receipt_info\":\(info)}")
        #expect(try answer(Self.subscription, after: 30 * 86_400 - 1).answer.status == 0)
    }

    @Test("A rejected receipt gets only its status")
    func refused() throws {
        let sandbox = TestTransactionReceipt(isSandbox: true)
        let table: [(String, Int, VerifyReceiptAnswer)] = [
            ("environment.unsigned", 21003, try answer(TestTransactionReceipt(), isAccepted: false).answer),
            ("environment.mismatch", 21007, try answer(sandbox).answer),
            ("environment.mismatch", 21008, try answer(TestTransactionReceipt(), .sandbox).answer),
            (
                "environment.contradicted", 21003,
                try answer(TestTransactionReceipt().with { $0.transactionID = sandbox.transactionID }).answer
            ),
            (
                "bundleIdentifier.mismatch", 21003,
                try answer(TestTransactionReceipt(bundleIdentifier: "com.example.other")).answer
            ),
        ]
        for (code, status, answer) in table {
            #expect(answer.error?.code == code)
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":\#(status)}"#, "\(code)")
        }
        #expect(try answer(sandbox, .sandbox).answer.status == 0)
    }

    @Test("The endpoint verifies evidence beside an iOS 6 transaction receipt, and adds nothing from it")
    func evidence() throws {
        let transaction = TestTransaction()
        let jws = try TestAuthority.standard.sign(transaction)
        let forged = try TestAuthority.standard.sign(transaction, defects: [.named("signature-flipped")])
        let receipt = TestTransactionReceipt().with { $0.purchaseDate = transaction.signedDate }
        let alone = try answer(receipt).text
        #expect(try answer(receipt, members: #","evidence":["\#(jws)"]"#).text == alone)
        #expect(try answer(receipt, members: #","evidence":["\#(forged)"]"#).text == #"{"status":21003}"#)
        let ended = try answer(
            Self.subscription, members: #","evidence":["\#(forged)"]"#, after: 30 * 86_400 + 1
        ).answer
        #expect(ended.status == 21006)
    }

    @Test(
        "The `signature` is its container: 21002",
        arguments: TransactionReceiptDefect.all.filter {
            ["version-", "length-", "trailing-bytes", "signature-empty", "signature-unpadded"].contains(
                where: $0.name.hasPrefix)
                && $0.step == .form
        })
    func container(_ defect: TransactionReceiptDefect) throws {
        #expect(try answer(TestTransactionReceipt(), defects: [defect]).answer.status == 21002)
    }

    @Test("A wrong secret is rejected always, a missing one for subscriptions")
    func secrets() throws {
        let wrong = #","password":"other""#
        let table: [(TestTransactionReceipt, String, Int)] = [
            (TestTransactionReceipt(), "", 0), (TestTransactionReceipt(), wrong, 21004),
            (Self.subscription, "", 21004), (Self.subscription, wrong, 21004),
            (Self.subscription, #","password":"secret""#, 0),
        ]
        for (receipt, members, status) in table {
            #expect(try answer(receipt, secret: "secret", members: members).answer.status == status, "\(members)")
        }
    }
}
