package import ReceiptEssentials
package import ReceiptFields
package import ReceiptKit

/// The ledger's own JSON, and with it what depends on a date.
package struct LedgerJSON: JSONObject {
    private let ledger: PurchaseLedger
    private let date: Date

    package init(ledger: PurchaseLedger, date: Date) { (self.ledger, self.date) = (ledger, date) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("asOf", date)
        try sink.list("purchases", ledger)
        try sink.list("subscriptions", ledger.subscriptions.lazy.map { Subscription(history: $0, date: date) })
        try sink.list("entitlements", ledger.currentEntitlements(at: date))
        try ledger.writeCustomers(to: &sink)
    }

    /// What a verdict on evidence of one app says of it. Members beside the ledger, as they are beside evidence.
    package static func writeIdentity<Sink: JSONSink>(
        of ledger: PurchaseLedger, to sink: inout Sink
    ) throws(Sink.Failure) {
        try sink.member("environment", ledger.environment.rawValue)
        try sink.member("bundleID", ledger.bundleIdentifier)
    }

    /// A subscription, and its status at the date.
    private struct Subscription: JSONObject {
        let history: SubscriptionHistory
        let date: Date

        func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
            try history.writeMembers(to: &sink)
            try sink.member("status", history.status(at: date))
        }
    }
}
