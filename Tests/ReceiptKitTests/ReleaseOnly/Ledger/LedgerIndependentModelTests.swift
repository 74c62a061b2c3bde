import Foundation
import LedgerModel
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("The ledger, beside an independent model, at up to a thousand dates each")
struct LedgerIndependentModelTests {
    @Test("Fixtures", arguments: Fixtures.entries.filter { $0.expected["verdict"] == .string("verified") })
    func fixtures(_ entry: Fixtures.Entry) throws {
        let receipt = try verified(entry.bytes)
        try compare(receipt, ModelRow.rows(of: entry.expected))
    }

    @Test("Real receipts", .enabled(if: Corpus.isAvailable), arguments: Corpus.entries)
    func corpus(_ entry: Corpus.Entry) throws {
        let receipt = try verified(entry.bytes)
        try compare(receipt, ModelRow.rows(of: entry.expected))
    }

    /// Verified whoever the signer is: this tests the ledger, not the verdict.
    private func verified(_ bytes: [UInt8]) throws -> VerifiedReceipt {
        let signed = try UnverifiedReceipt(bytes)
        let contents = try signed.unverified
        let root = try TestAuthority.standard.rootCertificate
        var trust = TrustStore.appStore
        if contents.environment == .xcode {
            trust = try .xcode([try #require(signed.certificates.first)])
        } else if signed.certificates.contains(root) {
            trust = try .roots([root])
        }
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [contents.bundleIdentifier], device: .unchecked, environments: [contents.environment],
            trust: trust)
        return try ReceiptVerifier(policy: policy).verify(bytes, at: contents.creationDate)
    }

    private func compare(_ receipt: VerifiedReceipt, _ file: [ModelRow]) throws {
        let ledger = try receipt.ledger
        let model = LedgerModel(
            file, receiptDate: receipt.creationDate.seconds, isXcode: receipt.environment == .xcode,
            isSandbox: receipt.environment == .sandbox)
        #expect(ledger.superseded.isEmpty, "no genuine receipt clashes with itself")
        #expect(ledger.map(\.transactionID) == model.rows.map(\.latest.transaction))
        #expect(ledger.map(\.productID) == model.rows.map(\.product))
        #expect(ledger.map(\.purchaseDate.timeIntervalSince1970) == model.rows.map(\.latest.purchased))
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            let periods = chain.map { model.rows[$0].latest }
            #expect(history.periods.map { $0.endDate?.timeIntervalSince1970 } == periods.map(\.expires))
            #expect(history.periods.map { $0.revocationDate?.timeIntervalSince1970 } == periods.map(\.revoked))
            #expect(history.periods.map(\.kind) == periods.map(Self.kind))
        }
        // Up to a thousand boundaries and times in between. The model's time grows with the cube of the number of
        // purchases.
        let most = model.rows.count < 50 ? 1_000 : 100
        var random = SeededGenerator(seed: 11)
        var times = model.instants
        let first = (times.first ?? 1_600_000_000) - 86_400
        let last = min((times.last ?? 1_600_000_000) + 86_400, 4_000_000_000)
        while times.count < most { times.append(Double(Int.random(in: Int(first)...Int(last), using: &random))) }
        try LedgerComparison(ledger, model).check(Array(times.shuffled(using: &random).prefix(most)).sample(10))
    }

    private static func kind(_ row: ModelRow) -> SubscriptionPeriod.Kind {
        if let offer = row.offer { return .promotional(offerID: offer) }
        return row.isTrial ? .trial : row.isIntroductory ? .introductory : .regular
    }
}
