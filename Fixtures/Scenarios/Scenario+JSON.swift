internal import ReceiptKitTesting

extension Scenario {
    /// Returns the expected contents of the receipt, from the model it was issued from and never by decoding its bytes.
    func expectation(of issued: TestIssuedReceipt) -> JSONText {
        let isWellFormed = defect?.leavesPayload ?? true
        return .object([
            "name": .string(name),
            "description": .string(summary),
            "policy": policy.json,
            "verdict": .string(error == nil ? "verified" : "refused"),
            "error": error.map(JSONText.string),
            "signatureValid": isSignatureValid.map(JSONText.bool) ?? .null,
            "receipt": isWellFormed ? issued.receipt.expectation : nil,
            "attributes": .array(issued.payload.attributes.map(\.json)),
        ])
    }
}

extension Scenario.Policy {
    fileprivate var json: JSONText {
        var trustRoot: String?
        var xcodeCertificate: String?
        switch anchor {
        case .trustRoot(let file): trustRoot = file
        case .xcodeCertificate(let file): xcodeCertificate = file
        }
        return .object([
            "bundleIdentifier": .string(bundleIdentifier),
            "environments": .inline(.array(environments.map(JSONText.string))),
            "device": device.map(JSONText.bytes),
            "appVersion": appVersion.map(JSONText.string),
            "at": .date(time),
            "trustRoot": trustRoot.map(JSONText.string),
            "xcodeCertificate": xcodeCertificate.map(JSONText.string),
        ])
    }
}

extension TestAttribute {
    fileprivate var json: JSONText {
        switch content {
        case .octets(let octets):
            return .inline(.object(["type": .number(type), "version": .number(version), "value": .bytes(octets)]))
        case .set(let set):
            return .object([
                "type": .number(type), "version": .number(version), "value": .bytes(set.encoded),
                "attributes": .array(set.attributes.map(\.json)),
            ])
        }
    }
}
