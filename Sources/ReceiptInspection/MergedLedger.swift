package import ReceiptKit

/// Evidence as one ledger, or the first piece that is of another app, another environment or another trust than those before it.
package enum MergedLedger {
    case ledger(PurchaseLedger)
    /// The place of the first piece of another app or environment.
    case stranger(Int, LedgerError)

    /// Of no evidence at all the place is that of the last piece.
    package init(_ evidence: [VerifiedEvidence]) {
        do throws(LedgerError) { self = .ledger(try PurchaseLedger(merging: evidence)) } catch {
            self = .stranger(Self.stranger(evidence) ?? max(0, evidence.count - 1), error)
        }
    }

    /// What belongs to one of them belongs to all, so that each is merged with the first that says anything.
    private static func stranger(_ evidence: [VerifiedEvidence]) -> Int? {
        let first = evidence.first { error(merging: [$0]) != .noEvidence }
        return evidence.indices.first { place in
            guard let first, let error = error(merging: [first, evidence[place]]) else { return false }
            return error != .noEvidence
        }
    }

    private static func error(merging evidence: [VerifiedEvidence]) -> LedgerError? {
        do throws(LedgerError) {
            _ = try PurchaseLedger(merging: evidence)
            return nil
        } catch { return error }
    }
}
