package import ReceiptFields

/// The article *Command line and JSON* explains the members. Each piece by itself is encoded the same way, without `kind`. Verified evidence
/// cannot be decoded: only the verifier makes it.
extension VerifiedEvidence: Evidence, Encodable, JSONObject {
    /// The evidence itself.
    public var evidence: VerifiedEvidence { self }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("kind", kind.rawValue)
        switch self {
        case .appReceipt(let receipt): try receipt.writeMembers(to: &sink)
        case .transaction(let transaction): try transaction.writeMembers(to: &sink)
        case .subscriptionStatus(let status): try status.writeMembers(to: &sink)
        case .appTransaction(let appTransaction): try appTransaction.writeMembers(to: &sink)
        case .notification(let notification): try notification.writeMembers(to: &sink)
        case .transactionReceipt(let receipt): try receipt.writeMembers(to: &sink)
        case .list(let evidence):
            try sink.member("environment", environment?.rawValue)
            try sink.member("bundleID", bundleIdentifier)
            try sink.list("evidence", evidence)
        }
    }

    package func write(into json: inout JSONWriter) { writeMembers(to: &json) }
}

extension VerifiedTransaction: Evidence, Encodable, JSONObject {
    /// ``VerifiedEvidence/transaction(_:)``
    public var evidence: VerifiedEvidence { .transaction(self) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.identity(self.rawEnvironment, self.bundleIdentifier, contentDigest)
        try sink.member("transaction", transaction)
        try sink.member("verification", verification)
    }
}

extension VerifiedSubscriptionStatus: Evidence, Encodable, JSONObject {
    /// ``VerifiedEvidence/subscriptionStatus(_:)``
    public var evidence: VerifiedEvidence { .subscriptionStatus(self) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.identity(transaction.rawEnvironment, transaction.bundleIdentifier, contentDigest)
        try sink.member("transaction", transaction.transaction)
        try sink.member("renewalInfo", renewalInfo.renewalInfo)
        try sink.member("verification", transaction.verification)
    }
}

extension VerifiedAppTransaction: Evidence, Encodable, JSONObject {
    /// ``VerifiedEvidence/appTransaction(_:)``
    public var evidence: VerifiedEvidence { .appTransaction(self) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.identity(self.rawEnvironment, self.bundleIdentifier, contentDigest)
        try sink.member("appTransaction", appTransaction)
        try sink.member("verification", verification)
    }
}

extension VerifiedNotification: Evidence, Encodable, JSONObject {
    /// ``VerifiedEvidence/notification(_:)``
    public var evidence: VerifiedEvidence { .notification(self) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.identity(self.rawEnvironment ?? self.environment.rawValue, self.bundleIdentifier, contentDigest)
        // The JWS in it are what they say, not their texts.
        try sink.member("notification", notification.withoutNestedTexts)
        if let transaction { try sink.member("transaction", transaction.transaction) }
        if let renewalInfo { try sink.member("renewalInfo", renewalInfo.renewalInfo) }
        if let appTransaction { try sink.member("appTransaction", appTransaction.appTransaction) }
        try sink.member("verification", verification)
    }
}

extension JSONSink {
    /// What all evidence has, before what it says.
    mutating func identity(
        _ rawEnvironment: String, isVolumePurchase: Bool? = nil, _ bundleIdentifier: String,
        _ contentDigest: ContentDigest
    ) throws(Failure) {
        try environment(rawEnvironment)
        if isVolumePurchase == true { try member("isVolumePurchase", true) }
        try member("bundleID", bundleIdentifier)
        try member("contentDigest", hex: contentDigest.bytes[...])
    }
}
