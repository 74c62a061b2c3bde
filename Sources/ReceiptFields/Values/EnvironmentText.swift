/// The environment of a receipt in the receipt's own text (attribute 0).
struct EnvironmentText {
    var text = ""

    var environment: ReceiptEnvironment { ReceiptEnvironment(rawValue: text) }

    /// Of a text that is not known, nothing is.
    var isVolumePurchase: Bool? {
        switch text {
        case "ProductionVPP", "ProductionVPPSandbox": true
        case "Production", "ProductionSandbox", "Sandbox", "Xcode": false
        default: nil
        }
    }
}

extension EnvironmentText: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.text(shape).map(Self.init)
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.environment(text)
        if isVolumePurchase == true { try sink.member("isVolumePurchase", true) }
    }
}

extension JSONSink {
    /// StoreKit 2's word, and beside it the evidence's own text where that is another.
    package mutating func environment(_ text: String) throws(Failure) {
        let environment = ReceiptEnvironment(rawValue: text)
        try member("environment", environment.rawValue)
        if environment.rawValue != text { try member("rawEnvironment", text) }
    }
}
