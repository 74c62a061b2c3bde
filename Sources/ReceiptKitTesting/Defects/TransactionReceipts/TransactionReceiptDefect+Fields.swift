internal import ReceiptEssentials

/// Defects of the signed fields, and receipts that don't match the policy.
extension TransactionReceiptDefect {
    private static func field(
        _ name: String, _ summary: String, _ key: String, _ value: String?,
        _ step: TestVerificationStep? = .fields
    ) -> Self {
        Self(name, summary, step, .receipt) { $0.receipt.changes.updateValue(value, forKey: key) }
    }

    private static func policy(
        _ name: String, _ summary: String, _ step: TestVerificationStep,
        _ change: @escaping @Sendable (inout TestTransactionReceipt) -> Void
    ) -> Self {
        Self(name, summary, step, .receipt) { change(&$0.receipt) }
    }

    static let fields: [Self] =
        [
            "transaction-id", "original-transaction-id", "bid", "bvrs", "product-id", "quantity",
        ].flatMap { key in
            [
                field("\(key)-missing", "There is no \(key).", key, nil),
                field("\(key)-empty", "The \(key) is empty.", key, ""),
            ]
        } + [
            field("quantity-zero", "The quantity is 0.", "quantity", "0"),
            field("quantity-signed", "The quantity has a sign.", "quantity", "+1"),
            field("quantity-padded", "The quantity has a zero before it.", "quantity", "01"),
            field("expires-date-malformed", "expires-date is not a number.", "expires-date", "2024-05-01"),
            field("expires-date-beyond", "expires-date is after the year 9999.", "expires-date", "253402300800000"),
            field("line-item-malformed", "web-order-line-item-id is not a number.", "web-order-line-item-id", "x"),
            field("app-item-id-malformed", "app-item-id is not a number.", "app-item-id", "-1"),
            field(
                "dates-disagree", "purchase-date is a second after purchase-date-ms.", "purchase-date",
                "2023-11-20 19:46:00 Etc/GMT"),
            field("date-of-no-zone", "purchase-date has no time zone.", "purchase-date", "2023-11-20 19:45:59"),
            field(
                "original-dates-disagree", "The two original purchase dates are different days.",
                "original-purchase-date", "2023-11-21 19:45:59 Etc/GMT"),
            field(
                "date-alone", "original-purchase-date is present without its milliseconds.",
                "original-purchase-date-ms", nil),
        ]

    static let policies: [Self] = [
        policy("sandbox", "The receipt is from the sandbox, and says so.", .environment) { $0.environment = "Sandbox" },
        policy(
            "environment-removed", "The receipt is from the sandbox, and the line that says so was removed.",
            .environment
        ) {
            $0.transactionID = "1000000046178817"
            $0.originalTransactionID = $0.transactionID
        },
        policy(
            "environment-edited", "The receipt is from the sandbox, and was changed to claim production.", .environment
        ) {
            $0.transactionID = "2000000046178817"
            $0.originalTransactionID = $0.transactionID
            $0.environment = "Production"
        },
        policy("original-of-sandbox", "The first purchase was made in sandbox.", .environment) {
            $0.originalTransactionID = "1000000046178817"
        },
        policy("environment-xcode", "The receipt claims to be from Xcode.", .environment) { $0.environment = "Xcode" },
        policy("environment-empty", "The receipt claims an environment without a name.", .environment) {
            $0.environment = ""
        },
        policy("other-bundle-identifier", "The receipt is for another app.", .bundleIdentifier) {
            $0.bundleIdentifier = "com.example.other"
        },
        policy("other-app-apple-id", "The receipt is for an app with another App Store identifier.", .appAppleID) {
            $0.appID = 1
        },
        policy("app-apple-id-missing", "The receipt is from production and has no App Store identifier.", .appAppleID) {
            $0.appID = nil
        },
        policy("other-app-version", "The receipt is for another version of the app.", .appVersion) {
            $0.appVersion = "43"
        },
        policy("bought-in-future", "The purchase date is two hours later.", .date) {
            $0.purchaseDate.addTimeInterval(7200)
            $0.originalPurchaseDate.addTimeInterval(7200)
        },
        policy("other-device", "The receipt is for another device.", .device) {
            $0.identifierForVendor = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        },
        policy("device-missing", "The receipt does not name its device.", .device) { $0.identifierForVendor = nil },
        field(
            "device-malformed", "The identifier for vendor is not a UUID.", "unique-vendor-identifier", "E621E1F8",
            .device),
    ]

    static let unusual: [Self] = [
        Self("spaces", "Spaces precede each pair instead of a tab.", nil, .list) { $0.list.indentation = "    " },
        Self("final-newline", "A newline follows the list.", nil, .list) { $0.list.ending = "\n" },
        Self("inner-final-newline", "A newline follows purchase-info.", nil, .unsigned) {
            $0.purchaseInfo.ending = "\n"
        },
        Self("other-server", "pod and signing-status have other values, which are not signed.", nil, .list) {
            $0.list.set("pod", "7")
            $0.list.set("signing-status", "1")
        },
        Self(
            "production-named",
            "The receipt names production as its environment, although genuine production receipts name none.",
            nil, .list
        ) {
            $0.list.set("environment", "Production")
        },
        field("unknown-key", "purchase-info has an unknown key.", "new-key", "new value", nil),
        field("item-id-malformed", "The product's App Store identifier is not a number.", "item-id", "none", nil),
    ]
}
