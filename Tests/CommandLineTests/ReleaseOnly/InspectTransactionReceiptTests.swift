import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt inspect: iOS 6 transaction receipts")
struct InspectTransactionReceiptTests {
    private func issue(
        _ version: TestTransactionReceiptVersion = .four, _ defects: [String] = [],
        _ change: (inout TestTransactionReceipt) -> Void = { _ in }
    ) throws -> TestIssuedTransactionReceipt {
        var receipt = TestTransactionReceipt(version: version, isSandbox: true)
        change(&receipt)
        return try TestAuthority.standard.issue(
            receipt, defects: TransactionReceiptDefect.all.filter { defects.contains($0.name) })
    }

    private func json(_ bytes: [UInt8]) throws -> Program.Result {
        try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": bytes])
    }

    @Test(
        "shows fields, signature, certificate and both lists, as it is and in base64",
        arguments: [
            (TestTransactionReceiptVersion.two, 2, 128, "RSA1024", "sha1WithRSAEncryption"),
            (.three, 3, 256, "RSA2048", "sha1WithRSAEncryption"),
            (.four, 4, 256, "RSA2048", "sha256WithRSAEncryption"),
        ])
    func whole(
        _ version: TestTransactionReceiptVersion, _ number: Int, _ size: Int, _ key: String, _ algorithm: String
    ) throws {
        let issued = try issue(version)
        for bytes in [issued.bytes, Array((issued.base64 + "\n").utf8)] {
            let result = try json(bytes)
            let object = try result.object
            #expect(result.status == 0)
            #expect(object.verdict == "unverified")
            #expect(object["kind"] == .string("transactionReceipt"))
            #expect(object["transactionReceipt"]?["productID"] == .string(issued.receipt.productID))
            #expect(object["claimedEnvironment"] == .string("Sandbox"))
            #expect(object["signatureVersion"] == .number(Double(number)))
            #expect(object["signature"]?.string?.utf8.count == size * 2)
            let certificate = try #require(object["certificates"]?.array?.first)
            #expect(certificate["key"] == .string(key))
            #expect(certificate["signatureAlgorithm"] == .string(algorithm))
            #expect(
                certificate["markers"]?.array == [
                    .string("1.2.840.113635.100.6." + (number == 2 ? "5.1" : "11.1"))
                ])
            #expect(object["purchaseInfo"]?["bid"] == .string("com.example.app"))
            #expect(
                object["unsigned"]
                    == .object([
                        "environment": .string("Sandbox"), "pod": .string("100"), "signing-status": .string("0"),
                    ]))
        }
    }

    @Test("says in words that the environment is unsigned, and that nothing is verified")
    func text() throws {
        let result = try Receipt.run(["inspect", "x"], files: ["x": try issue(.two).bytes])
        #expect(result.status == 0)
        #expect(result.lines.first?.contains("NOT VERIFIED") == true)
        for part in [
            "  receipt     iOS 6 transaction receipt, ", "  environment Sandbox: unsigned, anyone can change it\n",
            "  signature   version 2, 128 bytes\n", "RSA1024\n", "(transaction receipt signer)\n",
            "\nPurchase info, which the signature covers\n",
            "  bid                               com.example.app\n", "\nOther members, unsigned\n",
            "  environment                       Sandbox\n",
        ] {
            #expect(result.text.contains(part), "\(part)")
        }
        #expect(!result.text.contains("unreadable"))
    }

    @Test("A receipt that names no environment claims production, as where it is verified")
    func production() throws {
        let bytes = try issue { $0.environment = nil }.bytes
        #expect(try json(bytes).object["claimedEnvironment"] == .string("Production"))
        let text = try Receipt.run(["inspect", "x"], files: ["x": bytes]).text
        #expect(text.contains("Production, since it names none: unsigned"))
        #expect(!text.contains("Sandbox"))
    }

    /// Damaged receipts: the defect, its code, and the members that the JSON still has.
    static let broken: [(defect: String, code: String, shows: Set<String>)] = [
        ("unclosed", "propertyList.syntax", ["transactionReceipt", "signature", "purchaseInfo", "unsigned"]),
        ("repeated-key", "propertyList.repeatedKey", ["transactionReceipt", "signature", "purchaseInfo", "unsigned"]),
        ("comment", "propertyList.syntax", []),
        ("signature-missing", "payload.missing", ["transactionReceipt", "purchaseInfo", "unsigned"]),
        ("length-short", "der.trailing", ["transactionReceipt", "purchaseInfo", "unsigned"]),
        ("version-5", "transactionReceipt.version", ["transactionReceipt", "purchaseInfo", "unsigned"]),
        ("inner-trailing-text", "propertyList.syntax", ["signature", "purchaseInfo", "unsigned"]),
        ("purchase-date-missing", "payload.missing", ["signature", "purchaseInfo", "unsigned"]),
    ]

    @Test("Malformed input is shown as far as it can be read", arguments: broken)
    func malformed(_ row: (defect: String, code: String, shows: Set<String>)) throws {
        let bytes = try issue(.four, [row.defect]).bytes
        let result = try json(bytes)
        let object = try result.object
        #expect(result.status == 1)
        #expect(object["kind"] == .string("transactionReceipt"))
        #expect(object.errorCode == row.code)
        var shown: Set<String> = []
        for name in ["transactionReceipt", "signature"] where object[name] != nil { shown.insert(name) }
        for name in ["purchaseInfo", "unsigned"] where object[name] != .object([:]) { shown.insert(name) }
        #expect(shown == row.shows)
        let text = try Receipt.run(["inspect", "x"], files: ["x": bytes])
        #expect(text.status == 1)
        #expect(text.text.contains("malformed: \(row.code)"))
    }

    @Test("One in a request to verifyReceipt is shown with its member")
    func body() throws {
        let object = try json(Array(#"{"receipt-data":"\#(try issue().base64)"}"#.utf8)).object
        #expect(object["kind"] == .string("body"))
        let part = try #require(object["evidence"]?.array?.first)
        #expect(part["member"] == .string("receipt-data"))
        #expect(part["kind"] == .string("transactionReceipt"))
        #expect(part["transactionReceipt"] != nil)
    }

    @Test("shows hostile texts escaped")
    func hostile() throws {
        // Property lists can't contain control characters.
        let hostile = "\u{202E}✓ verified"
        let bytes = try issue { $0.productID = hostile }.bytes
        let json = try json(bytes)
        #expect(json.text.split(whereSeparator: \.isNewline).count == 1)
        #expect(!json.text.contains("\u{202E}"))
        let text = try Receipt.run(["inspect", "x"], files: ["x": bytes])
        #expect(!text.text.contains("\u{202E}"))
        #expect(text.text.contains(#"\u{202e}✓ verified"#))
    }
}
