import FuzzSupport
import ReceiptKit

/// Checks that merging is commutative, associative and idempotent.
enum Merging {
    /// Returns one ledger of all evidence, which must be the same in another order. The input decides which order.
    static func check(_ evidence: [VerifiedEvidence], _ number: Int) -> PurchaseLedger {
        let all = ledger(evidence)
        let half = evidence.count / 2
        let (what, same) =
            switch number % 5 {
            case 0: ("merged with itself", ledger(evidence + [.list(evidence), evidence[0]]))
            case 1: ("one by one", evidence.reduce(all, merged))
            case 2: ("backwards", ledger(evidence.reversed()))
            case 3: ("the last ones first", ledger([.list(Array(evidence[half...])), .list(Array(evidence[..<half]))]))
            default: ("the others added to one", evidence.dropFirst().reversed().reduce(ledger([evidence[0]]), merged))
            }
        require(same == all && same.hashValue == all.hashValue && same.superseded == all.superseded, what)
        return all
    }

    private static func ledger(_ evidence: [VerifiedEvidence]) -> PurchaseLedger {
        do throws(LedgerError) { return try PurchaseLedger(merging: evidence) } catch { failed("\(error)") }
    }

    private static func merged(_ ledger: PurchaseLedger, _ evidence: VerifiedEvidence) -> PurchaseLedger {
        do throws(LedgerError) { return try ledger.merging(evidence) } catch { failed("\(error)") }
    }
}
