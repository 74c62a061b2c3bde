import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import Testing

@Suite("An inspected transaction receipt")
struct InspectedTransactionReceiptTests {
    private typealias Subject = TransactionReceiptSubject

    private func inspected(_ bytes: [UInt8]) throws -> InspectedTransactionReceipt {
        guard case .transactionReceipt(let receipt) = InspectedEvidence(file: bytes).contents else {
            Issue.record("taken for something else")
            return InspectedTransactionReceipt(bytes)
        }
        return receipt
    }

    @Test("has the verifier's error, and no other", arguments: TransactionReceiptDefect.all)
    func errors(_ defect: TransactionReceiptDefect) throws {
        let issued = try Subject.issue(defects: [defect])
        let refusal = Subject.refusal(issued.bytes, try Subject.verifier())
        var expected: FormatError?
        if case .malformed(let error)? = refusal { expected = error }
        #expect(try inspected(issued.bytes).error == expected)
    }

    @Test("shows its contents", arguments: TestTransactionReceiptVersion.allCases)
    func parts(_ version: TestTransactionReceiptVersion) throws {
        let issued = try Subject.authority.issue(TestTransactionReceipt(version: version, isSandbox: true))
        for bytes in [issued.bytes, Array(issued.base64.utf8)] {
            let receipt = try inspected(bytes)
            #expect(receipt.size == issued.bytes.count)
            #expect(receipt.version == Int(version.number))
            #expect(receipt.signature == issued.signature.signature)
            #expect(receipt.certificate == issued.signature.certificate)
            #expect(receipt.fields?.propertyList == issued.purchaseInfo)
            #expect(receipt.fields?.members == receipt.purchaseInfo)
            #expect(receipt.unsignedMembers.map(\.key) == ["environment", "pod", "signing-status"])
            #expect(receipt.claimedEnvironment == StoreEnvironment(rawValue: "Sandbox"))
            #expect(receipt.error == nil)
        }
    }

    @Test("shows nothing of invalid base64")
    func notBase64() throws {
        let receipt = try inspected(Array("ewoJ!".utf8))
        #expect(receipt.size == 0)
        #expect(receipt.error?.code == "input.base64")
        #expect(receipt.unsignedMembers.isEmpty && receipt.purchaseInfo.isEmpty)
    }
}
