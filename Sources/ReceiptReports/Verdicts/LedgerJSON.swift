package import ReceiptFields
package import ReceiptKit

/// The ledger's own JSON, and with it what was asked.
package struct LedgerJSON: JSONObject {
    private let ledger: PurchaseLedger
    private let question: LedgerQuestion

    package init(ledger: PurchaseLedger, question: LedgerQuestion) {
        (self.ledger, self.question) = (ledger, question)
    }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("asOf", question.asOf)
        try sink.list("purchases", ledger)
        try sink.list("subscriptions", ledger.subscriptions.lazy.map { Subscription(history: $0, question: question) })
        try sink.list("entitlements", question.entitlements(ledger))
        try sink.object("access", question.access(ledger).lazy.map { ($0.name, $0.value) })
        if let eligibility = question.introductoryOfferEligibility(ledger) {
            try sink.member("introductoryOfferEligibility", eligibility)
        }
        try ledger.writeCustomers(to: &sink)
    }

    /// What a verdict on evidence of one app says: the ledger, and beside it environment and app, as beside evidence.
    package func writeToVerdict<Sink: JSONSink>(_ sink: inout Sink) throws(Sink.Failure) {
        try sink.member("environment", ledger.environment.rawValue)
        try sink.member("bundleID", ledger.bundleIdentifier)
        try sink.member("ledger", self)
    }

    /// A subscription, and its status at the date.
    private struct Subscription: JSONObject {
        let history: SubscriptionHistory
        let question: LedgerQuestion

        func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
            try history.writeMembers(to: &sink)
            if let status = question.status(history) { try sink.member("status", status) }
        }
    }
}
