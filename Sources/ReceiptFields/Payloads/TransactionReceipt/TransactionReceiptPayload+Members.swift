package import ReceiptEssentials

/// The payload is encoded like ``TransactionPayload``, but with the names of ``InAppPurchase``. Members without a property are omitted.
extension TransactionReceiptPayload: MemberOwner, Encodable {
    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        transactionID = try row("transaction-id", as: "transactionID", .text, .required, now?.transactionID)
        originalTransactionID = try row(
            "original-transaction-id", as: "originalTransactionID", .text, .required, now?.originalTransactionID)
        webOrderLineItemID = try row(
            "web-order-line-item-id", as: "webOrderLineItemID", .number, .strict, now?.webOrderLineItemID)
        bundleIdentifier = try row(
            "bid", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
        appVersion = try row("bvrs", as: "appVersion", .text, .required, now?.appVersion)
        appID = try row("app-item-id", as: "appID", .number, .strict, now?.appID)
        appVersionID = try row("version-external-identifier", as: "appVersionID", .number, .lenient, now?.appVersionID)
        productID = try row("product-id", as: "productID", .text, .required, now?.productID)
        productAppID = try row("item-id", as: "productAppID", .number, .lenient, now?.productAppID)
        subscriptionGroupID = try row(
            "subscription-group-identifier", as: "subscriptionGroupID", .text, .lenient, now?.subscriptionGroupID)
        purchasedQuantity = try row(
            "quantity", as: "purchasedQuantity", .number, .required, in: 1...Int32.max, now?.purchasedQuantity)
        purchaseDate = try row("purchase-date-ms", as: "purchaseDate", .milliseconds, .required, now?.purchaseDate)
        originalPurchaseDate = try row(
            "original-purchase-date-ms", as: "originalPurchaseDate", .milliseconds, .strict, now?.originalPurchaseDate)
        expirationDate = try row("expires-date", as: "expirationDate", .milliseconds, .strict, now?.expirationDate)
        isTrialPeriod = try row("is-trial-period", as: "isTrialPeriod", .flag, .lenient, now?.isTrialPeriod)
        isInIntroOfferPeriod = try row(
            "is-in-intro-offer-period", as: "isInIntroOfferPeriod", .flag, .lenient, now?.isInIntroOfferPeriod)
        ownershipType = try row("in-app-ownership-type", as: "ownershipType", .text, .lenient, now?.ownershipType)
        identifierForVendor = try row(
            "unique-vendor-identifier", as: "identifierForVendor", .vendorIdentifier, .lenient, now?.identifierForVendor
        )
        deviceIdentifier = try row("unique-identifier", as: "deviceIdentifier", .text, .lenient, now?.deviceIdentifier)
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
        var reader = MemberReader(Self.table, after: [])
        for (row, field) in Self.table.fields.enumerated() {
            guard let pair = list.pair(field.key.description) else { continue }
            reader.set(row, PayloadValue(list.string(pair.value), as: field.form), at: pair.value.lowerBound)
        }
        self.init(&reader, nil)
        try reader.finish(&diagnostics, offset: 0)
        propertyList = list.text
        members = list.members
        for (key, writtenKey) in Self.written { try Self.requireAgreement(key, writtenKey, list) }
    }

    /// Decodes only the purchase date. This date determines when the certificates must have been valid, and is unverified until the
    /// signature is checked.
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
