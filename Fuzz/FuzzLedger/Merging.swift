import FuzzSupport
import ReceiptKit

/// Merging is commutative, associative and idempotent.
enum Merging {
    /// All of them in one.
    static func check(_ ledgers: [PurchaseLedger]) -> PurchaseLedger {
        let all = ledgers.dropFirst().reduce(ledgers[0], merged)
        same(merged(all, all), all, "merged with itself")
        same(merged(all, ledgers[0]), all, "merged with a part of it")
        same(merged(ledgers[0], all), all, "a part merged with all")
        if ledgers.count > 1 {
            same(ledgers.dropLast().reversed().reduce(ledgers[ledgers.count - 1], merged), all, "backwards")
        }
        if ledgers.count > 2 {
            same(merged(ledgers[0], merged(ledgers[1], ledgers[2])), all, "the last two first")
            same(merged(merged(ledgers[2], ledgers[0]), merged(ledgers[1], ledgers[0])), all, "in pairs")
        }
        return all
    }

    private static func merged(_ a: PurchaseLedger, _ b: PurchaseLedger) -> PurchaseLedger {
        do throws(LedgerError) { return try a.merging(b) } catch { failed("\(error)") }
    }

    private static func same(_ a: PurchaseLedger, _ b: PurchaseLedger, _ what: String) {
        require(a == b && a.hashValue == b.hashValue && a.superseded == b.superseded, what)
    }
}
