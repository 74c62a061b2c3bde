#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension AppReceipt {
    /// Decodes the content of a receipt, a SET OF ReceiptAttribute.
    ///
    /// This does not look for a signature. Use ReceiptKit's `ReceiptVerifier` for receipts that come from outside.
    ///
    /// - Throws: ``FormatError``, with the attribute's path and the offset in `payload`.
    public init(payload: [UInt8], limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        self = try AppReceipt(payload: payload[...], limits: limits, spent: DERReader.Spent())
    }

    /// Decodes content inside a larger array, whose indices become the offsets of errors. The container around it has `spent` a
    /// part of the budgets.
    package init(payload: ArraySlice<UInt8>, limits: ReceiptLimits, spent: DERReader.Spent) throws(FormatError) {
        guard payload.count <= limits.maximumInputSize else {
            throw FormatError(.limitExceeded(.input, allowed: limits.maximumInputSize), offset: payload.startIndex)
        }
        let source = Source(bytes: payload, limits: limits)
        var reader = DERReader(payload.span, base: payload.startIndex, limits: limits, spent: spent)
        var draft = ReceiptDraft()
        let contents = try reader.within(.set) { (reader) throws(FormatError) in
            let start = reader.position
            while !reader.isAtEnd {
                let attribute = try reader.attribute()
                try draft.read(attribute, &reader, source, of: AttributePath.container)
            }
            return source.slice(start..<reader.position)
        }
        try reader.finish()
        self = try draft.finished(payload: payload, contents: contents)
    }
}

/// A receipt while its attributes are being read.
private struct ReceiptDraft: FieldDraft {
    var seen: UInt64 = 0
    var repeated: UInt64 = 0
    var diagnostics: [FormatError] = []

    var environment: String?
    var appID: Int64?
    var bundleIdentifier: String?
    var bundleIdentifierOctets: ArraySlice<UInt8> = []
    var appVersion: String?
    var opaqueValue: ArraySlice<UInt8>?
    var deviceHash: ArraySlice<UInt8>?
    var ageRating: String?
    var creationDate: Date?
    var downloadID: Int64?
    var versionExternalIdentifier: Int64?
    var purchases: [InAppPurchase] = []
    var texts = RepeatedTexts()
    var originalPurchaseDate: Date?
    var originalAppVersion: String?
    var expirationDate: Date?

    static let firstNumber: Int64 = 0
    static let singleValued = mask(Field.receipt, [.required, .optional, .undocumented])
    static let undocumented = mask(Field.receipt, [.undocumented])

    mutating func readValue(
        _ attribute: RawAttribute, _ reader: inout DERReader, _ source: Source
    ) throws(FormatError) {
        let value = attribute.value
        guard value.count <= source.limits.maximumAttributeLength else {
            let limit = source.limits.maximumAttributeLength
            throw reader.fault(.limitExceeded(.attribute, allowed: limit), at: attribute.start)
        }
        switch attribute.type {
        case .environment:
            environment = try required(try reader.string(value, .utf8String, of: source), attribute, reader)
        case .appID: appID = try reader.unsigned(value)
        case .bundleIdentifier:
            bundleIdentifier = try required(try reader.string(value, .utf8String, of: source), attribute, reader)
            bundleIdentifierOctets = source.slice(value)
        case .appVersion:
            appVersion = try required(try reader.string(value, .utf8String, of: source), attribute, reader)
        case .opaqueValue:
            opaqueValue = try required(value.isEmpty ? nil : source.slice(value), attribute, reader)
        case .deviceHash:
            guard value.count == 20 else {
                throw reader.fault(.wrongSize(expected: 20, found: value.count), at: value.lowerBound)
            }
            deviceHash = source.slice(value)
        case .ageRating: ageRating = try reader.string(value, .ia5String, of: source)
        case .creationDate: creationDate = try required(try reader.date(value), attribute, reader)
        case .downloadID: downloadID = try reader.unsigned(value)
        case .versionExternalIdentifier: versionExternalIdentifier = try reader.unsigned(value)
        case .purchase: try readPurchase(attribute, &reader, source)
        case .originalPurchaseDate: originalPurchaseDate = try reader.date(value)
        case .originalAppVersion:
            originalAppVersion = try reader.string(value, .utf8String, of: source)
        case .expirationDate: expirationDate = try reader.date(value)
        default: break  // Kept as it is: `attributes` hands it out.
        }
    }

    private mutating func readPurchase(
        _ attribute: RawAttribute, _ reader: inout DERReader, _ source: Source
    ) throws(FormatError) {
        let path = AttributePath.purchase(purchases.count)
        guard purchases.count < source.limits.maximumPurchases else {
            let limit = source.limits.maximumPurchases
            throw reader.fault(.limitExceeded(.purchases, allowed: limit), at: attribute.start).at(path)
        }
        if purchases.isEmpty {
            // Purchases resemble each other: make room once for as many as what is left may hold.
            let left = source.bytes.count - attribute.start
            purchases.reserveCapacity(
                min(left / max(attribute.value.count, 256) + 1, source.limits.maximumPurchases))
        }
        do throws(FormatError) {
            try reader.within(contents: attribute.value) { (reader) throws(FormatError) in
                purchases.append(
                    try InAppPurchase(&reader, source, path: path, texts: &texts, diagnostics: &diagnostics))
            }
        } catch {
            throw error.path == .container ? error.at(path) : error
        }
    }

    mutating func forget(_ type: AttributeType) {
        switch type {
        case .appID: appID = nil
        case .ageRating: ageRating = nil
        case .downloadID: downloadID = nil
        case .versionExternalIdentifier: versionExternalIdentifier = nil
        case .originalPurchaseDate: originalPurchaseDate = nil
        default: break
        }
    }

    func finished(payload: ArraySlice<UInt8>, contents: ArraySlice<UInt8>) throws(FormatError) -> AppReceipt {
        let offset = payload.startIndex
        return AppReceipt(
            environment: ReceiptEnvironment(
                rawValue: try present(environment, AttributePath.receipt(.environment), offset: offset)),
            appID: appID,
            bundleIdentifier: try present(bundleIdentifier, AttributePath.receipt(.bundleIdentifier), offset: offset),
            appVersion: try present(appVersion, AttributePath.receipt(.appVersion), offset: offset),
            ageRating: ageRating,
            creationDate: try present(creationDate, AttributePath.receipt(.creationDate), offset: offset),
            downloadID: downloadID,
            versionExternalIdentifier: versionExternalIdentifier,
            purchases: purchases,
            originalPurchaseDate: originalPurchaseDate,
            originalAppVersion: originalAppVersion,
            expirationDate: expirationDate,
            diagnostics: diagnostics,
            payload: payload,
            contents: contents,
            opaqueValueOctets: try present(opaqueValue, AttributePath.receipt(.opaqueValue), offset: offset),
            deviceHashOctets: try present(deviceHash, AttributePath.receipt(.deviceHash), offset: offset),
            bundleIdentifierOctets: bundleIdentifierOctets)
    }
}

extension AppReceipt {
    /// Reads attribute 12 alone, and the attributes before it only as far as needed to get there.
    package static func creationDate(
        in payload: ArraySlice<UInt8>, limits: ReceiptLimits, spent: DERReader.Spent
    ) throws(FormatError) -> Date {
        let path = AttributePath.receipt(.creationDate)
        let reader = DERReader(payload.span, base: payload.startIndex, limits: limits, spent: spent)
        let date: Date? = try reader.first(within: .set) { (reader) throws(FormatError) in
            let attribute = try reader.attribute()
            guard attribute.type == .creationDate else { return nil }
            do throws(FormatError) {
                return try required(try reader.date(attribute.value), attribute, reader)
            } catch {
                throw error.at(path)
            }
        }
        return try present(date, path, offset: payload.startIndex)
    }
}
