extension TransactionPayload: Payload {
    init(text: ArraySlice<UInt8>) { json = Array(text) }

    static let required = [
        "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "environment", "signedDate",
    ]

    static let members: PayloadTable<TransactionPayload> = [
        "transactionId": .strict { assign($1.identifier, to: &$0.transactionID) },
        "originalTransactionId": .strict { assign($1.identifier, to: &$0.originalTransactionID) },
        "webOrderLineItemId": .strict { assign($1.identifier, to: &$0.webOrderLineItemID) },
        "bundleId": .strict { assign($1.identifier, to: &$0.bundleIdentifier) },
        "productId": .strict { assign($1.identifier, to: &$0.productID) },
        "subscriptionGroupIdentifier": .lenient { assign($1.identifier, to: &$0.subscriptionGroupID) },
        "purchaseDate": .strict { assign($1.date, to: &$0.purchaseDate) },
        "originalPurchaseDate": .strict { assign($1.date, to: &$0.originalPurchaseDate) },
        "expiresDate": .strict { assign($1.date, to: &$0.expirationDate) },
        "quantity": .strict { assign($1.small.flatMap { $0 > 0 ? $0 : nil }, to: &$0.purchasedQuantity) },
        "type": .strict { assign($1.identifier.map(ProductType.init(word:)), to: &$0.productType) },
        "appAccountToken": .lenient { assign($1.uuid, to: &$0.appAccountToken) },
        "inAppOwnershipType": .strict { assign($1.identifier.map(OwnershipType.init(word:)), to: &$0.ownershipType) },
        "signedDate": .strict { assign($1.date, to: &$0.signedDate) },
        "revocationReason": .lenient { assign($1.small.map(RevocationReason.init), to: &$0.revocationReason) },
        "revocationDate": .strict { assign($1.date, to: &$0.revocationDate) },
        "revocationType": .strict { assign($1.identifier.map(RevocationType.init), to: &$0.revocationType) },
        "revocationPercentage": .lenient { assign($1.small, to: &$0.revocationPercentage) },
        "isUpgraded": .strict { assign($1.flag, to: &$0.isUpgraded) },
        "offerType": .lenient { assign($1.small.map(TransactionOffer.OfferType.init), to: &$0.offerType) },
        "offerIdentifier": .lenient { assign($1.identifier, to: &$0.offerID) },
        "offerDiscountType": .lenient {
            assign($1.identifier.map(TransactionOffer.PaymentMode.init), to: &$0.offerPaymentMode)
        },
        "offerPeriod": .lenient { assign($1.identifier, to: &$0.offerPeriod) },
        "environment": .strict { assign($1.identifier, to: &$0.rawEnvironment) },
        "transactionReason": .lenient { assign($1.identifier.map(TransactionReason.init), to: &$0.reason) },
        "storefront": .lenient { assign($1.identifier, to: &$0.storefrontCountryCode) },
        "storefrontId": .lenient { assign($1.identifier, to: &$0.storefrontID) },
        "price": .lenient { assign($1.integer, to: &$0.priceMilliunits) },
        "currency": .lenient { assign($1.identifier, to: &$0.currency) },
        "appTransactionId": .lenient { assign($1.identifier, to: &$0.appTransactionID) },
        "deviceVerification": .lenient { assign($1.octets, to: &$0.deviceVerification) },
        "deviceVerificationNonce": .lenient { assign($1.uuid, to: &$0.deviceVerificationNonce) },
    ]
}
