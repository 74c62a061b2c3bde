import Foundation
package import JSONSupport
package import ReceiptFields
import Testing

/// A JWS's payload, or an object in one: its path, and its rows in the field table.
package struct PayloadObject: Sendable, CustomStringConvertible {
    package let kind: PayloadKind
    /// A path such as `advancedCommerceInfo.items[0].offer`, with the first element of each array. Empty for the
    /// payload.
    package let path: String
    package let fields: [Field]
    /// The type, as a documentation link.
    package let type: String

    package var description: String { "\(type), \(path)" }

    /// The members that Apple writes in the same object of the other kind.
    private static let others: [PayloadKind: Set<String>] = [
        .transaction: ["priceIncreaseInfo", "renewalPriceTiers"],
        .renewalInfo: ["refunds", "revocationDate", "invitationManagement", "priceTiers", "revokedSeatQuantity"],
    ]

    init(_ kind: PayloadKind, _ path: String, _ table: FieldTable, _ type: String) {
        self.kind = kind
        self.path = path
        let others = Self.others[kind] ?? []
        fields = table.fields.filter { !others.contains($0.key.description) }
        self.type = type
    }

    package static let all: [PayloadObject] =
        PayloadRules.all.map(\.object) + [
            PayloadObject(
                .transaction, "commitmentInfo", TransactionPayload.CommitmentInfo.table,
                "TransactionPayload/CommitmentInfo"),
            PayloadObject(
                .transaction, "advancedCommerceInfo", TransactionPayload.AdvancedCommerceInfo.table,
                "TransactionPayload/AdvancedCommerceInfo"),
            PayloadObject(
                .transaction, "advancedCommerceInfo.items[0]", AdvancedCommerce.Item.table, "AdvancedCommerce/Item"),
            PayloadObject(
                .transaction, "advancedCommerceInfo.items[0].refunds[0]", AdvancedCommerce.Refund.table,
                "AdvancedCommerce/Refund"),
            PayloadObject(.transaction, "multiSeatInfo", MultiSeatInfo.table, "MultiSeatInfo"),
            PayloadObject(
                .renewalInfo, "commitmentInfo", RenewalInfoPayload.CommitmentInfo.table,
                "RenewalInfoPayload/CommitmentInfo"),
            PayloadObject(
                .renewalInfo, "advancedCommerceInfo", RenewalInfoPayload.AdvancedCommerceInfo.table,
                "RenewalInfoPayload/AdvancedCommerceInfo"),
            PayloadObject(
                .renewalInfo, "advancedCommerceInfo.items[0]", AdvancedCommerce.Item.table, "AdvancedCommerce/Item"),
            PayloadObject(
                .renewalInfo, "advancedCommerceInfo.items[0].priceIncreaseInfo",
                AdvancedCommerce.PriceIncreaseInfo.table,
                "AdvancedCommerce/PriceIncreaseInfo"),
            PayloadObject(.renewalInfo, "multiSeatInfo", MultiSeatInfo.table, "MultiSeatInfo"),
            PayloadObject(
                .notification, "data", NotificationPayload.PurchaseData.table, "NotificationPayload/PurchaseData"),
            PayloadObject(.notification, "summary", NotificationPayload.Summary.table, "NotificationPayload/Summary"),
            PayloadObject(
                .notification, "externalPurchaseToken", NotificationPayload.ExternalPurchaseToken.table,
                "NotificationPayload/ExternalPurchaseToken"),
            PayloadObject(.notification, "appData", NotificationPayload.AppData.table, "NotificationPayload/AppData"),
        ] + shared

    /// The objects that transactions and renewal infos share.
    private static let shared = [PayloadKind.transaction, .renewalInfo].flatMap { kind in
        [
            PayloadObject(
                kind, "advancedCommerceInfo.descriptors", AdvancedCommerce.Descriptors.table,
                "AdvancedCommerce/Descriptors"),
            PayloadObject(
                kind, "advancedCommerceInfo.items[0].offer", AdvancedCommerce.Offer.table, "AdvancedCommerce/Offer"),
            PayloadObject(
                kind, "multiSeatInfo." + (kind == .transaction ? "priceTiers[0]" : "renewalPriceTiers[0]"),
                MultiSeatInfo.PriceTier.table, "MultiSeatInfo/PriceTier"),
        ]
    }

    /// The objects in a transaction and in a renewal info. All their members are lenient.
    package static let lenient = all.filter { !$0.path.isEmpty && $0.kind != .notification }

    /// Returns the contents of a payload's JSON with Apple's names and in Apple's form, as it was signed.
    package static func asSigned(_ json: JSON, _ kind: PayloadKind, _ path: String = "") -> JSON? {
        guard let object = all.first(where: { $0.kind == kind && $0.path == path }) else { return nil }
        var members: [String: JSON] = [:]
        for field in object.fields {
            let key = field.key.description
            let value =
                if let part = offerParts[key], field.name?.description == "offer" { json["offer"]?[part] } else {
                    json[field.member?.description ?? key]
                }
            let inner = path.isEmpty ? key : "\(path).\(key)"
            if let value { members[key] = asSigned(value, field.form, kind, inner) }
        }
        return .object(members)
    }

    private static let offerParts = [
        "offerType": "type", "offerIdentifier": "id", "offerDiscountType": "paymentMode", "offerPeriod": "period",
    ]

    private static func asSigned(_ value: JSON, _ form: Field.Form, _ kind: PayloadKind, _ path: String) -> JSON? {
        switch (form, value) {
        case (.object, _): asSigned(value, kind, path)
        case (.objects, .array(let elements)):
            .array(elements.map { asSigned($0, kind, path + "[0]") ?? .null })
        case (.milliseconds, .string(let text)):
            Timestamp.parse(Array(text.utf8).span, years: 1...9999).map {
                .number(($0.timeIntervalSince1970 * 1_000).rounded())
            }
        case (.milliunits, .string(let text)):
            Decimal(string: text).map { .number(NSDecimalNumber(decimal: $0 * 1_000).doubleValue) }
        case (.number, .string(let text)): Double(text).map(JSON.number)
        case (.bit, .bool(let flag)): .number(flag ? 1 : 0)
        case (.base64, .string(let text)): .string(Data(octets(text)).base64EncodedString())
        default: value
        }
    }

    private static func octets(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension UnverifiedPayload {
    /// The payload's JSON without its diagnostics, and the diagnostics.
    package var parts: (json: JSON, diagnostics: [FormatError]) {
        get throws {
            let encoded = try JSONEncoder().encode(decoded)
            return (try #require(JSON.read(Array(encoded))).setting("diagnostics", nil), decoded.diagnostics)
        }
    }
}
