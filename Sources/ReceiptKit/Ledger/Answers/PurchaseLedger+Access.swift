public import ReceiptEssentials

// The questions that most programs ask. A `DatedLedger` answers all others.

extension PurchaseLedger {
    /// Returns the customer's access to a product at a date. If the evidence doesn't decide whether there is access, the answer contains
    /// what to ask Apple for.
    ///
    /// - Parameters:
    ///   - productID: the product's identifier. If no evidence names the product, for instance because the notification of a downgrade was
    ///     lost, ask for all products of its subscription group. See ``access(to:at:)-(Sequence<String>,_)``.
    ///   - date: the date to ask about, for instance now.
    public func access(to productID: String, at date: Date) -> Access { asOf(date).access(to: productID) }

    /// Returns the customer's access to any of these products at a date. The answer is *granted* if access to one of the products is
    /// granted. Otherwise, it is *undetermined* if access to one of them is undetermined; the answer then contains all evidence that may be
    /// missing for any of the products. Otherwise, the answer is *denied*, with the latest ``Access/Denial/since``.
    public func access(to productIDs: some Sequence<String>, at date: Date) -> Access {
        asOf(date).access(to: productIDs)
    }

    /// Returns the customer's entitlements at a date. See ``DatedLedger/currentEntitlements``. Non-renewing subscriptions aren't included,
    /// because no evidence states when they end.
    public func currentEntitlements(at date: Date) -> [Entitlement] { asOf(date).currentEntitlements }

    /// Returns true if the evidence shows access to a product at a date. The result may be false only because evidence is missing: before
    /// you lock a customer out, ask ``access(to:at:)-(String,_)``. Non-renewing subscriptions aren't included.
    public func isEntitled(to productID: String, at date: Date) -> Bool {
        guard let product = storage.product(productID) else { return false }
        let instant = date.instant
        if let owned = storage.index.products[product].owned.begun(at: instant), instant < owned.end { return true }
        return storage.index.products[product].subscribed.contains { $0.timeline.access(at: instant) != nil }
    }

    /// Returns true if the evidence shows access to any of these products at a date. See ``isEntitled(to:at:)-(String,_)``.
    public func isEntitled(to productIDs: some Sequence<String>, at date: Date) -> Bool {
        productIDs.contains { isEntitled(to: $0, at: date) }
    }
}
