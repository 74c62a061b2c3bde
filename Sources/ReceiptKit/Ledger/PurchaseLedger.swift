public import ReceiptFields

/// The purchases of an app's customer, in order and each once, ready to be asked what is owned at a date.
///
/// ```swift
/// let ledger = receipt.ledger
/// for purchase in ledger { print(purchase.productID, purchase.purchaseDate) }
/// for entitlement in ledger.currentEntitlements(at: now) { unlock(entitlement.productID) }
/// ```
///
/// A ledger is made of a ``VerifiedReceipt``, and of other ledgers by ``merging(_:)``: there is no other way, so having one
/// is proof of a signature. It is a collection of purchases, ordered by purchase date, then expiration date (absent last),
/// then transaction identifier as a text, then product, then place in the receipt.
///
/// A receipt knows what was charged and until when. It does not know what will be: a ledger says nothing about the next
/// charge, and a period that has expired has expired. It lacks consumables whose transactions are finished.
///
/// Building takes time proportional to *n* log *n*, questions to log *n* or to the length of their answer.
/// Entitlements with non-renewing subscriptions also ask the caller once about each of those.
public struct PurchaseLedger: Sendable {
    let storage: LedgerStorage

    init(_ receipt: VerifiedReceipt) {
        storage = LedgerStorage(
            bundleIdentifier: receipt.bundleIdentifier, environment: receipt.environment.normalized,
            trust: receipt.verification.trust, RowPool(receipt.receipt))
    }

    private init(_ storage: LedgerStorage) { self.storage = storage }

    /// Bundle identifier of the app (attribute 2).
    public var bundleIdentifier: String { storage.bundleIdentifier }
    /// Environment that issued the receipts (attribute 0): production, sandbox or Xcode. Volume purchase is production, its
    /// sandbox is sandbox; see ``ReceiptFields/ReceiptEnvironment/normalized``.
    public var environment: ReceiptEnvironment { storage.environment }
    /// Who was trusted when the receipts were verified: a hash over the mode of the ``TrustAnchor``, and the names and keys of its
    /// certificates. A root that was renewed under its old name and key is the same.
    public var trust: Fingerprint { storage.trust }
    /// The receipts that the ledger was made of, the oldest first.
    public var sources: [LedgerSource] { storage.pool.sources }

    /// The receipt that a purchase of the ledger was taken from: of several with the same row, the latest.
    public func source(at position: Int) -> LedgerSource {
        let rows = storage.rows
        return rows.pool.sources[rows.pool.origins[rows.order[position]].source]
    }

    /// Joins the purchases of two ledgers of one app.
    ///
    /// For the receipts of one customer from several devices, or from several dates. The order of merging never matters, and
    /// merging twice changes nothing. Of two rows that are the same purchase and differ, one stays: see ``superseded``.
    ///
    /// - Throws: ``LedgerError``, if the ledgers differ in app, environment or in who was trusted.
    public func merging(_ other: PurchaseLedger) throws(LedgerError) -> PurchaseLedger {
        guard bundleIdentifier.utf8.elementsEqual(other.bundleIdentifier.utf8) else {
            throw .bundleIdentifierMismatch(bundleIdentifier, other: other.bundleIdentifier)
        }
        guard environment == other.environment else {
            throw .environmentMismatch(environment, other: other.environment)
        }
        guard trust == other.trust else { throw .trustAnchorMismatch(trust, other: other.trust) }
        if storage === other.storage { return self }
        return PurchaseLedger(
            LedgerStorage(
                bundleIdentifier: bundleIdentifier, environment: environment, trust: trust,
                RowPool(storage.pool, other.storage.pool, keepsAllVariants: environment == .xcode)))
    }
}

extension VerifiedReceipt {
    /// The receipt's purchases as a ledger. It is built anew each time: keep it.
    public var ledger: PurchaseLedger { PurchaseLedger(self) }
}

extension PurchaseLedger: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of purchases.
    public var endIndex: Int { storage.rows.count }
    /// The purchase at a place in the ledger's order.
    public subscript(position: Int) -> InAppPurchase { storage.rows[position] }
}

extension PurchaseLedger: Hashable {
    /// Whether both are about the same app, and hold the same purchases of the same receipts.
    public static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage
            || a.bundleIdentifier.utf8.elementsEqual(b.bundleIdentifier.utf8) && a.environment == b.environment
                && a.trust == b.trust && a.sources == b.sources && a.elementsEqual(b)
                && a.superseded == b.superseded && a.origins == b.origins
    }

    /// Hashes the app and the receipts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(bundleIdentifier))
        hasher.combine(sources)
        hasher.combine(count)
    }

    private var origins: [RowOrigin] { storage.rows.order.map { storage.pool.origins[$0] } }
}
