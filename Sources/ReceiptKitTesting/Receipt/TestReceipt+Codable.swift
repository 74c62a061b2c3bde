#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON with the names of the properties: ids as strings, dates as RFC 3339 or as days, bytes as hexadecimal digits.
///
/// Nothing is required. What is left out gets the default of ``init(bundleIdentifier:environment:device:creationDate:purchases:)``;
/// null leaves the attribute out. The shape follows the environment, and ``otherAttributes`` have no JSON.
extension TestReceipt: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case environment
        case platform
        case appID
        case bundleIdentifier = "bundleID"
        case appVersion
        case opaqueValue
        case device
        case deviceHash
        case ageRating
        case creationDate
        case downloadID
        case appVersionID = "appVersionID"
        case originalPurchaseDate
        case originalAppVersion
        case expirationDate
        case purchases
        case offsetMinutes
    }

    /// Reads a receipt. A key that is not a property is an error.
    ///
    /// - Throws: `DecodingError`, also for a key that is not a property.
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder(decoder, keyedBy: CodingKeys.self)
        var environment = TestEnvironment.production
        try fields.read(.environment, into: &environment)
        self.init(environment: environment)
        try fields.read(.platform, into: &platform)
        try fields.readNumber(.appID, into: &appID)
        try fields.read(.bundleIdentifier, into: &bundleIdentifier)
        try fields.read(.appVersion, into: &appVersion)
        opaqueValue = try fields.bytes(.opaqueValue) ?? opaqueValue
        device = try fields.bytes(.device) ?? device
        deviceHashOverride = try fields.bytes(.deviceHash)
        try fields.read(.ageRating, into: &ageRating)
        creationDate = try fields.date(.creationDate) ?? creationDate
        try fields.readNumber(.downloadID, into: &downloadID)
        try fields.readNumber(.appVersionID, into: &appVersionID)
        try fields.readDate(.originalPurchaseDate, into: &originalPurchaseDate)
        try fields.read(.originalAppVersion, into: &originalAppVersion)
        try fields.readDate(.expirationDate, into: &expirationDate)
        try fields.read(.purchases, into: &purchases)
        try fields.read(.offsetMinutes, into: &offsetMinutes)
    }

    /// Writes a receipt, with null for what it leaves out.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in fields(deviceHash: deviceHashOverride) {
            try container.encode(value ?? .null, forKey: AnyKey(stringValue: key))
        }
        let others: KeyValuePairs<CodingKeys, JSONText?> = [
            .environment: .string(environment.rawValue),
            .platform: .number(platform.rawValue),
            .device: .bytes(device),
            .offsetMinutes: offsetMinutes.map { .number(Int64($0)) },
        ]
        for (key, value) in others {
            try container.encode(value ?? .null, forKey: AnyKey(stringValue: key.stringValue))
        }
        try container.encode(purchases, forKey: AnyKey(stringValue: CodingKeys.purchases.stringValue))
    }

    /// The properties under their names, but for the environment, the purchases and what is not in the receipt.
    private func fields(deviceHash: [UInt8]?) -> KeyValuePairs<String, JSONText?> {
        [
            "appID": appID.map(JSONText.identifier),
            "bundleID": .string(bundleIdentifier),
            "appVersion": .string(appVersion),
            "opaqueValue": .bytes(opaqueValue),
            "deviceHash": deviceHash.map(JSONText.bytes),
            "ageRating": ageRating.map(JSONText.string),
            "creationDate": .date(creationDate),
            "downloadID": downloadID.map(JSONText.identifier),
            "appVersionID": appVersionID.map(JSONText.identifier),
            "originalPurchaseDate": originalPurchaseDate.map(JSONText.date),
            "originalAppVersion": originalAppVersion.map(JSONText.string),
            "expirationDate": expirationDate.map(JSONText.date),
        ]
    }

    /// What a decoder must find in the receipt.
    var expectation: JSONText {
        let rows = fileRows.map { $0.purchase.expectation(shape: shape) }
        let (word, raw) = (environment.word, environment.rawValue)
        let environment: KeyValuePairs<String, JSONText?> = [
            "environment": .string(word),
            "rawEnvironment": raw == word ? nil : .string(raw),
            "isVolumePurchase": environment.isVolumePurchase ? .bool(true) : nil,
        ]
        let members = (Array(environment) + Array(fields(deviceHash: deviceHash)))
            .compactMap { key, value in value.map { JSONMember(key, $0) } }
        return .object(members + [JSONMember("purchases", .array(rows))])
    }
}
