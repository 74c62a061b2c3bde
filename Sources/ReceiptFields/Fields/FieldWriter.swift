extension FieldOwner {
    /// Writes the fields in the order of the rows.
    consuming func writeFields<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        var owner = self
        // Move the sink in and out instead of copying it; a copy would duplicate the whole buffer on the first write.
        var writer = FieldWriter(sink: consume sink)
        defer { sink = writer.sink }
        try owner.eachField(&writer)
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
