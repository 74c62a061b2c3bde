internal import ReceiptEssentials
package import ReceiptKitTesting

/// Payloads with every member that Apple is known to write, also in every nested object. Tests decode, verify and
/// damage them. No real purchase has all of these members.
extension TestJWSContent {
    package static let everyMember: [(name: String, content: TestJWSContent)] = [
        ("transaction", .transaction(everyTransaction)), ("renewal-info", .renewalInfo(everyRenewalInfo)),
        ("app-transaction", .appTransaction(everyAppTransaction)),
        ("notification", everyNotification(.data(everyData))),
        ("notification-summary", everyNotification(.summary(TestNotificationSummary()))),
        ("notification-token", everyNotification(.externalPurchaseToken(everyToken))),
        ("notification-app", everyNotification(.appData(TestNotificationAppData(appTransaction: everyAppTransaction)))),
        ("realtime-request", .realtimeRequest(TestRealtimeRequest())),
    ]

    static let everyTransaction = TestTransaction(.exampleSubscription).with {
        $0.previousOriginalTransactionID = "410000900000000"
        $0.purchasedQuantity = 5
        $0.ownershipType = "ASSIGNED"
        $0.appAccountToken = "8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40"
        $0.isUpgraded = true
        $0.revocationDate = .utc(2024, 5, 2)
        $0.revocationReason = 1
        $0.revocationType = "ASSIGNMENT_REVOKE"
        $0.revocationPercentage = 50_000
        $0.offerType = 5
        $0.offerIdentifier = "stay"
        $0.offerDiscountType = "PAY_AS_YOU_GO"
        $0.offerPeriod = "P1M"
        $0.additionalTransactionReason = "SEAT_ADDITION"
        $0.billingPlanType = "MONTHLY"
        $0.commitmentInfo = commitmentInfo
        $0.advancedCommerceInfo = advancedCommerceInfo
        $0.multiSeatInfo = multiSeatInfo
        $0.deviceVerification = TestDeviceVerification()
    }

    static let everyRenewalInfo = TestRenewalInfo().with {
        $0.expirationIntent = 2
        $0.isInBillingRetryPeriod = true
        $0.priceIncreaseStatus = 1
        $0.gracePeriodExpirationDate = .utc(2024, 6, 1)
        $0.offerType = 5
        $0.offerIdentifier = "stay"
        $0.eligibleWinBackOfferIDs = ["back", "again"]
        $0.appAccountToken = "8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40"
        $0.renewalQuantity = 4
        $0.renewalBillingPlanType = "BILLED_UPFRONT"
        $0.commitmentInfo = renewalCommitmentInfo
        $0.advancedCommerceInfo = renewalAdvancedCommerceInfo
        $0.multiSeatInfo = #"{"renewalPriceTiers":[{"price":4000,"quantity":3},{"price":3500,"quantity":1}]}"#
        $0.deviceVerification = TestDeviceVerification()
        $0.changes.set("offerDiscountType", #""PAY_UP_FRONT""#)
        $0.changes.set("offerPeriod", #""P3M""#)
    }

    private static let everyAppTransaction = TestAppTransaction().with { $0.preorderDate = .utc(2022, 10, 1, 7) }

    private static var everyData: TestNotificationData {
        var data = TestNotificationData()
        data.consumptionRequestReason = "LEGAL"
        return data
    }

    private static var everyToken: TestExternalPurchaseToken {
        var token = TestExternalPurchaseToken()
        token.tokenExpirationDate = .utc(2025, 4, 1, 9, 41)
        token.tokenType = "ACQUISITION"
        return token
    }

    private static func everyNotification(_ body: TestNotification.Body) -> TestJWSContent {
        var notification = TestNotification(body)
        notification.subtype = notification.subtype ?? "CREATED"
        return .notification(notification)
    }

    /// The third of twelve months.
    static let commitmentInfo = """
        {"billingPeriodNumber":3,"totalBillingPeriods":12,"commitmentExpiresDate":1742032800000,"commitmentPrice":59880}
        """

    /// Another commitment will follow.
    static let renewalCommitmentInfo = """
        {"commitmentAutoRenewProductId":"com.example.monthly","commitmentAutoRenewStatus":1,\
        "commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1742032800000,"commitmentRenewalPrice":59880}
        """

    /// Five seats, one of them refunded.
    static let multiSeatInfo = """
        {"invitationManagement":"APPLE","priceTiers":[{"price":4000,"quantity":3},{"price":3500,"quantity":2}],\
        "revokedSeatQuantity":1}
        """

    /// Two items, one of them refunded and ended.
    static let advancedCommerceInfo = """
        {"descriptors":{"description":"All courses","displayName":"School"},"estimatedTax":750,"taxExclusivePrice":4240,\
        "taxRate":"0.15","taxCode":"C003-00-1","period":"P1M","requestReferenceId":"2f5c9d10-7e4b-4c3a-9a61-0d8b7e6f5a42",\
        "items":[{"SKU":"course.drawing","description":"Drawing, for beginners","displayName":"Drawing","price":2490,\
        "offer":{"period":"P1W","periodCount":2,"price":990,"reason":"WIN_BACK"},"refunds":[{"refundAmount":500,\
        "refundDate":1714608000000,"refundReason":"LEGAL","refundType":"PRORATED"},{"refundAmount":490,\
        "refundDate":1714611600000,"refundReason":"MODIFY_ITEMS_REFUND","refundType":"CUSTOM"}],\
        "revocationDate":1714611600000},{"SKU":"course.painting","description":"Painting in oil",\
        "displayName":"Painting","price":2500}]}
        """

    static let renewalAdvancedCommerceInfo = """
        {"consistencyToken":"MTIzNDU2Nzg5MDEy","descriptors":{"description":"All courses","displayName":"School"},\
        "period":"P1M","requestReferenceId":"2f5c9d10-7e4b-4c3a-9a61-0d8b7e6f5a42","taxCode":"C003-00-1",\
        "items":[{"SKU":"course.painting","description":"Painting in oil","displayName":"Painting","price":2500,\
        "offer":{"period":"P1M","periodCount":1,"price":1500,"reason":"RETENTION"},\
        "priceIncreaseInfo":{"dependentSKUs":["course.drawing"],"price":2990,"status":"PENDING"}}]}
        """
}
