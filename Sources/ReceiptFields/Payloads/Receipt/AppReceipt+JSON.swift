/// The JSON is the same whatever the encoder's settings: dates are RFC 3339 texts in UTC, the store's numeric identifiers
/// are texts (some are beyond 2^53), bytes are lower-case hexadecimal, and what is absent is left out. Undocumented
/// attributes that could not be read are listed under `diagnostics`, if there are any. It cannot be decoded: a receipt is
/// what its bytes say.
extension AppReceipt: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeMembersBeforePurchases(to: &sink)
        try sink.list("purchases", purchases)
        try writeMembersBehindPurchases(to: &sink)
    }

    package func write(into json: inout JSONWriter) { writeMembers(to: &json) }

    package func writeMembersBeforePurchases<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeFields(to: &sink)
    }

    package func writeMembersBehindPurchases<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }
}

/// Encoded like ``AppReceipt``.
extension InAppPurchase: Encodable, JSONObject {
    package consuming func write(into json: inout JSONWriter) { writeMembers(to: &json) }

    package consuming func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeFields(to: &sink)
    }
}
