extension PurchaseLedger {
    /// Joins evidence of one customer: as many pieces as there are, in any order. The ledger's indices are built once.
    ///
    /// - Throws: ``LedgerError``, if there is none, or it differs in app, environment or in who was trusted.
    public init(merging evidence: some Sequence<VerifiedEvidence>) throws(LedgerError) {
        var parts: LedgerParts?
        for piece in evidence { try LedgerParts.add(piece, to: &parts) }
        guard let parts else { throw .noEvidence }
        self.init(parts)
    }

    /// Joins the ledgers of one customer, whose indices are built once more.
    ///
    /// - Throws: ``LedgerError``, if there is none, or they differ in app, environment or in who was trusted.
    public init(merging ledgers: some Sequence<PurchaseLedger>) throws(LedgerError) {
        var parts: LedgerParts?
        for ledger in ledgers {
            if try parts?.add(ledger.storage.parts) == nil { parts = ledger.storage.parts }
        }
        guard let parts else { throw .noEvidence }
        self.init(parts)
    }

    /// Joins the purchases of two ledgers of one app.
    ///
    /// For the evidence of one customer from several devices, or from several dates. The order of merging never matters, and
    /// merging twice changes nothing. What was told of one purchase and was overruled is in ``superseded``.
    ///
    /// - Throws: ``LedgerError``, if the ledgers differ in app, environment or in who was trusted.
    public func merging(_ other: PurchaseLedger) throws(LedgerError) -> PurchaseLedger {
        var parts = storage.parts
        try parts.add(other.storage.parts)
        return storage === other.storage ? self : PurchaseLedger(parts)
    }

    /// Adds evidence of whichever kind.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ evidence: VerifiedEvidence) throws(LedgerError) -> PurchaseLedger {
        var parts: LedgerParts? = storage.parts
        try LedgerParts.add(evidence, to: &parts)
        return parts.map(PurchaseLedger.init) ?? self
    }

    /// Adds a receipt. See ``merging(_:)-(VerifiedEvidence)``.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ receipt: VerifiedReceipt) throws(LedgerError) -> PurchaseLedger {
        try merging(.appReceipt(receipt))
    }

    /// Adds a transaction. See ``merging(_:)-(VerifiedEvidence)``.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ transaction: VerifiedTransaction) throws(LedgerError) -> PurchaseLedger {
        try merging(.transaction(transaction))
    }

    /// Adds a transaction and its renewal info. See ``merging(_:)-(VerifiedEvidence)``.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ status: VerifiedSubscriptionStatus) throws(LedgerError) -> PurchaseLedger {
        try merging(.subscriptionStatus(status))
    }

    /// Adds what an app transaction says of the app. See ``merging(_:)-(VerifiedEvidence)``.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ appTransaction: VerifiedAppTransaction) throws(LedgerError) -> PurchaseLedger {
        try merging(.appTransaction(appTransaction))
    }

    /// Adds what is nested in a notification; of one in which nothing is, only that it belongs to the app is looked at. See
    /// ``merging(_:)-(VerifiedEvidence)``.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ notification: VerifiedNotification) throws(LedgerError) -> PurchaseLedger {
        try merging(.notification(notification))
    }

    /// Adds a transaction receipt, of whose environment there is only a claim: see ``hasUnsignedEnvironment``, and
    /// ``merging(_:)-(VerifiedEvidence)``.
    ///
    /// - Throws: ``LedgerError``, if it differs in app, environment or in who was trusted.
    public func merging(_ receipt: VerifiedTransactionReceipt) throws(LedgerError) -> PurchaseLedger {
        try merging(.transactionReceipt(receipt))
    }
}

extension VerifiedReceipt {
    /// The receipt's purchases as a ledger. It is built anew each time: keep it.
    public var ledger: PurchaseLedger { PurchaseLedger(LedgerParts(self)) }
}

extension VerifiedTransaction {
    /// A ledger of the one purchase. It is built anew each time: keep it.
    public var ledger: PurchaseLedger { PurchaseLedger(LedgerParts(self)) }
}

extension VerifiedSubscriptionStatus {
    /// A ledger of the one purchase, which knows how its subscription goes on. It is built anew each time: keep it.
    public var ledger: PurchaseLedger { PurchaseLedger(LedgerParts(self)) }
}

extension VerifiedAppTransaction {
    /// A ledger without purchases, which knows when the app was acquired. It is built anew each time: keep it.
    public var ledger: PurchaseLedger { PurchaseLedger(LedgerParts(self)) }
}

extension VerifiedTransactionReceipt {
    /// A ledger of the one purchase. It is built anew each time: keep it.
    public var ledger: PurchaseLedger { PurchaseLedger(LedgerParts(self)) }
}

extension VerifiedNotification {
    /// A ledger of what is nested in the notification, or nil where no transaction is. It is built anew each time: keep it.
    public var ledger: PurchaseLedger? { transaction == nil ? nil : PurchaseLedger(LedgerParts(self)) }
}
