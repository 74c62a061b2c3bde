/// The environment of a receipt, as the receipt spells it (attribute 0).
struct EnvironmentText: RawRepresentable, RequiredFieldValue {
    static let placeholder = EnvironmentText(rawValue: "")

    let rawValue: String

    /// True for volume purchases. Nil if the text is unknown.
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
