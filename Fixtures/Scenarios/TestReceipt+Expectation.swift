internal import ReceiptKitTesting

extension TestReceipt {
    /// The properties by their names in ReceiptKit's JSON, except the environment and the purchases.
    private var fields: KeyValuePairs<String, JSONText?> {
        [
            "appID": appID.map(JSONText.identifier),
            "bundleID": .string(bundleIdentifier),
            "appVersion": .string(appVersion),
            "opaqueValue": .bytes(opaqueValue),
            "deviceHash": .bytes(deviceHash),
            "ageRating": ageRating.map(JSONText.string),
            "creationDate": .date(creationDate),
            "downloadID": downloadID.map(JSONText.identifier),
            "appVersionID": appVersionID.map(JSONText.identifier),
            "originalPurchaseDate": originalPurchaseDate.map(JSONText.date),
            "originalAppVersion": originalAppVersion.map(JSONText.string),
            "expirationDate": expirationDate.map(JSONText.date),
        ]
    }

    /// The receipt that a decoder must find.
    var expectation: JSONText {
        let rows = fileRows.map { $0.purchase.expectation(shape: shape) }
        let (word, raw) = (environment.word, environment.rawValue)
        let environment: KeyValuePairs<String, JSONText?> = [
            "environment": .string(word),
            "rawEnvironment": raw == word ? nil : .string(raw),
            "isVolumePurchase": environment.isVolumePurchase ? .bool(true) : nil,
        ]
        let members = (Array(environment) + Array(fields))
            .compactMap { key, value in value.map { JSONMember(key, $0) } }
        return .object(members + [JSONMember("purchases", .array(rows))])
    }
}
