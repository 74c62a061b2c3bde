import FuzzSupport
import ReceiptKit

/// Merging is commutative, associative and idempotent.
enum Merging {
    /// All of them in one, and one of the laws, which one depends on the input.
    static func check(_ ledgers: [PurchaseLedger], _ number: Int) -> PurchaseLedger {
        let all = ledgers.dropFirst().reduce(ledgers[0], merged)
        let (first, last) = (ledgers[0], ledgers[ledgers.count - 1])
        switch number % 5 {
        case 0: same(merged(all, merged(all, first)), all, "merged with itself")
        case 1: same(merged(first, all), all, "a part merged with all")
        case 2: same(ledgers.dropLast().reversed().reduce(last, merged), all, "backwards")
        case 3:
            same(
                merged(first, ledgers.dropFirst(2).reduce(ledgers[ledgers.count / 2], merged)), all,
                "the last ones first")
        default: same(merged(merged(last, first), merged(ledgers[ledgers.count / 2], first)), all, "in pairs")
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
