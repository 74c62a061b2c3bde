import FixtureScenarios
import ReceiptFields
import ReceiptKitTesting
import Testing

/// A payload of each kind with all its members as JSON, so that one can be removed or damaged.
struct PayloadSample {
    var members: [(name: String, value: String)]

    var json: [UInt8] { Array("{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}".utf8) }

    func without(_ name: String) -> PayloadSample {
        PayloadSample(members: members.filter { $0.name != name })
    }

    func with(_ name: String, _ value: String) -> PayloadSample {
        PayloadSample(members: without(name).members + [(name, value)])
    }

    static let transaction = PayloadSample(members: [
        ("transactionId", #""2000000000000002""#), ("originalTransactionId", #""2000000000000001""#),
        ("previousOriginalTransactionId", #""1900000000000001""#),
        ("webOrderLineItemId", #""2000000000000003""#), ("bundleId", #""com.example.app""#),
        ("productId", #""com.example.monthly""#), ("subscriptionGroupIdentifier", #""20000001""#),
        ("purchaseDate", "1714564800000"), ("originalPurchaseDate", "1714564801000"),
        ("expiresDate", "1717243200000"), ("quantity", "2"), ("type", #""Auto-Renewable Subscription""#),
        ("inAppOwnershipType", #""FAMILY_SHARED""#),
        ("appAccountToken", #""7e3fb204-2caf-4d4e-8ff8-28b5ac0e5c31""#), ("isUpgraded", "true"),
        ("signedDate", "1714564802500"), ("revocationDate", "1714564803000"), ("revocationReason", "1"),
        ("revocationType", #""REFUND_PRORATED""#), ("revocationPercentage", "50000"),
        ("environment", #""Production""#), ("offerType", "2"), ("offerIdentifier", #""spring""#),
        ("offerDiscountType", #""PAY_AS_YOU_GO""#), ("offerPeriod", #""P1M""#), ("transactionReason", #""RENEWAL""#),
        ("additionalTransactionReason", #""SEAT_ADDITION""#),
        ("storefront", #""DEU""#), ("storefrontId", #""143443""#), ("currency", #""EUR""#), ("price", "4990"),
        ("appTransactionId", #""704000000000000001""#), ("billingPlanType", #""MONTHLY""#),
        (
            "commitmentInfo",
            #"{"billingPeriodNumber":3,"totalBillingPeriods":12,"commitmentExpiresDate":1746100800000,"#
                + #""commitmentPrice":59880}"#
        ), ("advancedCommerceInfo", advancedCommerce),
        (
            "multiSeatInfo",
            #"{"invitationManagement":"APPLE","priceTiers":[{"price":4000,"quantity":3},{"price":5000,"quantity":2}],"#
                + #""revokedSeatQuantity":1}"#
        ),
        ("deviceVerification", #""AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v""#),
        ("deviceVerificationNonce", #""48c8b92d-ce0d-4229-bedf-e61b4f9cfc92""#),
    ])

    /// A transaction's object, with all members of all nested objects.
    private static let advancedCommerce =
        #"{"descriptors":{"description":"All of it","displayName":"Everything"},"estimatedTax":750,"#
        + #""taxExclusivePrice":4240,"taxRate":"0.15","taxCode":"C003-00-1","period":"P1M","#
        + #""requestReferenceId":"4b6c7d8e-9fa0-4b1c-8d2e-3f4a5b6c7d8e","items":[{"SKU":"one","description":"The first","#
        + #""displayName":"One","price":1990,"offer":{"period":"P1W","periodCount":2,"price":990,"reason":"WIN_BACK"},"#
        + #""refunds":[{"refundAmount":500,"refundDate":1715000000000,"refundType":"PRORATED","refundReason":"LEGAL"},"#
        + #"{"refundAmount":490}],"revocationDate":1715000000000},{"SKU":"two"}]}"#

    static let renewalInfo = PayloadSample(members: [
        ("originalTransactionId", #""2000000000000001""#), ("autoRenewProductId", #""com.example.yearly""#),
        ("productId", #""com.example.monthly""#), ("autoRenewStatus", "1"), ("isInBillingRetryPeriod", "true"),
        ("gracePeriodExpiresDate", "1718000000000"), ("expirationIntent", "2"), ("priceIncreaseStatus", "0"),
        ("offerType", "3"), ("offerIdentifier", #""code""#), ("offerDiscountType", #""FREE_TRIAL""#),
        ("offerPeriod", #""P1W""#), ("signedDate", "1714564802500"), ("environment", #""Sandbox""#),
        ("recentSubscriptionStartDate", "1714564800000"), ("renewalDate", "1717243200000"), ("currency", #""JPY""#),
        ("renewalPrice", "480000"), ("eligibleWinBackOfferIds", #"["a","b"]"#),
        ("appAccountToken", #""7e3fb204-2caf-4d4e-8ff8-28b5ac0e5c31""#),
        ("appTransactionId", #""704000000000000001""#), ("renewalQuantity", "4"),
        ("renewalBillingPlanType", #""BILLED_UPFRONT""#),
        (
            "commitmentInfo",
            #"{"commitmentAutoRenewProductId":"com.example.yearly","commitmentAutoRenewStatus":0,"#
                + #""commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1746100800000,"#
                + #""commitmentRenewalPrice":71880}"#
        ),
        (
            "advancedCommerceInfo",
            #"{"consistencyToken":"abc","descriptors":{"description":"All of it","displayName":"Everything"},"#
                + #""period":"P1Y","requestReferenceId":"r","taxCode":"C003-00-1","items":[{"SKU":"one","#
                + #""description":"The first","displayName":"One","price":1990,"offer":{"period":"P1W"},"#
                + #""priceIncreaseInfo":{"dependentSKUs":["two","three"],"price":2990,"status":"PENDING"}}]}"#
        ), ("multiSeatInfo", #"{"renewalPriceTiers":[{"price":4000,"quantity":4}]}"#),
        ("deviceVerification", #""AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v""#),
        ("deviceVerificationNonce", #""48c8b92d-ce0d-4229-bedf-e61b4f9cfc92""#),
    ])

    static let appTransaction = PayloadSample(members: [
        ("receiptType", #""Production""#), ("appAppleId", "1234567890"), ("bundleId", #""com.example.app""#),
        ("applicationVersion", #""42""#), ("versionExternalIdentifier", "850000000"),
        ("receiptCreationDate", "1714564802500"), ("originalPurchaseDate", "1388534400000"),
        ("originalApplicationVersion", #""1.0""#), ("preorderDate", "1388000000000"),
        ("appTransactionId", #""704000000000000001""#), ("originalPlatform", #""iOS""#),
        ("deviceVerification", #""AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v""#),
        ("deviceVerificationNonce", #""48c8b92d-ce0d-4229-bedf-e61b4f9cfc92""#),
    ])

    static let realtimeRequest = PayloadSample(members: [
        ("originalTransactionId", #""2000000000000001""#), ("appAppleId", "1234567890"),
        ("productId", #""com.example.monthly""#), ("userLocale", #""en-US""#),
        ("requestIdentifier", #""7e3fb204-2caf-4d4e-8ff8-28b5ac0e5c31""#), ("environment", #""Sandbox""#),
        ("signedDate", "1714564802500"),
    ])

    static let notification = PayloadSample(members: [
        ("notificationType", #""DID_RENEW""#), ("subtype", #""BILLING_RECOVERY""#),
        ("notificationUUID", #""002e14d5-51f5-4503-b5a8-c3a1af68eb20""#), ("version", #""2.0""#),
        ("signedDate", "1714564802500"),
        (
            "data",
            #"{"environment":"Production","appAppleId":1234567890,"bundleId":"com.example.app","bundleVersion":"42","#
                + #""signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":1}"#
        ),
    ])
}

extension PayloadKind {
    /// Returns the payload that the test kit writes with every member.
    func withEveryMember() throws -> TestJSONObject {
        let every = try #require(TestJWSContent.everyMember.first { "\($0.content.kind)" == rawValue })
        return try every.content.payload(by: .standard)
    }
}
