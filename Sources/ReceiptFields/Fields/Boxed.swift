/// A value that few payloads have, kept elsewhere: one that has none is not larger for it, and copies stay cheap.
package enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    case none
    indirect case some(Value)

    package var value: Value? { if case .some(let value) = self { value } else { nil } }
}

extension Boxed: FieldValue where Value: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try Value.read(shape, &source).map(Self.some)
    }

    @inline(__always)
    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try value.write(name, form, to: &sink)
    }
}
