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

        init(
            _ bundleIdentifier: String, _ environment: ReceiptEnvironment,
            _ verification: VerifiedReceipt.Verification
        ) {
            (self.bundleIdentifier, self.environment) = (bundleIdentifier, environment.normalized)
            trust = verification.trust
        }

        var isXcode: Bool { environment == .xcode || environment == .localTesting }
    }

    let subject: Subject
    private(set) var purchases: [Purchase] = []
    private(set) var sources: Set<LedgerSource> = []
    private(set) var renewals: [Chain.Name: Renewal] = [:]
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
        subject = Subject(transaction.bundleIdentifier, transaction.environment, transaction.verification)
        add(transaction.transaction)
    }

    init(_ receipt: VerifiedTransactionReceipt) {
        subject = Subject(receipt.bundleIdentifier, receipt.claimedEnvironment, receipt.verification)
        purchases.append(Purchase(latest: Variant(receipt.transactionReceipt)))
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
        case .transaction(let transaction): new = LedgerParts(transaction)
        case .subscriptionStatus(let status): new = LedgerParts(status)
        case .appTransaction(let transaction): new = LedgerParts(transaction)
        case .notification(let notification): new = LedgerParts(notification)
        case .transactionReceipt(let receipt): new = LedgerParts(receipt)
        case .several(let several):
            for one in several { try add(one, to: &parts) }
            return
        }
        if try parts?.add(new) == nil { parts = new }
    }

    mutating func add(_ other: LedgerParts) throws(LedgerError) {
        try require(other.subject)
        purchases += other.purchases
        sources.formUnion(other.sources)
        renewals.merge(other.renewals, uniquingKeysWith: Renewal.later)
        appTransactionIDs.formUnion(other.appTransactionIDs)
        receiptDate = max(receiptDate, other.receiptDate)
        hasUnsignedEnvironment = hasUnsignedEnvironment || other.hasUnsignedEnvironment
    }

    private func require(_ other: Subject) throws(LedgerError) {
        guard subject.bundleIdentifier.utf8.elementsEqual(other.bundleIdentifier.utf8) else {
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
        var previous: Variant?
        for place in rows.indices {
            let variant = Variant(rows, place, created: receipt.creationDate, previous: previous)
            purchases.append(Purchase(latest: variant))
            previous = variant
        }
        sources.insert(LedgerSource(receipt))
        receiptDate = max(receiptDate, receipt.creationDate.second)
    }

    private mutating func add(_ transaction: TransactionPayload) {
        purchases.append(Purchase(latest: Variant(transaction)))
        if let id = transaction.appTransactionID { appTransactionIDs.insert(id) }
    }

    private mutating func add(_ renewalInfo: RenewalInfoPayload) {
        let name = Chain.Name(
            ExactText(renewalInfo.originalTransactionID),
            product: ExactText(renewalInfo.productID ?? renewalInfo.autoRenewProductID), isXcode: subject.isXcode)
        renewals.merge([name: Renewal(renewalInfo)], uniquingKeysWith: Renewal.later)
        if let id = renewalInfo.appTransactionID { appTransactionIDs.insert(id) }
    }

    private mutating func add(_ appTransaction: AppTransactionPayload) {
        sources.insert(LedgerSource(appTransaction))
        if let id = appTransaction.appTransactionID { appTransactionIDs.insert(id) }
    }

    /// Each purchase once, in order.
    func joined() -> LedgerParts {
        var parts = self
        parts.purchases = LedgerRows.ordered(LedgerRows.joined(purchases, isXcode: subject.isXcode))
        return parts
    }
}

/// Everything behind a ledger, made once and shared by all copies of it and of what it answers.
final class LedgerStorage: Sendable {
    /// Each purchase is there once, in the order of the ledger.
    let parts: LedgerParts
    let sources: [LedgerSource]
    let products: LedgerProducts
    let chains: [Chain]
    /// Non-consumables, in the order in which they begin to count.
    let owned: [Timetable.Span]
    /// The products of each subscription group that transactions name.
    let groups: [ExactText: Set<Int>]
    private let productNumbers: [ExactText: Int]
    private let chainNumbers: [ExactText: Int]
    private let tokens: [UUID: [Int]]

    var rows: [Purchase] { parts.purchases }

    init(_ unordered: LedgerParts) {
        let parts = unordered.joined()
        let isXcode = parts.subject.isXcode
        let rows = parts.purchases
        var numbers: [ExactText: Int] = [:]
        var outlines: [Outline] = []
        outlines.reserveCapacity(rows.count)
        var names: [Chain.Name: Int] = [:]
        var members: [[Int]] = []
        var chainOf = [Int?](repeating: nil, count: rows.count)
        var tokens: [UUID: [Int]] = [:]
        var chainNumbers: [ExactText: Int] = [:]
        for (position, row) in rows.enumerated() {
            let count = numbers.count
            outlines.append(Outline(row, product: Self.number(of: row.latest.productID, count, &numbers)))
            if let token = row.transactionVariant?.token { tokens[token, default: []].append(position) }
            guard outlines[position].kind == .subscription else { continue }
            let name = Chain.Name(row.latest.originalTransactionID, product: row.latest.productID, isXcode: isXcode)
            let chain = Self.number(of: name, names.count, &names)
            if chain == members.count {
                members.append([])
                if chainNumbers[name.original] == nil { chainNumbers[name.original] = chain }
            }
            members[chain].append(position)
            chainOf[position] = chain
        }
        var list = [Chain?](repeating: nil, count: members.count)
        for (name, number) in names {
            list[number] = Chain(
                name, members[number], rows, &outlines, parts.renewals[name], receiptDate: parts.receiptDate)
        }
        self.parts = parts
        chains = list.compactMap(\.self)
        products = LedgerProducts(rows, outlines, chainOf: chainOf, needsTrialFlag: !isXcode)
        // Whatever is in one subscription is in one group, so that what only receipts tell of has its products' group too.
        var groups: [ExactText: Set<Int>] = [:]
        for chain in chains {
            guard let group = chain.group else { continue }
            groups[group, default: []].formUnion(chain.positions.map { outlines[$0].product })
        }
        self.groups = groups
        let owned = outlines.indices.lazy.filter { outlines[$0].kind == .owned && !outlines[$0].isVoid }.map {
            Timetable.Span(group: 0, start: outlines[$0].start, end: outlines[$0].end, row: $0)
        }
        self.owned = owned.sorted { ($0.start, $0.row) < ($1.start, $1.row) }
        productNumbers = numbers
        self.chainNumbers = chainNumbers
        self.tokens = tokens
        sources = parts.sources.sorted(by: LedgerSource.precedes)
    }

    private static func number<Key: Hashable>(of key: Key, _ next: Int, _ numbers: inout [Key: Int]) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = next
        return next
    }

    /// The number of a product that some row names.
    func product(_ productID: String) -> Int? { productNumbers[ExactText(productID)] }

    /// The first subscription with an original transaction.
    func chain(_ originalTransactionID: String) -> Int? { chainNumbers[ExactText(originalTransactionID)] }

    /// Whether the row is a non-consumable.
    func isOwned(_ row: Int) -> Bool { rows[row].kind == .owned }

    func positions(of token: UUID) -> [Int] { tokens[token] ?? [] }
}
