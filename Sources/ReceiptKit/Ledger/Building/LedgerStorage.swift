internal import OrderedCollections
internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Everything behind a ledger, made once and shared by all copies of it and of what it answers.
final class LedgerStorage: Sendable {
    let bundleIdentifier: String
    let environment: ReceiptEnvironment
    let trust: Fingerprint
    let rows: LedgerRows
    /// Numbers of products and of transactions, which questions name by texts.
    private let productNumbers: OrderedSet<ExactText>
    private let transactionNumbers: OrderedSet<ExactText>
    let products: ProductIndex
    let chains: ChainIndex
    /// When each row is an entitlement: non-consumables, and the running periods of subscriptions.
    let entitlements: IntervalIndex
    /// The different values of attribute 19, the oldest receipt's first.
    let originalAppVersions: [String]

    init(
        bundleIdentifier: String, environment: ReceiptEnvironment, trust: Fingerprint, _ pool: RowPool
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.environment = environment
        self.trust = trust
        originalAppVersions = OrderedSet(pool.sources.compactMap { $0.originalAppVersion.map(ExactText.init) }).map(
            \.string)
        let isXcode = environment == .xcode
        let rows = LedgerRows(pool)
        let chains = ChainIndex(rows, isXcode: isXcode)
        self.rows = rows
        productNumbers = pool.names.products
        transactionNumbers = pool.names.transactions
        self.chains = chains
        products = ProductIndex(rows, needsTrialFlag: !isXcode)
        let owned = rows.outlines.indices.lazy.filter { rows.outlines[$0].kind == .owned && rows.outlines[$0].counts }
            .map { IntervalIndex.Interval(start: rows.outlines[$0].start, end: .infinity, row: $0) }
        entitlements = IntervalIndex(chains.chains.flatMap(\.stretches) + owned)
    }

    var pool: RowPool { rows.pool }

    /// The number of a product that some row names.
    func product(_ productID: String) -> Int? { productNumbers.firstIndex(of: ExactText(productID)) }

    /// The number of a subscription.
    func chain(_ originalTransactionID: String) -> Int? {
        transactionNumbers.firstIndex(of: ExactText(originalTransactionID)).flatMap { chains.number(of: $0) }
    }
}
