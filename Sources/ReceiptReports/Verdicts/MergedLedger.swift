package import ReceiptKit

/// Evidence as one ledger, or the first piece that is of another app, another environment or another trust than those before it.
package enum MergedLedger {
    case ledger(PurchaseLedger)
    /// The place of the first piece of another app or environment. Of no evidence at all it is that of the last piece.
    case mismatch(Int, LedgerError)

    package init(_ evidence: [VerifiedEvidence]) {
        var rest = evidence[...]
        do throws(LedgerError) {
            self = .ledger(try PurchaseLedger(merging: AnyIterator { rest.popFirst() }))
        } catch {
            // Merging ends with the piece that doesn't belong.
            self = .mismatch(max(0, rest.startIndex - 1), error)
        }
    }
}
