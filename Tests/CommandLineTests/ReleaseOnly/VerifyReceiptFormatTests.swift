import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt verify --format verify-receipt")
struct VerifyReceiptFormatTests {
    private func run(
        _ receipt: TestReceipt, _ more: [String] = [], _ defects: [Defect] = [], file: (([UInt8]) -> [UInt8])? = nil
    ) throws -> Program.Result {
        let bytes = try TestAuthority.standard.sign(receipt, defects: defects)
        return try Receipt.run(
            [
                "verify", "a", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer", "--at",
                "2024-05-02T10:20:30Z", "--format", "verify-receipt",
            ] + more,
            files: ["a": file?(bytes) ?? bytes, "root.cer": try Fixtures.file("root.cer")])
    }

    private let receipt = TestReceipt()

    @Test("A receipt, its base64, and a request that was kept have the same answer")
    func forms() throws {
        let plain = try run(receipt)
        #expect(plain.status == 0)
        #expect(
            plain.text.hasPrefix(
                "{\"status\":0, \"environment\":\"Production\", \n\"receipt\":{\"receipt_type\":\"Production\""))
        #expect(plain.text.hasSuffix("\"original_application_version\":\"17\", \n\"in_app\":[]}}\n"))
        let base64 = { (bytes: [UInt8]) in Array(Data(bytes).base64EncodedString(options: .lineLength76Characters).utf8)
        }
        #expect(try run(receipt, file: base64).output == plain.output)
        let request = { (bytes: [UInt8]) in
            Array(#" {"receipt-data":"\#(Data(bytes).base64EncodedString())","password":"x"}"#.utf8)
        }
        #expect(try run(receipt, file: request).output == plain.output)
    }

    @Test("A transaction receipt, as it is and in base64")
    func transactionReceipt() throws {
        let issued = try TestAuthority.standard.issue(TestTransactionReceipt())
        for contents in [issued.bytes, Array(issued.base64.utf8) + [0x0A]] {
            for (more, answer) in [
                (["--accept-transaction-receipts"], "{\"status\":0, \n\"receipt\":{\""), ([], "{\"status\":21003}\n"),
            ] {
                let result = try Receipt.run(
                    [
                        "verify", "a", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer",
                        "--intermediate", "issuer.cer", "--at", "2024-05-02T10:20:30Z", "--format", "verify-receipt",
                    ] + more,
                    files: [
                        "a": contents, "root.cer": try Fixtures.file("root.cer"),
                        "issuer.cer": try issued.issuerCertificate,
                    ])
                #expect(result.text.hasPrefix(answer), "\(more)")
            }
        }
    }

    @Test("Rejected evidence has a status, and exit status 1")
    func refused() throws {
        let sandbox = receipt.with { $0.environment = .sandbox }
        let rows: [(Program.Result, Int)] = [
            (try run(receipt, [], [.named("content-flipped")]), 21003), (try run(sandbox), 21007),
            (try run(receipt, ["--environment", "sandbox"]), 21008),
            (try run(receipt, file: { _ in Array("{}".utf8) }), 21002),
            (try run(receipt, file: { _ in Array("not base64!".utf8) }), 21002),
        ]
        for (result, status) in rows {
            #expect(result.text == "{\"status\":\(status)}\n")
            #expect(result.status == 1)
        }
        #expect(try run(sandbox, ["--environment", "sandbox"]).status == 0)
    }

    @Test("It answers as one environment, which can't be Xcode")
    func environments() throws {
        let sandbox = ["--environment", "sandbox"]
        #expect(try run(receipt, ["--environment", "production"]).status == 0)
        for more in [["--environment", "production"] + sandbox, ["--environment", "xcode"]] {
            let result = try run(receipt, more)
            #expect(result.status == 64)
            #expect(result.output.isEmpty)
        }
        let xcode = try Receipt.run(
            [
                "verify", "a", "--any-bundle-id", "--any-device", "--xcode-certificate", "root.cer", "--format",
                "verify-receipt",
            ], files: ["a": [0x30], "root.cer": try Fixtures.file("root.cer")])
        #expect(xcode.status == 64)
    }

    @Test("An expired subscription of iOS 6 is verified")
    func expired() throws {
        let issued = try TestAuthority.standard.issue(
            TestTransactionReceipt().with {
                $0.productID = "com.example.monthly"
                $0.webOrderLineItemID = 410_000_100_000_101
                $0.expirationDate = $0.purchaseDate.addingTimeInterval(30 * 86_400)
            })
        let result = try Receipt.run(
            [
                "verify", "a", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer",
                "--intermediate", "issuer.cer", "--at", "2034-05-02", "--format", "verify-receipt",
                "--accept-transaction-receipts",
            ],
            files: [
                "a": issued.bytes, "root.cer": try Fixtures.file("root.cer"),
                "issuer.cer": try issued.issuerCertificate,
            ])
        #expect(result.text.hasPrefix("{\"status\":21006"), "\(result.text)")
        #expect(result.status == 0)
    }

    @Test("It is for files, and for verify")
    func misplaced() throws {
        let batch = try Receipt.run([
            "verify", "--batch", "--bundle-id", "a", "--any-device", "--format", "verify-receipt",
        ])
        #expect(batch.status == 64)
        let ledger = try Receipt.run(
            ["ledger", "a", "--bundle-id", "a", "--any-device", "--format", "verify-receipt"], files: ["a": [0x30]])
        #expect(ledger.status == 64)
        #expect(ledger.output.isEmpty)
    }
}
