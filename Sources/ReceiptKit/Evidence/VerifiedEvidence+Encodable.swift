package import ReceiptFields

/// The JSON of evidence that was verified. It cannot be decoded: only the verifier makes it.
///
/// ```json
/// {
///   "kind": "transaction",
///   "environment": "Production",
///   "transaction": {"transactionID": "2000000000000002", "productID": "com.example.monthly", …},
///   "verification": {"date": "2024-05-01T12:00:00Z", …},
///   "contentDigest": "9c1f…"
/// }
/// ```
///
/// `kind` is `appReceipt`, `transaction`, `subscriptionStatus`, `appTransaction`, `notification`, `transactionReceipt` or `several`,
/// and beside it stands what it names: `receipt`; `transaction`; `transaction` and `renewalInfo`; `appTransaction`; `notification` and
/// what is nested in it; `transactionReceipt` and `claimedEnvironment`; `evidence`, a list. `environment` is that of all, and absent where a list spans several.
extension VerifiedEvidence: Encodable, JSONObject {
    /// Encodes the kind, what the evidence says, and what was checked.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("kind", kind.rawValue)
        if let environment { try sink.environment(rawEnvironment ?? environment.rawValue) }
        if isVolumePurchase == true { try sink.member("isVolumePurchase", true) }
        switch self {
        case .appReceipt(let receipt): try receipt.writeMembers(to: &sink)
        case .transaction(let transaction): try transaction.writeMembers(to: &sink)
        case .subscriptionStatus(let status): try status.writeMembers(to: &sink)
        case .appTransaction(let appTransaction): try appTransaction.writeMembers(to: &sink)
        case .notification(let notification): try notification.writeMembers(to: &sink)
        case .transactionReceipt(let receipt): try receipt.writeMembers(to: &sink)
        case .several(let evidence): try sink.list("evidence", evidence)
        }
    }

    package func write(into json: inout JSONWriter) { writeMembers(to: &json) }
}

extension VerifiedTransaction: JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transaction", transaction)
        try sink.member("verification", verification)
        try sink.member("contentDigest", hex: contentDigest.bytes[...])
    }
}

extension VerifiedSubscriptionStatus: JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transaction", transaction.transaction)
        try sink.member("verification", transaction.verification)
        try sink.member("contentDigest", hex: contentDigest.bytes[...])
        try sink.member("renewalInfo", renewalInfo.renewalInfo)
    }
}

extension VerifiedAppTransaction: JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("appTransaction", appTransaction)
        try sink.member("verification", verification)
        try sink.member("contentDigest", hex: contentDigest.bytes[...])
    }
}

extension VerifiedNotification: JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("notification", notification)
        if let transaction { try sink.member("transaction", transaction.transaction) }
        if let renewalInfo { try sink.member("renewalInfo", renewalInfo.renewalInfo) }
        if let appTransaction { try sink.member("appTransaction", appTransaction.appTransaction) }
        try sink.member("verification", verification)
        try sink.member("contentDigest", hex: contentDigest.bytes[...])
    }
}
