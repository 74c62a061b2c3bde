extension PurchaseLedger {
    /// Makes a ledger of one customer's evidence. The order doesn't matter, and repeated evidence changes nothing.
    ///
    /// For pieces of several kinds, list each one's ``Evidence/evidence``.
    ///
    /// - Throws: ``LedgerError``, if there is no evidence, or if it differs in app, environment or trust.
    public init(merging evidence: some Sequence<some Evidence>) throws(LedgerError) {
        var collected: CollectedEvidence?
        for piece in evidence { try CollectedEvidence.add(piece.evidence, to: &collected) }
        guard let collected else { throw .noEvidence }
        self.init(collected)
    }

    /// This ledger with more evidence of the same customer. For many pieces at once, ``init(merging:)`` is quicker.
    ///
    /// - Throws: ``LedgerError``, if the evidence differs from the ledger's in app, environment or trust.
    public func merging(_ evidence: some Evidence) throws(LedgerError) -> PurchaseLedger {
        var collected: CollectedEvidence? = storage.evidence
        try CollectedEvidence.add(evidence.evidence, to: &collected)
        return collected.map(PurchaseLedger.init) ?? self
    }
}
