package import ReceiptKit

// The terms of a ledger's JSON, each with a sentence for `receipt explain`. A test compares them with the types.

extension Access {
    package static let states = [
        ("granted", "The evidence shows that the customer has access now."),
        ("denied", "The evidence shows that the customer has no access now. `reason` says why."),
        (
            "undetermined",
            """
            Evidence that would decide may be missing; `missing` says which. Let the customer keep the access that they have, \
            request Get All Subscription Statuses, and ask again.
            """
        ),
    ]
}

extension Access.Missing {
    package static let known: [(word: Access.Missing, meaning: String)] = [
        (
            .renewal,
            "The period after the last known one may be missing. Request Get All Subscription Statuses, and ask again."
        ),
        (
            .billingRecovery,
            """
            A grace period may be missing, or the period that began when a later charge succeeded. Request Get All \
            Subscription Statuses, and ask again.
            """
        ),
        (
            .productChange,
            "The product that replaced the last known one may be missing. Request Get All Subscription Statuses, and ask again."
        ),
        (.productType, "Apple introduced the product's type after this version of the library. Update the library."),
    ]
}

extension Access.Denial.Reason {
    package static let known: [(word: Access.Denial.Reason, meaning: String)] = [
        (.noPurchaseKnown, "No evidence names the product."),
        (.notStarted, "All purchases of the product begin later. The clock that provided the date may be slow."),
        (.expired, "The last period has expired."),
        (.revoked, "The purchase was refunded, or is no longer shared or assigned."),
        (.replaced, "Another product or subscription replaced the purchase."),
        (
            .notAnEntitlement,
            """
            The product never gives access, such as a consumable, or it is a non-renewing subscription whose length wasn't given.
            """
        ),
    ]
}

extension Entitlement.State {
    package static let known: [(word: Entitlement.State, meaning: String)] = [
        (.owned, "The customer owns a non-consumable, bought or shared by the family."),
        (.subscribed, "A period of the subscription is active, or the App Store has charged the next one ahead."),
        (
            .inGracePeriod,
            "The latest period has ended, and the customer keeps access while the App Store tries to charge."
        ),
        (.nonRenewing, "A non-renewing subscription is active, for the given number of days."),
    ]
}

extension SubscriptionStatus.State {
    package static let known: [(word: SubscriptionStatus.State, meaning: String)] = [
        (.revoked, "No period is active, and the latest one was refunded, or is no longer shared or assigned."),
        (.subscribed, "A period of the subscription is active."),
        (
            .inGracePeriod,
            "The latest period has expired, and the customer keeps access while the App Store tries to charge."
        ),
        (
            .inBillingRetryPeriod,
            "The latest period has expired, and the App Store tries to charge the customer. There is no access."
        ),
        (.expired, "No period is active, or none has begun yet."),
    ]
}
