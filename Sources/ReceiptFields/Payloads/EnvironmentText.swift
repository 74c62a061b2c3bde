/// The environment of a receipt in the receipt's own text (attribute 0).
struct EnvironmentText: RawRepresentable, FieldValue {
    var rawValue = ""

    /// Of a text that is not known, nothing is.
    var isVolumePurchase: Bool? {
        switch rawValue {
        case "ProductionVPP", "ProductionVPPSandbox": true
        case "Production", "ProductionSandbox", "Sandbox", "Xcode": false
        default: nil
        }
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.environment(rawValue)
        if isVolumePurchase == true { try sink.member("isVolumePurchase", true) }
    }
}

extension JSONSink {
    /// StoreKit 2's word, and beside it the evidence's own text where that is another.
    package mutating func environment(_ text: String) throws(Failure) {
        let environment = StoreEnvironment(rawValue: text)
        try member("environment", environment.rawValue)
        if environment.rawValue != text { try member("rawEnvironment", text) }
    }
}
