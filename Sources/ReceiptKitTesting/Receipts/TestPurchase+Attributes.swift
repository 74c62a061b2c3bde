extension TestPurchase {
    /// Returns the purchase as attribute 17.
    package func attribute(shape: TestReceiptShape = .appStore, offsetMinutes: Int? = nil) -> TestAttribute {
        let fields = shape == .xcode ? xcodeFields(offsetMinutes) : appStoreFields(offsetMinutes)
        return TestAttribute(17, set: TestAttributeSet(fields + otherAttributes, order: shape.order))
    }

    /// Returns attributes 1701 to 1718, which are always present, and the others if they have a value.
    private func appStoreFields(_ offset: Int?) -> [TestAttribute] {
        let always: [TestAttribute] = [
            .integer(1701, purchasedQuantity),
            .utf8(1702, productID),
            .utf8(1703, transactionID),
            .date(1704, purchaseDate, offsetMinutes: offset),
            .utf8(1705, originalTransactionID ?? transactionID),
            .date(1706, originalPurchaseDate ?? purchaseDate, offsetMinutes: offset),
            .integer(1707, productType.rawValue),
            .date(1708, expirationDate, offsetMinutes: offset),
            .utf8(1709, ""),
            .integer(1710, productAppID),
            .integer(1711, webOrderLineItemID),
            .date(1712, cancellationDate, offsetMinutes: offset),
            .integer(1713, isTrialPeriod ? 1 : 0),
        ]
        let sometimes: [TestAttribute?] = [
            isInIntroOfferPeriod.map { .integer(1719, $0 ? 1 : 0) },
            cancellationReason.map { .integer(1720, $0) },
            promotionalOfferID.map { .utf8(1721, $0) },
            ownershipType.map { .integer(1722, $0) },
        ]
        return always + (1714...1718).map { .utf8($0, "") } + sometimes.compactMap(\.self)
    }

    /// Returns attributes 1701 to 1704, 1708 and 1719, and for renewals also 1705 and 1706.
    private func xcodeFields(_ offset: Int?) -> [TestAttribute] {
        let fields: [TestAttribute?] = [
            .integer(1701, purchasedQuantity),
            .utf8(1702, productID),
            .utf8(1703, transactionID),
            .date(1704, purchaseDate, offsetMinutes: offset),
            originalTransactionID.map { .utf8(1705, $0) },
            originalPurchaseDate.map { .date(1706, $0, offsetMinutes: offset) },
            .date(1708, expirationDate, offsetMinutes: offset),
            .integer(1719, isInIntroOfferPeriod == true ? 1 : 0),
        ]
        return fields.compactMap(\.self)
    }
}
