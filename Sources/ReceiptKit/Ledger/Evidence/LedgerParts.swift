internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What ledgers are made of: evidence of one app, one environment and one trust, in whatever order it comes.
struct LedgerParts: Sendable {
    struct Subject: Sendable {
        let bundleIdentifier: String
        let environment: ReceiptEnvironment
        let trust: Fingerprint

        init(_ app: String, _ environment: ReceiptEnvironment, _ verification: VerifiedReceipt.Verification) {
            (bundleIdentifier, self.environment, trust) = (app, environment, verification.trust)
        }

        init(_ verified: VerifiedTransaction) {
            let payload = verified.transaction
            self.init(payload.bundleIdentifier, payload.environment, verified.verification)
        }

        var isXcode: Bool { environment == .xcode || environment == .localTesting }
    }

    let subject: Subject
    /// Of a ledger, each once and in order.
    var purchases: [Purchase] = []
    private(set) var sources: Set<LedgerSource> = []
    private(set) var renewals: [ExactText: RenewalInfoPayload] = [:]
    private(set) var appTransactionIDs: Set<String> = []
    /// When the latest receipt was created.
    private(set) var receiptDate = -TimeInterval.infinity
    /// Whether a transaction receipt is among it.
    private(set) var hasUnsignedEnvironment = false

    init(_ receipt: VerifiedReceipt) {
        subject = Subject(receipt.bundleIdentifier, receipt.environment, receipt.verification)
        add(receipt.receipt)
    }

    init(_ transaction: VerifiedTransaction) {
        subject = Subject(transaction)
        add(transaction.transaction)
    }

    init(_ receipt: VerifiedTransactionReceipt) {
        subject = Subject(receipt.bundleIdentifier, receipt.claimedEnvironment, receipt.verification)
        purchases.append(Purchase(Variant(receipt.transactionReceipt)))
        hasUnsignedEnvironment = true
    }

    init(_ status: VerifiedSubscriptionStatus) {
        self.init(status.transaction)
        add(status.renewalInfo.renewalInfo)
    }

    init(_ transaction: VerifiedAppTransaction) {
        subject = Subject(transaction.bundleIdentifier, transaction.environment, transaction.verification)
        add(transaction.appTransaction)
    }

    init(_ notification: VerifiedNotification) {
        subject = Subject(notification.bundleIdentifier, notification.environment, notification.verification)
        if let transaction = notification.transaction { add(transaction.transaction) }
        if let renewalInfo = notification.renewalInfo { add(renewalInfo.renewalInfo) }
        if let appTransaction = notification.appTransaction { add(appTransaction.appTransaction) }
    }

    /// Adds evidence of whichever kind; the first piece decides what all others must be about.
    static func add(_ evidence: VerifiedEvidence, to parts: inout LedgerParts?) throws(LedgerError) {
        let new: LedgerParts
        switch evidence {
        case .appReceipt(let receipt): new = LedgerParts(receipt)
        case .transaction(let transaction):
            // Of these there may be thousands.
            if try parts?.require(Subject(transaction)) != nil {
                parts?.add(transaction.transaction)
                return
            }
            new = LedgerParts(transaction)
        case .subscriptionStatus(let status): new = LedgerParts(status)
        case .appTransaction(let transaction): new = LedgerParts(transaction)
        case .notification(let notification): new = LedgerParts(notification)
        case .transactionReceipt(let receipt): new = LedgerParts(receipt)
        case .list(let list):
            for one in list { try add(one, to: &parts) }
            return
        }
        if try parts?.add(new) == nil { parts = new }
    }

    mutating func add(_ other: LedgerParts) throws(LedgerError) {
        try require(other.subject)
        purchases += other.purchases
        sources.formUnion(other.sources)
        renewals.merge(other.renewals, uniquingKeysWith: RenewalInfoPayload.later)
        appTransactionIDs.formUnion(other.appTransactionIDs)
        receiptDate = max(receiptDate, other.receiptDate)
        hasUnsignedEnvironment = hasUnsignedEnvironment || other.hasUnsignedEnvironment
    }

    private func require(_ other: Subject) throws(LedgerError) {
        guard ExactText(subject.bundleIdentifier) == ExactText(other.bundleIdentifier) else {
            throw .bundleIdentifierMismatch(subject.bundleIdentifier, other: other.bundleIdentifier)
        }
        guard subject.environment == other.environment else {
            throw .environmentMismatch(subject.environment, other: other.environment)
        }
        guard subject.trust == other.trust else { throw .trustAnchorMismatch(subject.trust, other: other.trust) }
    }

    private mutating func add(_ receipt: AppReceipt) {
        let rows = receipt.purchases
        purchases.reserveCapacity(purchases.count + rows.count)
        for place in rows.indices { purchases.append(Purchase(Variant(rows, place, created: receipt.creationDate))) }
        sources.insert(LedgerSource(receipt))
        receiptDate = max(receiptDate, receipt.creationDate.second)
    }

    private mutating func add(_ transaction: TransactionPayload) {
        purchases.append(Purchase(Variant(transaction)))
        if let id = transaction.appTransactionID { appTransactionIDs.insert(id) }
    }

    private mutating func add(_ renewalInfo: RenewalInfoPayload) {
        let name = Subscription.name(
            renewalInfo.originalTransactionID, product: renewalInfo.productID ?? renewalInfo.autoRenewProductID,
            isXcode: subject.isXcode)
        renewals.merge([ExactText(name): renewalInfo], uniquingKeysWith: RenewalInfoPayload.later)
        if let id = renewalInfo.appTransactionID { appTransactionIDs.insert(id) }
    }

    private mutating func add(_ appTransaction: AppTransactionPayload) {
        sources.insert(LedgerSource(appTransaction))
        if let id = appTransaction.appTransactionID { appTransactionIDs.insert(id) }
    }
}
