extension AppleJSON {
    /// The name of a member, as it stands behind others. Made once: putting it together is more work than writing it.
    struct Name: Sendable {
        let octets: [UInt8]

        init(_ name: String) { octets = Array(", \"\(name)\":".utf8) }

        static let appID = Name("adam_id")
        static let appItemID = Name("app_item_id")
        static let bundleIdentifier = Name("bundle_id")
        static let appVersion = Name("application_version")
        static let downloadID = Name("download_id")
        static let appVersionID = Name("version_external_identifier")
        static let originalAppVersion = Name("original_application_version")
        static let productID = Name("product_id")
        static let transactionID = Name("transaction_id")
        static let originalTransactionID = Name("original_transaction_id")
        static let webOrderLineItemID = Name("web_order_line_item_id")
        static let isTrialPeriod = Name("is_trial_period")
        static let isInIntroOfferPeriod = Name("is_in_intro_offer_period")
        static let cancellationReason = Name("cancellation_reason")
        static let promotionalOfferID = Name("promotional_offer_id")
        static let ownershipType = Name("in_app_ownership_type")
    }

    /// The names of a date, which is written three times, and what stands between the three.
    struct DateName: Sendable {
        let gmt: [UInt8]
        let milliseconds: [UInt8]
        let losAngeles: [UInt8]

        init(_ name: String) {
            gmt = Array(", \"\(name)\":\"".utf8)
            milliseconds = Array(" Etc/GMT\", \"\(name)_ms\":\"".utf8)
            losAngeles = Array("\", \"\(name)_pst\":\"".utf8)
        }

        static let end = Array(" America/Los_Angeles\"".utf8)

        static let creation = DateName("receipt_creation_date")
        static let request = DateName("request_date")
        static let originalPurchase = DateName("original_purchase_date")
        static let preorder = DateName("preorder_date")
        static let expiration = DateName("expiration_date")
        static let purchase = DateName("purchase_date")
        static let expires = DateName("expires_date")
        static let cancellation = DateName("cancellation_date")
    }
}
