extension AppReceipt: FieldOwner {
    static let firstNumber: Int64 = 0
    static let table = FieldTable(of: AppReceipt.self)

    @inline(__always)
    mutating func eachField<Visitor: FieldVisitor & ~Copyable & ~Escapable>(
        _ visit: inout Visitor
    ) throws(Visitor.Failure) {
        try visit(Field(0, "environment", "Environment that issued the receipt", .utf8, .required), &environmentText)
        try visit(Field(1, "appID", "The app's identifier in the store", .integer, .undocumented), &appID)
        try visit(
            Field(2, "bundleIdentifier", json: "bundleID", "Bundle identifier", .utf8, .required), &bundleIdentifier)
        try visit(Field(3, "appVersion", "App version", .utf8, .required), &appVersion)
        try visit(Field(4, "opaqueValue", "Opaque value for the device hash", .octets, .required), &opaqueValueOctets)
        try visit(
            Field(5, "deviceHash", "Hash that binds the receipt to a device", .octets, .required, 20...20),
            &deviceHashOctets)
        visit.pass(Field(6, nil, "Opaque", .octets, .kept))
        visit.pass(Field(7, nil, "Opaque", .octets, .kept))
        visit.pass(Field(8, nil, "First issued (production)", .date, .kept))
        visit.pass(Field(9, nil, "Server's build, as ASCII", .integer, .kept))
        try visit(Field(10, "ageRating", "Age rating", .ia5, .undocumented), &ageRating)
        visit.pass(Field(11, nil, "Developer's identifier", .integer, .kept))
        try visit(Field(12, "creationDate", "Creation date of the receipt", .date, .required), &creationDate)
        visit.pass(Field(13, nil, "OS or client version", .integer, .kept))
        visit.pass(Field(14, nil, "Device model, probably", .integer, .kept))
        try visit(Field(15, "downloadID", "Download identifier", .integer, .undocumented), &downloadID)
        try visit(
            Field(
                16, "appVersionID", "External identifier of the app version",
                .integer,
                .undocumented),
            &appVersionID)
        visit.pass(Field(17, "purchases", "In-app purchase", .purchase, .repeating))
        try visit(
            Field(18, "originalPurchaseDate", "Date the app was first acquired", .date, .undocumented),
            &originalPurchaseDate)
        try visit(Field(19, "originalAppVersion", "App version first acquired", .utf8, .optional), &originalAppVersion)
        visit.pass(Field(20, nil, "Unknown, always empty", .utf8, .kept))
        try visit(Field(21, "expirationDate", "Expiration date (volume purchase)", .date, .optional), &expirationDate)
        visit.pass(Field(25, nil, "Platform: 2 macOS, 3 iOS", .integer, .kept))
    }
}

extension InAppPurchase: FieldOwner {
    static let firstNumber: Int64 = 1700
    static let table = FieldTable(of: InAppPurchase.self)

    @inline(__always)
    mutating func eachField<Visitor: FieldVisitor & ~Copyable & ~Escapable>(
        _ visit: inout Visitor
    ) throws(Visitor.Failure) {
        try visit(
            Field(1701, "purchasedQuantity", "Quantity", .integer, .required, 1...Int32.max),
            &purchasedQuantity)
        try visit(Field(1702, "productID", "Product identifier", .utf8, .required), &productID)
        try visit(Field(1703, "transactionID", "Transaction identifier", .utf8, .required), &transactionID)
        try visit(Field(1704, "purchaseDate", "Purchase date", .date, .required), &purchaseDate)
        try visit(
            Field(1705, "originalTransactionID", "Original transaction identifier", .utf8, .optional),
            &originalTransactionID)
        try visit(
            Field(1706, "originalPurchaseDate", "Original purchase date", .date, .optional), &originalPurchaseDate)
        try visit(Field(1707, "productType", "Product type", .integer, .undocumented), &productType)
        try visit(Field(1708, "expirationDate", "Subscription expiration date", .date, .optional), &expirationDate)
        visit.pass(Field(1709, nil, "Unknown, always empty", .utf8, .kept))
        try visit(
            Field(1710, "productAppID", "The product's identifier in the store", .integer, .undocumented), &productAppID
        )
        try visit(
            Field(1711, "webOrderLineItemID", "Web order line item identifier", .integer, .optional),
            &webOrderLineItemID)
        try visit(Field(1712, "cancellationDate", "Cancellation date", .date, .optional), &cancellationDate)
        try visit(Field(1713, "isTrialPeriod", "Free trial", .integer, .undocumented), &isTrialPeriod)
        for type: Int64 in 1714...1718 { visit.pass(Field(type, nil, "Unknown, always empty", .utf8, .kept)) }
        try visit(Field(1719, "isInIntroOfferPeriod", "Introductory price", .integer, .optional), &isInIntroOfferPeriod)
        try visit(
            Field(1720, "cancellationReason", "Cancellation reason", .integer, .undocumented), &cancellationReason)
        try visit(
            Field(1721, "promotionalOfferID", "Promotional offer identifier", .utf8, .undocumented),
            &promotionalOfferID)
        try visit(Field(1722, "ownershipType", "Ownership type", .integer, .undocumented), &ownershipType)
    }
}
