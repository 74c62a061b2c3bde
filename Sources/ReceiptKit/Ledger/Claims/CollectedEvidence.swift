internal import ReceiptEssentials
internal import ReceiptFields

/// The evidence that a ledger is built from. All of it is for one app, from one environment, and verified with one trust store. The order
/// in which it is merged doesn't matter.
struct CollectedEvidence: Equatable, Sendable {
    struct Subject: Hashable, Sendable {
        let bundleIdentifier: ByteString
        let environment: StoreEnvironment
        let trust: Fingerprint

        var isXcode: Bool { environment.isXcode }
    }

    let subject: Subject
    /// The purchases. In a ledger, the purchases are joined, without duplicates, and sorted.
    var purchases: [Purchase] = []
    private(set) var sources: Set<LedgerSource> = []
    /// The claims about each subscription, by the subscription's name. In a ledger, the claims are sorted and without duplicates.
    private(set) var renewals: [ByteString: RenewalClaims] = [:]
    private(set) var appTransactionIDs: Set<String> = []
    /// The creation date of the latest receipt.
    private(set) var receiptDate = -TimeInterval.infinity
    /// True if the evidence includes an iOS 6 transaction receipt.
    private(set) var hasUnsignedEnvironment = false

    /// Adds evidence of any kind. The first piece determines the app, environment and trust store, which all others must share.
    static func add(_ evidence: VerifiedEvidence, to collected: inout CollectedEvidence?) throws(LedgerError) {
        switch evidence {
        case .appReceipt(let one):
            try about(one.bundleIdentifier, one.environment, one.verification, &collected)
            collected?.add(one.receipt)
        case .transaction(let one):
            try about(one.bundleIdentifier, one.environment, one.verification, &collected)
            collected?.add(one.checked)
        case .subscriptionStatus(let one):
            try add(.transaction(one.transaction), to: &collected)
            collected?.add(one.renewalInfo.renewalInfo)
        case .appTransaction(let one):
            try about(one.bundleIdentifier, one.environment, one.verification, &collected)
            collected?.add(one.appTransaction)
        case .notification(let one):
            try about(one.bundleIdentifier, one.environment, one.verification, &collected)
            collected?.add(one.notification, one.transaction?.checked, one.renewalInfo?.renewalInfo)
            if let appTransaction = one.appTransaction { collected?.add(appTransaction.appTransaction) }
        case .transactionReceipt(let one):
            try about(one.bundleIdentifier, one.claimedEnvironment, one.verification, &collected)
            collected?.purchases.append(Purchase(PurchaseClaim(one.checked)))
            collected?.hasUnsignedEnvironment = true
        case .list(let list):
            for one in list { try add(one, to: &collected) }
        }
    }

    /// Removes duplicate renewal infos and statuses, and sorts the rest.
    mutating func orderRenewals() { renewals = renewals.mapValues { $0.inOrder() } }

    private static func about(
        _ app: String, _ environment: StoreEnvironment, _ verification: Verification,
        _ collected: inout CollectedEvidence?
    ) throws(LedgerError) {
        let subject = Subject(bundleIdentifier: ByteString(app), environment: environment, trust: verification.trust)
        if try collected?.require(subject) == nil { collected = CollectedEvidence(subject: subject) }
    }

    private func require(_ other: Subject) throws(LedgerError) {
        guard subject.bundleIdentifier == other.bundleIdentifier else {
            throw .bundleIdentifierMismatch(subject.bundleIdentifier.string, other: other.bundleIdentifier.string)
        }
        guard subject.environment == other.environment else {
            throw .environmentMismatch(subject.environment, other: other.environment)
        }
        guard subject.trust == other.trust else { throw .trustAnchorMismatch(subject.trust, other: other.trust) }
    }

    private mutating func add(_ receipt: AppReceipt) {
        let rows = receipt.purchases
        purchases.reserveCapacity(purchases.count + rows.count)
        let isSandbox = subject.environment == .sandbox
        for place in rows.indices {
            let claim = PurchaseClaim(rows, place, created: receipt.creationDate, isSandbox: isSandbox)
            purchases.append(Purchase(claim))
        }
        sources.insert(LedgerSource(receipt))
        receiptDate = max(receiptDate, receipt.creationDate.second)
    }

    private mutating func add(_ transaction: Checked<TransactionPayload>) {
        add(PurchaseClaim(transaction), transaction)
    }

    private mutating func add(_ claim: PurchaseClaim, _ transaction: Checked<TransactionPayload>) {
        purchases.append(Purchase(claim))
        if let id = transaction.payload.appTransactionID { appTransactionIDs.insert(id) }
    }

    /// Adds a notification's transaction, renewal info and status. The status belongs to the subscription of the transaction, or to that of
    /// the renewal info if there is no transaction. If the two name different subscriptions, the status is dropped.
    private mutating func add(
        _ notification: NotificationPayload, _ transaction: Checked<TransactionPayload>?,
        _ info: RenewalInfoPayload?
    ) {
        var claim: PurchaseClaim?
        if let transaction {
            let one = PurchaseClaim(transaction)
            add(one, transaction)
            claim = one
        }
        let own = claim.map { name($0.originalTransactionID, $0.productID) }
        let named = info.map { name($0.originalTransactionID, $0.productID ?? $0.autoRenewProductID) }
        let isOfOne = claim?.kind ?? .subscription == .subscription && (own == nil || named == nil || own == named)
        if let info { add(info, status: isOfOne ? StatusClaim.code(notification) : nil) }
        guard isOfOne, let subscription = own ?? named,
            let status = StatusClaim(notification, transaction?.payload, info)
        else { return }
        renewals[subscription, default: RenewalClaims()].add(status)
    }

    private mutating func add(_ info: RenewalInfoPayload, status: SubscriptionStatusCode? = nil) {
        let subscription = name(info.originalTransactionID, info.productID ?? info.autoRenewProductID)
        renewals[subscription, default: RenewalClaims()].add(RenewalClaim(info, status: status))
        if let id = info.appTransactionID { appTransactionIDs.insert(id) }
    }

    private func name(_ original: String, _ product: String) -> ByteString {
        ByteString(Subscription.name(original, product: product, isXcode: subject.isXcode))
    }

    private mutating func add(_ appTransaction: AppTransactionPayload) {
        sources.insert(LedgerSource(appTransaction))
        if let id = appTransaction.appTransactionID { appTransactionIDs.insert(id) }
    }
}
