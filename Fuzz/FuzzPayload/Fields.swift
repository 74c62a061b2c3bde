import Foundation
import FuzzSupport
import ReceiptFields

/// Compares the typed fields of a receipt with the attributes that swift-asn1 finds.
enum Fields {
    static func check(_ receipt: AppReceipt, _ input: [UInt8]) {
        let owner = Owner(input[...], receipt.attributes, receipt.diagnostics, FieldPath.container)
        owner.text(0, receipt.rawEnvironment)
        owner.number(1, receipt.appID)
        owner.text(2, receipt.bundleIdentifier)
        owner.text(3, receipt.appVersion)
        require(owner.only(4).map(Array.init) == receipt.opaqueValue, "opaque value")
        require(owner.only(5).map(Array.init) == receipt.deviceHash && receipt.deviceHash.count == 20, "device hash")
        owner.ascii(10, receipt.ageRating)
        owner.date(12, receipt.creationDate)
        owner.number(15, receipt.downloadID)
        owner.number(16, receipt.appVersionID)
        owner.date(18, receipt.originalPurchaseDate, isDocumented: false)
        owner.text(19, receipt.originalAppVersion)
        owner.date(21, receipt.expirationDate)
        let rows = owner.reference.filter { $0.type == 17 }
        require(rows.count == receipt.purchases.count, "\(receipt.purchases.count) purchases of \(rows.count)")
        for (index, (row, purchase)) in zip(rows, receipt.purchases).enumerated() {
            check(purchase, row.value, receipt.diagnostics, index)
        }
    }

    private static func check(
        _ purchase: InAppPurchase, _ value: ArraySlice<UInt8>, _ diagnostics: [FormatError], _ index: Int
    ) {
        let path = FieldPath.purchase(index)
        let owner = Owner(value, purchase.attributes, diagnostics, path)
        owner.number(1701, Int64(purchase.purchasedQuantity), isDocumented: true)
        require(purchase.purchasedQuantity >= 1, "quantity \(purchase.purchasedQuantity)")
        owner.text(1702, purchase.productID)
        owner.text(1703, purchase.transactionID)
        owner.date(1704, purchase.purchaseDate)
        owner.text(1705, purchase.originalTransactionID)
        owner.date(1706, purchase.originalPurchaseDate)
        owner.number(1707, purchase.productType.flatMap(\.number).map(Int64.init))
        owner.date(1708, purchase.expirationDate)
        owner.number(1710, purchase.productAppID)
        owner.number(1711, purchase.webOrderLineItemID, isDocumented: true)
        owner.date(1712, purchase.cancellationDate)
        owner.number(1713, purchase.isTrialPeriod.map { $0 ? 1 : 0 })
        owner.number(1719, purchase.isInIntroOfferPeriod.map { $0 ? 1 : 0 }, isDocumented: true)
        owner.number(1720, purchase.cancellationReason.map { Int64($0.rawValue) })
        owner.text(1721, purchase.promotionalOfferID, isDocumented: false)
        owner.number(1722, purchase.ownershipType.flatMap(\.number).map(Int64.init))
    }
}

/// The attributes of a receipt or of a purchase, with their diagnostics.
private struct Owner {
    let reference: [Reference.Attribute]
    /// The attribute types in diagnostics.
    private let givenUp: Set<Int64>

    init(
        _ set: ArraySlice<UInt8>, _ attributes: some Sequence<ReceiptAttribute>, _ diagnostics: [FormatError],
        _ path: FieldPath
    ) {
        guard let reference = try? Reference.attributes(set) else { failed("swift-asn1 finds no attributes") }
        let ours = attributes.map {
            Reference.Attribute(type: $0.type.rawValue, version: Int64($0.version), value: $0.value)
        }
        require(ours == reference, "\(ours)\nand reference\n\(reference)")
        for attribute in attributes {
            require(set[attribute.offset] == 0x30, "attribute \(attribute.type.rawValue) is not at \(attribute.offset)")
        }
        self.reference = reference
        givenUp = Set(
            diagnostics.compactMap { diagnostic in
                switch (diagnostic.path, path) {
                case (.receipt(let attribute), .container): attribute.rawValue
                case (.inPurchase(let place, let attribute), .purchase(let owner)) where place == owner:
                    attribute.rawValue
                default: nil
                }
            })
    }

    /// Returns the value of an attribute that occurs once.
    func only(_ number: Int64) -> ArraySlice<UInt8>? {
        let all = reference.filter { $0.type == number }
        require(all.count <= 1, "attribute \(number) comes \(all.count) times")
        return all.first?.value
    }

    /// Returns the value that a field must be decoded from, or nil if a diagnostic names the attribute, which is
    /// allowed only for undocumented ones.
    private func value(_ number: Int64, isDocumented: Bool) -> ArraySlice<UInt8>? {
        let isGivenUp = givenUp.contains(number)
        require(!(isDocumented && isGivenUp), "documented attribute \(number) was given up")
        return isGivenUp ? nil : only(number)
    }

    func text(_ number: Int64, _ field: String?, isDocumented: Bool = true) {
        let value = value(number, isDocumented: isDocumented)
        let reference = value.map { Reference.text($0) ?? "no text" } ?? ""
        require(
            reference.utf8.elementsEqual((field ?? "").utf8) && field != "",
            "\(number): \(field ?? "-"), reference \(reference)"
        )
    }

    func ascii(_ number: Int64, _ field: String?) {
        let reference = value(number, isDocumented: false).map { Reference.ascii($0) ?? "no text" } ?? ""
        require(reference == field ?? "" && field != "", "\(number): \(field ?? "-"), reference \(reference)")
    }

    func number(_ number: Int64, _ field: Int64?, isDocumented: Bool = false) {
        let reference = value(number, isDocumented: isDocumented).map { Reference.number($0) ?? -1 }
        require(reference == field && field ?? 0 >= 0, "\(number): \(field ?? -1), reference \(reference ?? -1)")
    }

    func date(_ number: Int64, _ field: Date?, isDocumented: Bool = true) {
        let text = value(number, isDocumented: isDocumented).map { Reference.ascii($0) ?? "no date" } ?? ""
        let reference = text.isEmpty ? nil : CalendarReference.seconds(text)
        guard let field, let reference else {
            return require(
                field == nil && text.isEmpty, "\(number): \(field.map(\.description) ?? "-"), reference \(text)")
        }
        require(abs(field.timeIntervalSince1970 - reference) < 1e-5, "\(number): \(field), reference \(text)")
    }
}
