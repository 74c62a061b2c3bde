extension FieldOwner {
    /// Writes the fields in the order of the rows.
    consuming func writeFields<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        // Move the sink in and out instead of copying it; a copy would duplicate the whole buffer on the first write.
        var writer = FieldWriter(sink: consume sink)
        defer { sink = writer.sink }
        _ = try Self(&writer, self)
    }
}

private struct FieldWriter<Sink: JSONSink>: FieldVisitor {
    var sink: Sink

    @inline(__always)
    mutating func visit<Value: FieldValue>(
        _ field: Field, _ now: @autoclosure () -> Value?
    ) throws(Sink.Failure) -> Value? {
        if let name = field.member, let value = now() { try value.write(name, field.form, to: &sink) }
        return nil
    }
}
