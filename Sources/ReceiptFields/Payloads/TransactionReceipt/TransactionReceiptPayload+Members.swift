package import ReceiptEssentials

/// Encoded like ``TransactionPayload``, with the names of ``InAppPurchase``. Members without a property are omitted.
extension TransactionReceiptPayload: MemberOwner, Encodable {
    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("transaction-id", as: "transactionID", .text, .required, &transactionID)
        try visit("original-transaction-id", as: "originalTransactionID", .text, .required, &originalTransactionID)
        try visit("web-order-line-item-id", as: "webOrderLineItemID", .number, .strict, &webOrderLineItemID)
        try visit("bid", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
        try visit("bvrs", as: "appVersion", .text, .required, &appVersion)
        try visit("app-item-id", as: "appID", .number, .strict, &appID)
        try visit("version-external-identifier", as: "appVersionID", .number, .lenient, &appVersionID)
        try visit("product-id", as: "productID", .text, .required, &productID)
        try visit("item-id", as: "productAppID", .number, .lenient, &productAppID)
        try visit("subscription-group-identifier", as: "subscriptionGroupID", .text, .lenient, &subscriptionGroupID)
        try visit("quantity", as: "purchasedQuantity", .number, .required, in: 1...Int32.max, &purchasedQuantity)
        try visit("purchase-date-ms", as: "purchaseDate", .milliseconds, .required, &purchaseDate)
        try visit(
            "original-purchase-date-ms", as: "originalPurchaseDate", .milliseconds, .strict, &originalPurchaseDate)
        try visit("expires-date", as: "expirationDate", .milliseconds, .strict, &expirationDate)
        try visit("is-trial-period", as: "isTrialPeriod", .flag, .lenient, &isTrialPeriod)
        try visit("is-in-intro-offer-period", as: "isInIntroOfferPeriod", .flag, .lenient, &isInIntroOfferPeriod)
        try visit("in-app-ownership-type", as: "ownershipType", .text, .lenient, &ownershipType)
        try visit(
            "unique-vendor-identifier", as: "identifierForVendor", .vendorIdentifier, .lenient, &identifierForVendor)
        try visit("unique-identifier", as: "deviceIdentifier", .text, .lenient, &deviceIdentifier)
    }

    private static let purchaseDateKey = "purchase-date-ms"

    /// The keys of each date in milliseconds, and of the same date in readable form.
    private static let written = [
        (purchaseDateKey, "purchase-date"), ("original-purchase-date-ms", "original-purchase-date"),
        ("expires-date", "expires-date-formatted"),
    ]

    /// Decodes the property list in a receipt's `purchase-info` without verifying the signature.
    ///
    /// - Throws: ``FormatError``, with the key and the offset in `text`.
    public init(propertyList text: some Collection<UInt8>) throws(FormatError) {
        self = try Self(try PropertyList(Array(text)))
    }

    package init(_ list: PropertyList) throws(FormatError) {
        propertyList = list.text
        members = list.members
        var found: [FormatError] = []
        // Required keys are checked first.
        for rule in [Field.Rule.required, .strict, .lenient] {
            for (row, field) in Self.table.fields.enumerated() where field.rule == rule {
                let key = field.key.description
                if let pair = list.pair(key) {
                    let value = PayloadValue(list.string(pair.value), as: field.form)
                    try read(value, row: row, offset: pair.value.lowerBound, &found)
                } else if rule == .required {
                    throw Self.missing(key)
                }
            }
        }
        diagnostics = found
        for (key, writtenKey) in Self.written { try Self.requireAgreement(key, writtenKey, list) }
    }

    /// Decodes only the purchase date. It determines when the certificates must have been valid. It is unverified until the signature is
    /// checked.
    package static func purchaseDate(in list: PropertyList) throws(FormatError) -> Date {
        guard let pair = list.pair(purchaseDateKey) else { throw missing(purchaseDateKey) }
        guard let date = PayloadValue(list.string(pair.value), as: .milliseconds).date() else {
            throw FormatError(.malformedMember, path: .member(purchaseDateKey), offset: pair.value.lowerBound)
        }
        return date
    }

    private static func missing(_ key: String) -> FormatError {
        FormatError(.missingMember, path: .member(key), offset: 0)
    }

    /// Throws if the two forms of a date aren't the same second. Apple truncates the milliseconds.
    private static func requireAgreement(
        _ key: String, _ writtenKey: String, _ list: PropertyList
    ) throws(FormatError) {
        guard let written = list.pair(writtenKey) else { return }
        guard let pair = list.pair(key) else { throw missing(key) }
        let value = PayloadValue(list.string(pair.value), as: .milliseconds)
        guard value.date() != nil, let milliseconds = value.integer,
            let seconds = writtenSeconds(list.string(written.value)),
            Double(milliseconds / 1_000) == seconds
        else {
            throw FormatError(.malformedMember, path: .member(writtenKey), offset: written.value.lowerBound)
        }
    }

    /// Returns the seconds since 1970 of a date in readable form: `2012-04-30 15:05:55 Etc/GMT`.
    private static func writtenSeconds(_ text: String) -> Double? {
        var octets = Array(text.utf8)
        guard octets.count == 27, octets[10] == 0x20, octets[19...].elementsEqual(" Etc/GMT".utf8) else { return nil }
        octets[10] = UInt8(ascii: "T")
        octets.replaceSubrange(19..., with: [UInt8(ascii: "Z")])
        let plain = octets[...]
        return Timestamp.parse(plain.span, years: 1970...9999)?.timeIntervalSince1970
    }
}
