package import ReceiptKit

/// Evidence merged into one ledger, or the first piece with a different app, environment or trust store than the pieces before it.
package enum MergedLedger {
    case ledger(PurchaseLedger)
    /// The position of the first piece with another app or environment, and the error. If there is no evidence at all,
    /// the position of the last piece.
    case mismatch(Int, LedgerError)

    package init(_ evidence: [VerifiedEvidence]) {
        var rest = evidence[...]
        do throws(LedgerError) {
            self = .ledger(try PurchaseLedger(merging: AnyIterator { rest.popFirst() }))
        } catch {
            // Merging stops after the piece that doesn't belong.
            self = .mismatch(max(0, rest.startIndex - 1), error)
        }
    }
}
