#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension TransactionReceiptPayload {
    private typealias Row = (
        key: String, rule: PayloadMember<TransactionReceiptPayload>.Rule,
        read: @Sendable (inout TransactionReceiptPayload, PropertyListValue) -> Bool
    )

    /// In the order in which a fault is named.
    private static let rows: [Row] = [
        ("transaction-id", .strict, { assign($1.identifier, to: &$0.transactionID) }),
        ("original-transaction-id", .strict, { assign($1.identifier, to: &$0.originalTransactionID) }),
        ("bid", .strict, { assign($1.identifier, to: &$0.bundleIdentifier) }),
        ("bvrs", .strict, { assign($1.identifier, to: &$0.appVersion) }),
        ("product-id", .strict, { assign($1.identifier, to: &$0.productID) }),
        ("quantity", .strict, { assign($1.quantity, to: &$0.purchasedQuantity) }),
        (purchaseDateKey, .strict, { assign($1.date, to: &$0.purchaseDate) }),
        ("original-purchase-date-ms", .strict, { assign($1.date, to: &$0.originalPurchaseDate) }),
        ("expires-date", .strict, { assign($1.date, to: &$0.expirationDate) }),
        ("web-order-line-item-id", .strict, { assign($1.unsigned, to: &$0.webOrderLineItemID) }),
        ("app-item-id", .strict, { assign($1.unsigned, to: &$0.appID) }),
        ("version-external-identifier", .lenient, { assign($1.unsigned, to: &$0.appVersionID) }),
        ("item-id", .lenient, { assign($1.unsigned, to: &$0.productAppID) }),
        ("subscription-group-identifier", .lenient, { assign($1.identifier, to: &$0.subscriptionGroupID) }),
        ("is-trial-period", .lenient, { assign($1.flag, to: &$0.isTrialPeriod) }),
        ("is-in-intro-offer-period", .lenient, { assign($1.flag, to: &$0.isInIntroOfferPeriod) }),
        (
            "in-app-ownership-type", .lenient,
            { assign($1.identifier.map(OwnershipType.init(word:)), to: &$0.ownershipType) }
        ),
        ("unique-vendor-identifier", .lenient, { assign($1.uuid, to: &$0.identifierForVendor) }),
        ("unique-identifier", .lenient, { assign($1.identifier, to: &$0.deviceIdentifier) }),
    ]

    private static let required: Set<String> = [
        "transaction-id", "original-transaction-id", "bid", "bvrs", "product-id", "quantity", purchaseDateKey,
    ]

    private static let purchaseDateKey = "purchase-date-ms"

    /// The milliseconds of a date, and where the same date is written for people.
    private static let written = [
        (purchaseDateKey, "purchase-date"), ("original-purchase-date-ms", "original-purchase-date"),
        ("expires-date", "expires-date-formatted"),
    ]

    package init(_ list: PropertyList) throws(FormatError) {
        self.init(list: list)
        for row in Self.rows {
            guard let pair = list.pair(row.key) else {
                if Self.required.contains(row.key) { throw Self.missing(row.key) }
                continue
            }
            if row.read(&self, PropertyListValue(text: list.string(pair.value))) { continue }
            let fault = FormatError(.malformedMember, path: .member(row.key), offset: pair.value.lowerBound)
            guard row.rule == .lenient else { throw fault }
            diagnostics.append(fault)
        }
        for (key, writtenKey) in Self.written { try Self.requireAgreement(key, writtenKey, list) }
    }

    /// When the purchase was made, alone: it decides at which time the chain is judged. Nobody vouches for it yet; the signature
    /// does, later.
    package static func purchaseDate(in list: PropertyList) throws(FormatError) -> Date {
        guard let pair = list.pair(purchaseDateKey) else { throw missing(purchaseDateKey) }
        guard let date = PropertyListValue(text: list.string(pair.value)).date else {
            throw FormatError(.malformedMember, path: .member(purchaseDateKey), offset: pair.value.lowerBound)
        }
        return date
    }

    private static func missing(_ key: String) -> FormatError {
        FormatError(.missingMember, path: .member(key), offset: 0)
    }

    /// A date stands there twice: both are the same second. Apple drops the milliseconds and does not round.
    private static func requireAgreement(
        _ key: String, _ writtenKey: String, _ list: PropertyList
    ) throws(FormatError) {
        guard let written = list.pair(writtenKey) else { return }
        guard let pair = list.pair(key) else { throw missing(key) }
        let milliseconds = PropertyListValue(text: list.string(pair.value)).milliseconds
        let seconds = PropertyListValue(text: list.string(written.value)).writtenSeconds
        guard let milliseconds, let seconds, Double(milliseconds / 1_000) == seconds else {
            throw FormatError(.malformedMember, path: .member(writtenKey), offset: written.value.lowerBound)
        }
    }
}
