import ReceiptFields

/// Receipts as the library encodes them, without the detour over an encoder, which takes longer than to verify them.
extension JSONWriter {
    mutating func receipt(_ receipt: AppReceipt) { self.receipt(receipt) { _ in } }

    /// The same for very long ones: `drain`, asked behind every purchase, may hand out what was written so far.
    mutating func receipt(_ receipt: AppReceipt, drain: (inout JSONWriter) throws -> Void) rethrows {
        try object { json in
            json.member("environment", receipt.environment.rawValue)
            json.member("appID", receipt.appID.map(String.init))
            json.member("bundleID", receipt.bundleIdentifier)
            json.member("appVersion", receipt.appVersion)
            json.member("opaqueValue", Escaped.hex(receipt.opaqueValue))
            json.member("deviceHash", Escaped.hex(receipt.deviceHash))
            json.member("ageRating", receipt.ageRating)
            json.member("creationDate", Timestamp.string(receipt.creationDate))
            json.member("downloadID", receipt.downloadID.map(String.init))
            json.member("versionExternalIdentifier", receipt.versionExternalIdentifier.map(String.init))
            json.member("originalPurchaseDate", receipt.originalPurchaseDate.map(Timestamp.string))
            json.member("originalAppVersion", receipt.originalAppVersion)
            json.member("expirationDate", receipt.expirationDate.map(Timestamp.string))
            json.name("purchases")
            try json.array(receipt.purchases) { json, purchase in
                json.purchase(purchase)
                try drain(&json)
            }
            guard !receipt.diagnostics.isEmpty else { return }
            json.name("diagnostics")
            json.array(receipt.diagnostics) { json, diagnostic in json.string(diagnostic.description) }
        }
    }

    mutating func purchase(_ purchase: InAppPurchase) {
        object { json in
            json.member("quantity", purchase.quantity)
            json.member("productID", purchase.productID)
            json.member("transactionID", purchase.transactionID)
            json.member("purchaseDate", Timestamp.string(purchase.purchaseDate))
            json.member("originalTransactionID", purchase.originalTransactionID)
            json.member("originalPurchaseDate", purchase.originalPurchaseDate.map(Timestamp.string))
            json.member("productType", purchase.productType?.rawValue)
            json.member("expirationDate", purchase.expirationDate.map(Timestamp.string))
            json.member("productAppID", purchase.productAppID.map(String.init))
            json.member("webOrderLineItemID", purchase.webOrderLineItemID.map(String.init))
            json.member("cancellationDate", purchase.cancellationDate.map(Timestamp.string))
            json.member("isTrialPeriod", purchase.isTrialPeriod)
            json.member("isInIntroOfferPeriod", purchase.isInIntroOfferPeriod)
            json.member("cancellationReason", purchase.cancellationReason?.rawValue)
            json.member("promotionalOfferID", purchase.promotionalOfferID)
            json.member("ownershipType", purchase.ownershipType?.rawValue)
        }
    }
}
