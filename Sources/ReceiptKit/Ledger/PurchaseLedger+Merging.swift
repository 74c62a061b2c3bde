extension PurchaseLedger {
    /// Makes a ledger of one customer's evidence. The order doesn't matter, and repeated evidence changes nothing. What the evidence says of a
    /// purchase and was overruled is in ``superseded``.
    ///
    /// For pieces of several kinds, list each one's ``Evidence/evidence``.
    ///
    /// - Throws: ``LedgerError``, if there is no evidence, or if it differs in app, environment or trust.
    public init(merging evidence: some Sequence<some Evidence>) throws(LedgerError) {
        var parts: CollectedEvidence?
        for piece in evidence { try CollectedEvidence.add(piece.evidence, to: &parts) }
        guard let parts else { throw .noEvidence }
        self.init(parts)
    }

    /// This ledger with more evidence of the same customer. For many pieces at once, ``init(merging:)`` is quicker.
    ///
    /// - Throws: ``LedgerError``, if the evidence differs from the ledger's in app, environment or trust.
    public func merging(_ evidence: some Evidence) throws(LedgerError) -> PurchaseLedger {
        var parts: CollectedEvidence? = storage.parts
        try CollectedEvidence.add(evidence.evidence, to: &parts)
        return parts.map(PurchaseLedger.init) ?? self
    }
}
