/// What is known about one attribute number.
package struct Field: Sendable {
    /// How the value is written.
    package enum Form: String, Sendable {
        case utf8 = "UTF8String"
        case date = "IA5String (date)"
        case ia5 = "IA5String"
        case integer = "INTEGER"
        case octets = "octets"
        case purchase = "SET (purchase)"
    }

    package let type: AttributeType
    /// The Swift property that holds the value, or nil where there is none.
    package let name: String?
    package let meaning: String
    package let form: Form
    package let rule: Rule

    /// What a receipt is held to.
    package enum Rule: Sendable {
        /// Must be there, well-formed and not empty. Decisions hang on it.
        case required
        /// May be missing or empty; if it is there it must be well-formed and come once. Apple documents it.
        case optional
        /// Apple does not document it and may change it any day: malformed or repeated, it is nil, with a diagnostic.
        case undocumented
        /// Comes as often as there are purchases.
        case repeating
        /// Not read, only kept.
        case kept
    }

    private init(_ type: Int64, _ name: String?, _ meaning: String, _ form: Form, _ rule: Rule) {
        self.type = AttributeType(rawValue: type)
        self.name = name
        self.meaning = meaning
        self.form = form
        self.rule = rule
    }

    /// The attributes of the receipt itself.
    package static let receipt: [Field] = [
        Field(0, "environment", "Environment that issued the receipt", .utf8, .required),
        Field(1, "appID", "The app's identifier in the store", .integer, .undocumented),
        Field(2, "bundleIdentifier", "Bundle identifier", .utf8, .required),
        Field(3, "appVersion", "App version", .utf8, .required),
        Field(4, "opaqueValue", "Opaque value for the device hash", .octets, .required),
        Field(5, "deviceHash", "Hash that binds the receipt to a device", .octets, .required),
        Field(6, nil, "Opaque", .octets, .kept),
        Field(7, nil, "Opaque", .octets, .kept),
        Field(8, nil, "First issued (production)", .date, .kept),
        Field(9, nil, "Server's build, as ASCII", .integer, .kept),
        Field(10, "ageRating", "Age rating", .ia5, .undocumented),
        Field(11, nil, "Developer's identifier", .integer, .kept),
        Field(12, "creationDate", "Creation date of the receipt", .date, .required),
        Field(13, nil, "OS or client version", .integer, .kept),
        Field(14, nil, "Device model, probably", .integer, .kept),
        Field(15, "downloadID", "Download identifier", .integer, .undocumented),
        Field(16, "versionExternalIdentifier", "External identifier of the app version", .integer, .undocumented),
        Field(17, "purchases", "In-app purchase", .purchase, .repeating),
        Field(18, "originalPurchaseDate", "Date the app was first acquired", .date, .undocumented),
        Field(19, "originalAppVersion", "App version first acquired", .utf8, .optional),
        Field(20, nil, "Unknown, always empty", .utf8, .kept),
        Field(21, "expirationDate", "Expiration date (volume purchase)", .date, .optional),
        Field(25, nil, "Platform: 2 macOS, 3 iOS", .integer, .kept),
    ]

    /// The attributes of a purchase.
    package static let purchase: [Field] = [
        Field(1701, "quantity", "Quantity", .integer, .required),
        Field(1702, "productID", "Product identifier", .utf8, .required),
        Field(1703, "transactionID", "Transaction identifier", .utf8, .required),
        Field(1704, "purchaseDate", "Purchase date", .date, .required),
        Field(1705, "originalTransactionID", "Original transaction identifier", .utf8, .optional),
        Field(1706, "originalPurchaseDate", "Original purchase date", .date, .optional),
        Field(1707, "productType", "Product type", .integer, .undocumented),
        Field(1708, "expirationDate", "Subscription expiration date", .date, .optional),
        Field(1709, nil, "Unknown, always empty", .utf8, .kept),
        Field(1710, "productAppID", "The product's identifier in the store", .integer, .undocumented),
        Field(1711, "webOrderLineItemID", "Web order line item identifier", .integer, .optional),
        Field(1712, "cancellationDate", "Cancellation date", .date, .optional),
        Field(1713, "isTrialPeriod", "Free trial", .integer, .undocumented),
        Field(1714, nil, "Unknown, always empty", .utf8, .kept),
        Field(1715, nil, "Unknown, always empty", .utf8, .kept),
        Field(1716, nil, "Unknown, always empty", .utf8, .kept),
        Field(1717, nil, "Unknown, always empty", .utf8, .kept),
        Field(1718, nil, "Unknown, always empty", .utf8, .kept),
        Field(1719, "isInIntroOfferPeriod", "Introductory price", .integer, .optional),
        Field(1720, "cancellationReason", "Cancellation reason", .integer, .undocumented),
        Field(1721, "promotionalOfferID", "Promotional offer identifier", .utf8, .undocumented),
        Field(1722, "ownershipType", "Ownership type", .integer, .undocumented),
    ]
}
