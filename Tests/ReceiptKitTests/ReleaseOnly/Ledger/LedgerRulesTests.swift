import LedgerModel
import LedgerRulesModel
import LedgerStories
import ReceiptKit
import TestSupport
import Testing

/// Checks that *Rules of the ledger* is complete: a model written from the page alone, by somebody who saw neither the
/// library nor the other model, gives the ledger's answers.
@Suite("Ledgers beside a model of the page of rules")
struct LedgerRulesTests {
    @Test("The model answers as the text says", arguments: LedgerModelTextTests.all)
    func table(_ history: LedgerTextCase) throws {
        let evidence = try history.evidence()
        history.check(RulesTextAnswers(evidence, history.isXcode), "in order")
        history.check(RulesTextAnswers(evidence.reversed(), history.isXcode), "in reverse order")
    }

    @Test("Stories, with all their evidence", arguments: 0..<4 as Range<UInt64>)
    func stories(_ part: UInt64) throws {
        for seed in 0..<UInt64(100) where seed % 4 == part { try Self.compare(Story(seed: seed).evidence, seed) }
    }

    @Test("Added seats", arguments: 0..<2 as Range<UInt64>)
    func seats(_ part: UInt64) throws {
        for seed in 0..<UInt64(150) where seed % 2 == part {
            var dice = SeededGenerator(seed: seed)
            try Self.compare(SeatStory(&dice).some(&dice), seed)
        }
    }

    @Test("Upgrades", arguments: 0..<2 as Range<UInt64>)
    func upgrades(_ part: UInt64) throws {
        for seed in 0..<UInt64(200) where seed % 2 == part {
            var dice = SeededGenerator(seed: seed)
            try Self.compare(UpgradeStory(&dice).evidence(&dice), seed)
        }
    }

    /// Compares both at some of the dates at which an answer changes, and near them.
    private static func compare(_ evidence: [VerifiedEvidence], _ seed: UInt64) throws {
        guard let environment = evidence.first?.environment else { return }
        let model = RulesModel(evidence, isXcode: environment == .xcode)
        var dice = SeededGenerator(seed: seed)
        let times = Set(model.dates.flatMap { [$0 - 1, $0, $0 + 1] }).sorted().shuffled(using: &dice).prefix(16)
        let difference = firstDifference(
            LibraryAnswers(ledger: try PurchaseLedger(merging: evidence)), ModelAnswers(model: model), times.sorted(),
            Set(model.purchases.map(\.product)).sorted())
        #expect(difference == nil, "seed \(seed)")
    }
}
