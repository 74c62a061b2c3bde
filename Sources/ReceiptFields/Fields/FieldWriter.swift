/// The JSON is the same whatever the encoder's settings: dates are RFC 3339 texts in UTC, the store's numeric identifiers
/// are texts (some are beyond 2^53), bytes are lower-case hexadecimal, and what is absent is left out. Undocumented
/// attributes that could not be read are listed under `diagnostics`, if there are any. It cannot be decoded: a receipt is
/// what its bytes say.
extension AppReceipt: Encodable {
}

extension AppReceipt: JSONObject {
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

extension FieldOwner {
    /// Writes the fields, in the order of the rows.
    consuming func writeFields<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        var owner = self
        // Moved there and back: of a copy, the first byte would copy all that was written before.
        var writer = FieldWriter(sink: consume sink)
        do throws(Sink.Failure) {
            try owner.eachField(&writer)
        } catch {
            sink = writer.sink
            throw error
        }
        sink = writer.sink
    }
}

private struct FieldWriter<Sink: JSONSink>: FieldVisitor {
    var sink: Sink

    @inline(__always)
    mutating func row<Value: FieldValue>(
        _ field: Field, _ value: inout Value
    ) throws(Sink.Failure) {
        if let name = field.member { try value.write(name, field.form, to: &sink) }
    }
}
