import ReceiptFields
import Testing

@Suite("Descriptions of words")
struct WordDescriptionTests {
    static let rows: [(value: any CustomStringConvertible & Sendable, text: String)] = [
        (NotificationType.didRenew, "DID_RENEW"), (NotificationSubtype(rawValue: "NEW_THING"), "NEW_THING"),
        (ProductType.autoRenewable, "Auto-Renewable Subscription"), (ProductType(number: 9), "9"),
        (ProductType.freeSubscription, "Free Subscription"), (OwnershipType.familyShared, "FAMILY_SHARED"),
        (ExpirationReason.billingError, "billingError"), (ExpirationReason(rawValue: 7), "7"),
        (SubscriptionStatusCode.inGracePeriod, "inGracePeriod"), (SubscriptionStatusCode(rawValue: 6), "6"),
        (RevocationReason.developerIssue, "developerIssue"), (RevocationReason(rawValue: -1), "-1"),
        (TransactionOffer.OfferType.winBack, "winBack"), (TransactionOffer.PaymentMode.freeTrial, "FREE_TRIAL"),
        (AttributeType(rawValue: 1702), "1702"), (ErrorClass.damaged, "damaged"), (AppPlatform.visionOS, "visionOS"),
        // A value other than a plain word can't end a line of a log.
        (TransactionReason(rawValue: "a\nb"), #""a\x0ab""#), (RevocationType(rawValue: ""), #""""#),
        (BillingPlanType(rawValue: "\u{e9}"), #""\xc3\xa9""#),
    ]

    @Test("A value prints as its string, or as the name of its number", arguments: rows.indices)
    func description(row: Int) { #expect("\(Self.rows[row].value)" == Self.rows[row].text) }
}
