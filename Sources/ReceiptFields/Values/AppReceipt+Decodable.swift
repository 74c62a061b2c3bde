#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decoded from the JSON that it encodes, as strictly as from a receipt. A receipt that comes from JSON says nothing about who
/// wrote it, and only what is in the JSON: it has no octets, so its ``AppReceipt/attributes`` are empty, and it is equal only
/// to other receipts from JSON. Diagnostics are texts there and are not read back.
extension AppReceipt: Decodable {
    /// Decodes the typed fields by their Swift names.
    ///
    /// - Throws: `DecodingError`, if a field is missing or malformed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            environment: ReceiptEnvironment(rawValue: try container.text(.environment)),
            appID: try container.identifier(.appID),
            bundleIdentifier: try container.text(.bundleIdentifier),
            appVersion: try container.text(.appVersion),
            ageRating: try container.optionalText(.ageRating, asciiOnly: true),
            creationDate: try container.required(.creationDate, try container.date(.creationDate)),
            downloadID: try container.identifier(.downloadID),
            versionExternalIdentifier: try container.identifier(.versionExternalIdentifier),
            purchases: try container.purchases(),
            originalPurchaseDate: try container.date(.originalPurchaseDate),
            originalAppVersion: try container.optionalText(.originalAppVersion),
            expirationDate: try container.date(.expirationDate),
            diagnostics: [], payload: [], contents: [],
            opaqueValueOctets: try container.octets(.opaqueValue),
            deviceHashOctets: try container.octets(.deviceHash, count: 20),
            bundleIdentifierOctets: [])
    }
}

/// Decoded like ``AppReceipt``.
extension InAppPurchase: Decodable {
    /// Decodes the typed fields by their Swift names.
    ///
    /// - Throws: `DecodingError`, if a field is missing or malformed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            quantity: try container.required(.quantity, try container.number(.quantity, from: 1)),
            productID: try container.text(.productID),
            transactionID: try container.text(.transactionID),
            purchaseDate: try container.required(.purchaseDate, try container.date(.purchaseDate)),
            originalTransactionID: try container.optionalText(.originalTransactionID),
            originalPurchaseDate: try container.date(.originalPurchaseDate),
            productType: try container.number(.productType).map(ProductType.init(rawValue:)),
            expirationDate: try container.date(.expirationDate),
            productAppID: try container.identifier(.productAppID),
            webOrderLineItemID: try container.identifier(.webOrderLineItemID),
            cancellationDate: try container.date(.cancellationDate),
            isTrialPeriod: try container.decodeIfPresent(Bool.self, forKey: .isTrialPeriod),
            isInIntroOfferPeriod: try container.decodeIfPresent(Bool.self, forKey: .isInIntroOfferPeriod),
            cancellationReason: try container.number(.cancellationReason).map(CancellationReason.init(rawValue:)),
            promotionalOfferID: try container.optionalText(.promotionalOfferID),
            ownershipType: try container.number(.ownershipType).map(OwnershipType.init(rawValue:)),
            contents: [])
    }
}

extension KeyedDecodingContainer where Key == AppReceipt.CodingKeys {
    fileprivate func purchases() throws -> [InAppPurchase] {
        let purchases = try decode([InAppPurchase].self, forKey: .purchases)
        guard purchases.count <= ReceiptLimits().maximumPurchases else {
            throw corrupted(.purchases, "at most \(ReceiptLimits().maximumPurchases) purchases")
        }
        return purchases
    }
}

/// The forms of values in the JSON of a receipt.
extension KeyedDecodingContainer {
    fileprivate func corrupted(_ key: Key, _ expected: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: "Expected \(expected)")
    }

    fileprivate func required<T>(_ key: Key, _ value: T?) throws -> T {
        guard let value else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "A required value is missing"))
        }
        return value
    }

    /// Present but empty means absent in a receipt, so a text is never empty. Otherwise it is held to what a text in a receipt is.
    fileprivate func optionalText(_ key: Key, asciiOnly: Bool = false) throws -> String? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard !text.isEmpty else { throw corrupted(key, "a text that is not empty") }
        let octets = Array(text.utf8)[...]
        let limits = ReceiptLimits()
        guard octets.count <= limits.maximumStringLength else {
            throw corrupted(key, "a text of at most \(limits.maximumStringLength) octets")
        }
        guard DERReader(octets.span, limits: limits).isText(0..<octets.count, asciiOnly: asciiOnly) else {
            throw corrupted(key, asciiOnly ? "printable ASCII" : "a text without control characters")
        }
        return text
    }

    fileprivate func text(_ key: Key) throws -> String { try required(key, try optionalText(key)) }

    fileprivate func number(_ key: Key, from least: Int64 = 0) throws -> Int? {
        guard let number = try decodeIfPresent(Int64.self, forKey: key) else { return nil }
        guard (least...Int64(Int32.max)).contains(number) else {
            throw corrupted(key, "a number from \(least) to 2^31 - 1")
        }
        return Int(number)
    }

    fileprivate func identifier(_ key: Key) throws -> Int64? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let number = Int64(text), number >= 0, String(number) == text else {
            throw corrupted(key, "a text of the digits of a number")
        }
        return number
    }

    fileprivate func date(_ key: Key) throws -> Date? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let date = Timestamp.parse(text) else { throw corrupted(key, "a date such as 2024-05-01T12:00:00Z") }
        return date
    }

    fileprivate func octets(_ key: Key, count: Int? = nil) throws -> ArraySlice<UInt8> {
        let digits = Array(try decode(String.self, forKey: key).utf8)
        let values = digits.compactMap(digitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2), !values.isEmpty,
            values.count <= 2 * ReceiptLimits().maximumAttributeLength,
            count.map({ values.count == 2 * $0 }) ?? true
        else { throw corrupted(key, count.map { "\($0) octets in hexadecimal" } ?? "octets in hexadecimal") }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }[...]
    }
}

/// The value of a hexadecimal digit: lower case only, as it is encoded.
private func digitValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
}
