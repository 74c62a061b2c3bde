package import ReceiptFields
package import ReceiptKit

/// The JSON of a ledger and of its answers to a question.
package struct LedgerJSON: JSONObject {
    /// The ledger, or nil for a customer without evidence.
    private let ledger: PurchaseLedger?
    private let question: LedgerQuestion

    package init(ledger: PurchaseLedger?, question: LedgerQuestion) {
        (self.ledger, self.question) = (ledger, question)
    }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("asOf", question.asOf)
        if let ledger { try sink.list("purchases", ledger) } else { try sink.list("purchases", []) }
        let subscriptions = ledger?.subscriptions ?? []
        try sink.list("subscriptions", subscriptions.lazy.map { Subscription(history: $0, question: question) })
        let dated = ledger.map(question.dated)
        try sink.list("entitlements", dated?.currentEntitlements ?? [])
        try sink.object("access", question.access(dated).lazy.map { ($0.name, $0.value) })
        if let eligibility = question.introductoryOfferEligibility(dated) {
            try sink.member("introductoryOfferEligibility", eligibility)
        }
        if !question.transactionIDs.isEmpty {
            try sink.object("transactions", question.purchases(ledger).lazy.map { ($0.name, $0.value.map(Found.init)) })
        }
        try sink.object("latest", texts: latest)
        let firstAcquired = FirstAcquired(ledger: ledger, question: question)
        if firstAcquired.hasMembers { try sink.member("firstAcquired", firstAcquired) }
        if let ledger { return try ledger.writeCustomers(to: &sink) }
        try sink.list("appTransactionIDs", [String]())
        try sink.list("appAccountTokens", [String]())
    }

    /// Writes the members of a verdict on one app's evidence: the ledger, and the environment and app as for a single
    /// piece of evidence. If there is no evidence, omits environment and app.
    package func writeToVerdict<Sink: JSONSink>(_ sink: inout Sink) throws(Sink.Failure) {
        try sink.member("environment", ledger?.environment.rawValue)
        try sink.member("bundleID", ledger?.bundleIdentifier)
        try sink.member("ledger", self)
    }

    /// The transaction of the latest purchase of each product.
    private var latest: [(name: String, value: String)] {
        guard let ledger else { return [] }
        return LedgerQuestion.productIDs(ledger).compactMap { product in
            ledger.latest(for: product).map { (product, $0.transactionID) }
        }
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

    /// A purchase that was looked up, without its list of identifiers. That list is in `purchases` already; repeating
    /// it for each identifier would make the JSON grow quadratically.
    private struct Found: JSONObject {
        let purchase: Purchase

        func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
            try purchase.writeMembers(to: &sink, hasTransactionIDs: false)
        }
    }

    /// The date when the customer first acquired the app, according to receipts and app transactions.
    private struct FirstAcquired: JSONObject {
        private let versions: [String]
        private let platform: String?
        private let answer: FirstAcquiredAnswer?

        init(ledger: PurchaseLedger?, question: LedgerQuestion) {
            (versions, platform) = (ledger?.originalAppVersions ?? [], ledger?.originalPlatform?.rawValue)
            answer = question.firstAcquired(ledger)
        }

        var hasMembers: Bool { !versions.isEmpty || platform != nil || answer != nil }

        func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
            try sink.list("originalAppVersions", versions)
            try sink.member("originalPlatform", platform)
            guard let answer else { return }
            try sink.member("answer", answer.word)
            try sink.member("reason", answer.reason)
        }
    }
}

extension FirstAcquiredAnswer {
    fileprivate var word: String {
        switch self {
        case .before: "before"
        case .notBefore: "notBefore"
        case .unknown: "undetermined"
        @unknown default: "undetermined"
        }
    }

    fileprivate var reason: String? {
        guard case .unknown(let reason) = self else { return nil }
        return switch reason {
        case .environment: "environment"
        case .absent: "absent"
        case .notDottedNumbers: "notDottedNumbers"
        case .invalidVersion: "invalidVersion"
        case .contradiction: "contradiction"
        @unknown default: nil
        }
    }
}
