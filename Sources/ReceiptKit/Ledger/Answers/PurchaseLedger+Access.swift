public import ReceiptEssentials

// The three questions that most programs ask. A `DatedLedger` answers all others.

extension PurchaseLedger {
    /// The customer's access to a product at a date, and if the evidence doesn't show it, what to ask Apple for.
    ///
    /// - Parameters:
    ///   - productID: the product. One that no evidence names, such as that of a downgrade whose notification was lost, is only found if you
    ///     ask for all products of its subscription group: see ``access(to:at:)-(Sequence<String>,_)``.
    ///   - date: the date to ask about, for instance now.
    public func access(to productID: String, at date: Date) -> Access { asOf(date).access(to: productID) }

    /// The customer's access to any of these products at a date: granted if it is to one; else undetermined if it is for one, with what is
    /// missing of all; else denied, with the latest ``Access/Denial/since``.
    public func access(to productIDs: some Sequence<String>, at date: Date) -> Access {
        asOf(date).access(to: productIDs)
    }

    /// The customer's entitlements at a date: see ``DatedLedger/currentEntitlements``. Non-renewing subscriptions are left out, because no
    /// evidence states when they end.
    public func currentEntitlements(at date: Date) -> [Entitlement] { asOf(date).currentEntitlements }

    /// True if the evidence shows access to a product at a date. False says nothing about evidence that is missing: before you lock a customer
    /// out, ask ``access(to:at:)-(String,_)``. Non-renewing subscriptions are left out.
    public func isEntitled(to productID: String, at date: Date) -> Bool {
        guard let product = storage.product(productID) else { return false }
        let instant = date.instant
        if let owned = storage.index.products[product].owned.begun(at: instant), instant < owned.end { return true }
        return storage.index.products[product].subscribed.contains { $0.timeline.access(at: instant) != nil }
    }

    /// True if the evidence shows access to any of these products at a date: see ``isEntitled(to:at:)-(String,_)``.
    public func isEntitled(to productIDs: some Sequence<String>, at date: Date) -> Bool {
        productIDs.contains { isEntitled(to: $0, at: date) }
    }
}
