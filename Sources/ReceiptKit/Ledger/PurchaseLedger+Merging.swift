internal import ReceiptFields

// Each initializer or method that takes several kinds of evidence is disfavored. Otherwise, calls with a list of one kind would be
// ambiguous.
extension PurchaseLedger {
    /// Creates a ledger from one customer's evidence. The order doesn't matter, and repeated evidence changes nothing.
    ///
    /// - Throws: ``LedgerError`` if there is no evidence, or if its pieces differ in app, environment or trust store.
    public init(merging evidence: some Sequence<some Evidence>) throws(LedgerError) {
        var collected: CollectedEvidence?
        for piece in evidence { try CollectedEvidence.add(piece.evidence, to: &collected) }
        guard let collected else { throw .noEvidence }
        self.init(collected)
    }

    /// Creates a ledger from one customer's evidence of several kinds. The order doesn't matter, and repeated evidence changes nothing.
    ///
    /// ```swift
    /// let ledger = try PurchaseLedger(merging: [receipt, transaction])
    /// ```
    ///
    /// - Throws: ``LedgerError`` if there is no evidence, or if its pieces differ in app, environment or trust store.
    @_disfavoredOverload
    public init(merging evidence: [any Evidence]) throws(LedgerError) {
        try self.init(merging: evidence.map(\.evidence))
    }

    /// Creates a ledger for each environment in one customer's evidence, for instance for a tester who buys in sandbox and in production.
    ///
    /// A list of evidence may mix environments. The order of the evidence doesn't matter.
    ///
    /// - Returns: the ledger for production first, then the one for sandbox, then those for other environments, sorted by name. Without
    ///   evidence, the result is empty: as far as you know, the customer has bought nothing.
    /// - Throws: ``LedgerError`` if the pieces of evidence differ in app or trust store.
    public static func ledgers(
        merging evidence: some Sequence<some Evidence>
    ) throws(LedgerError) -> [PurchaseLedger] {
        var collected: [StoreEnvironment: CollectedEvidence] = [:]
        var subject: CollectedEvidence.Subject?
        for piece in evidence.lazy.flatMap(\.evidence.elements) {
            guard let environment = piece.environment else { continue }
            // Take the collected evidence out of the dictionary while adding to it. Otherwise, all of it would be copied for each added
            // piece.
            var part = collected.removeValue(forKey: environment)
            try CollectedEvidence.add(piece, to: &part)
            guard let part else { continue }
            try subject?.requireSameAppAndTrust(part.subject)
            subject = subject ?? part.subject
            collected[environment] = part
        }
        return collected.values.map(PurchaseLedger.init).sorted { $0.environment.precedes($1.environment) }
    }

    /// Creates a ledger for each environment in one customer's evidence of several kinds. See ``ledgers(merging:)-(Sequence)``.
    ///
    /// - Throws: ``LedgerError`` if the pieces of evidence differ in app or trust store.
    @_disfavoredOverload
    public static func ledgers(merging evidence: [any Evidence]) throws(LedgerError) -> [PurchaseLedger] {
        try ledgers(merging: evidence.map(\.evidence))
    }

    /// Returns this ledger with more evidence of the same customer. For many pieces at once, ``init(merging:)-(Sequence)`` is faster.
    ///
    /// - Throws: ``LedgerError`` if the evidence differs from the ledger's in app, environment or trust store.
    public func merging(_ evidence: some Evidence) throws(LedgerError) -> PurchaseLedger {
        var collected: CollectedEvidence? = storage.evidence
        try CollectedEvidence.add(evidence.evidence, to: &collected)
        return collected.map(PurchaseLedger.init) ?? self
    }
}

extension CollectedEvidence.Subject {
    /// Throws if the other evidence is for another app, or was verified with another trust store.
    fileprivate func requireSameAppAndTrust(_ other: Self) throws(LedgerError) {
        guard bundleIdentifier == other.bundleIdentifier else {
            throw .bundleIdentifierMismatch(bundleIdentifier.string, other: other.bundleIdentifier.string)
        }
        guard trust == other.trust else { throw .trustAnchorMismatch(trust, other: other.trust) }
    }
}

extension StoreEnvironment {
    /// Sorts production first, then sandbox, then the others by the bytes of their names.
    fileprivate func precedes(_ other: Self) -> Bool {
        let known = [Self.production, .sandbox]
        let (one, two) = (known.firstIndex(of: self) ?? known.count, known.firstIndex(of: other) ?? known.count)
        return one != two ? one < two : ByteString.precedes(rawValue, other.rawValue)
    }
}
