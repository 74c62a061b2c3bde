/// The JSON is the same for all settings of the encoder. Dates are RFC 3339 strings in UTC, numeric App Store identifiers are strings (some
/// exceed 2^53), bytes are lowercase hexadecimal, and absent values are omitted. Undocumented attributes that couldn't be decoded are
/// listed in `diagnostics`, if there are any. An `AppReceipt` can't be decoded from it, because a receipt is defined by its bytes.
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
