import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Transaction receipts: every bit, every cut")
struct TransactionReceiptHostileTests {
    typealias Subject = TransactionReceiptSubject

    /// Flips each bit of the decoded signature and of `purchase-info`.
    @Test("Nothing that is signed can be changed", arguments: TestTransactionReceiptVersion.allCases)
    func flipped(version: TestTransactionReceiptVersion) throws {
        let issued = try Subject.issue(version)
        let verifier = try Subject.verifier()
        let signature = issued.signature.bytes
        for (key, bytes) in [("signature", signature), ("purchase-info", issued.purchaseInfo)] {
            for place in bytes.indices.sample(64) {
                var changed = bytes
                changed[place] ^= 1 << (place % 8)
                var list = issued.list
                list.set(key, Data(changed).base64EncodedString())
                #expect(
                    Subject.refusal(list.bytes, verifier, at: Subject.now(version)) != nil, "\(key), byte \(place)")
            }
        }
    }

    @Test(
        "No flipped bit of the whole text causes anything else to be accepted",
        arguments: TestTransactionReceiptVersion.allCases)
    func flippedText(version: TestTransactionReceiptVersion) throws {
        let issued = try Subject.issue(version)
        let verifier = try Subject.verifier()
        let good = try verifier.verify(transactionReceipt: issued.bytes, at: Subject.now(version))
        for place in issued.bytes.indices.sample(128) {
            var changed = issued.bytes
            changed[place] ^= 1 << (place % 8)
            do throws(VerificationError) {
                let verified = try verifier.verify(transactionReceipt: changed, at: Subject.now(version))
                // The unsigned members pod and signing-status may have changed.
                #expect(verified == good, "byte \(place)")
            } catch {
                #expect(!error.code.isEmpty)
            }
        }
    }

    @Test("No prefix is accepted", arguments: TestTransactionReceiptVersion.allCases)
    func cut(version: TestTransactionReceiptVersion) throws {
        let issued = try Subject.issue(version)
        let verifier = try Subject.verifier()
        for end in issued.bytes.indices.sample(128) {
            #expect(Subject.refusal(issued.bytes[..<end], verifier, at: Subject.now(version)) != nil, "\(end)")
        }
        let base64 = Array(issued.base64.utf8)
        for end in base64.indices.dropLast(2).sample(128) {
            #expect(Subject.refusal(base64[..<end], verifier, at: Subject.now(version)) != nil, "base64, \(end)")
        }
    }

    @Test(
        "Other things are distinguished",
        arguments: ["", "{", "{}", "{\n", "{\n}", "MIIB", "eyJh.eyJh.eyJh", "ewoJ", "\u{0}"])
    func others(text: String) throws {
        let error = Subject.refusal(Array(text.utf8), try Subject.verifier())
        guard case .malformed(let malformed) = error else {
            Issue.record("\(text): \(String(describing: error))")
            return
        }
        #expect(malformed.offset <= text.utf8.count)
    }
}
