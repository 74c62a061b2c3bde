import Foundation
import JSONSupport
import ReceiptFields
import ReceiptKit
import ReceiptReports
import TestSupport
import Testing

/// Compares the library's JSON with `Fixtures/answers`.
@Suite("Golden answers of the library")
struct GoldenVerdictTests {
    @Test("A verdict's own JSON, byte for byte, and the same from JSONEncoder", arguments: GoldenAnswer.verdicts)
    func verdict(_ golden: GoldenAnswer) throws {
        let verdict = EvidenceVerdict(of: try golden.contents, by: try Self.verifier(golden), at: try Self.time)
        #expect(String(decoding: verdict.json, as: UTF8.self) == (try golden.text))
        // Foundation decides the order of members.
        #expect(JSON.read(try encoded(verdict)) == JSON.read(Array(try golden.text.utf8)))
    }

    @Test("Verified evidence is encoded as in the verdict", arguments: GoldenAnswer.all("verified"))
    func evidence(_ golden: GoldenAnswer) throws {
        let verdict = EvidenceVerdict(of: try golden.contents, by: try Self.verifier(golden), at: try Self.time)
        guard case .verified(let evidence) = verdict, case .object(var expected)? = JSON.read(verdict.json) else {
            throw Unexpected()
        }
        expected["verdict"] = nil
        #expect(JSON.read(try encoded(evidence)) == .object(expected))
        expected["kind"] = nil
        let alone: [UInt8]? =
            switch evidence {
            case .appReceipt(let receipt): try encoded(receipt)
            case .transaction(let transaction): try encoded(transaction)
            case .subscriptionStatus(let status): try encoded(status)
            case .appTransaction(let appTransaction): try encoded(appTransaction)
            case .notification(let notification): try encoded(notification)
            case .transactionReceipt(let receipt): try encoded(receipt)
            default: nil
            }
        if let alone { #expect(JSON.read(alone) == .object(expected)) }
    }

    @Test(
        "A ledger's JSON equals the command line's, except for members that depend on the date",
        arguments: GoldenAnswer.all("ledger"))
    func ledger(_ golden: GoldenAnswer) throws {
        let verdict = EvidenceVerdict(of: try golden.contents, by: try Self.verifier(golden), at: try Self.time)
        guard case .verified(let evidence) = verdict,
            case .object(let answer)? = JSON.read(Array(try golden.text.utf8)),
            case .object(var expected)? = answer["ledger"]
        else { throw Unexpected() }
        let ledger = try PurchaseLedger(merging: [evidence])
        let asked = ["asOf", "entitlements", "access", "introductoryOfferEligibility", "latest", "firstAcquired"]
        for name in asked + ["transactions"] { expected[name] = nil }
        expected["subscriptions"] = expected["subscriptions"]?.array.map { .array($0.map { $0.without("status") }) }
        #expect(JSON.read(try encoded(ledger)) == .object(expected))
    }

    static var time: Date { get throws { try #require(Timestamp.parse(GoldenAnswer.time)) } }

    static func verifier(_ golden: GoldenAnswer) throws -> ReceiptVerifier {
        let roots = try GoldenAnswer.roots.map(Fixtures.file)
        let intermediates = try golden.options.filter { $0.hasSuffix(".cer") }.map(Fixtures.file)
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [golden.bundleIdentifier], device: .unchecked,
            trust: .roots(roots, intermediates: intermediates))
        if golden.options.contains("--accept-transaction-receipts") {
            policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        }
        return ReceiptVerifier(policy: policy)
    }

    private func encoded(_ value: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) }

    private struct Unexpected: Error {}
}

extension JSON {
    fileprivate func without(_ name: String) -> JSON {
        guard case .object(var members) = self else { return self }
        members[name] = nil
        return .object(members)
    }
}
