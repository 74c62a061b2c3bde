"""The types of answers. *Command line and JSON* in the documentation explains each member.

`Bindings/Python/types` generates this file from `Bindings/receiptkit.schema.json`.
"""

import sys
from typing import Any, Dict, List, Literal, Optional, Union

# pydantic, which FastAPI uses, reads the types only of typing_extensions before Python 3.12.
if sys.version_info >= (3, 12):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

__all__ = [
    "Access",
    "AppTransaction",
    "AppTransactionAnswer",
    "AppTransactionEvidence",
    "CallErrorAnswer",
    "DeniedAccess",
    "Descriptors",
    "Entitlement",
    "ErrorAnswer",
    "EvidenceElement",
    "ExternalPurchaseToken",
    "FirstAcquired",
    "FoundPurchase",
    "GrantedAccess",
    "IntroductoryOfferEligibility",
    "Item",
    "ItemOffer",
    "Ledger",
    "LedgerAnswer",
    "ListAnswer",
    "MultiSeatInfo",
    "Notification",
    "NotificationAnswer",
    "NotificationAppData",
    "NotificationData",
    "NotificationEvidence",
    "NotificationSummary",
    "Offer",
    "PriceIncreaseInfo",
    "PriceTier",
    "ProductChange",
    "Purchase",
    "Receipt",
    "ReceiptAnswer",
    "ReceiptEvidence",
    "ReceiptPurchase",
    "Refund",
    "RejectedAnswer",
    "RenewalAdvancedCommerceInfo",
    "RenewalCommitment",
    "RenewalInfo",
    "Subscription",
    "SubscriptionGap",
    "SubscriptionPeriod",
    "SubscriptionStatus",
    "SubscriptionStatusAnswer",
    "SubscriptionStatusEvidence",
    "Transaction",
    "TransactionAdvancedCommerceInfo",
    "TransactionAnswer",
    "TransactionCommitment",
    "TransactionEvidence",
    "TransactionReceipt",
    "TransactionReceiptAnswer",
    "TransactionReceiptEvidence",
    "UndeterminedAccess",
    "Verification",
    "VerifiedAnswer",
]


class Offer(TypedDict):
    """The offer of a transaction or renewal info."""

    type: int
    id: NotRequired[str]
    paymentMode: NotRequired[str]
    period: NotRequired[str]


class Verification(TypedDict):
    """The result of verifying a piece of evidence."""

    date: str
    deviceChecked: bool
    digest: Literal["sha1", "sha256"]
    signer: str
    trustAnchor: str


class PriceTier(TypedDict):
    """The price of some of the seats."""

    price: NotRequired[str]
    quantity: NotRequired[int]


class MultiSeatInfo(TypedDict):
    """The seats of a multiseat subscription."""

    invitationManagement: NotRequired[str]
    priceTiers: NotRequired[List[PriceTier]]
    revokedSeatQuantity: NotRequired[int]
    renewalPriceTiers: NotRequired[List[PriceTier]]


class Descriptors(TypedDict):
    """The texts that the customer reads about an Advanced Commerce purchase."""

    description: NotRequired[str]
    displayName: NotRequired[str]


class ItemOffer(TypedDict):
    """The offer for an item of the Advanced Commerce API."""

    period: NotRequired[str]
    periodCount: NotRequired[int]
    price: NotRequired[str]
    reason: NotRequired[str]


class Refund(TypedDict):
    """A refund of an item of the Advanced Commerce API."""

    refundAmount: NotRequired[str]
    refundDate: NotRequired[str]
    refundType: NotRequired[str]
    refundReason: NotRequired[str]


class PriceIncreaseInfo(TypedDict):
    """A higher price of an item of the Advanced Commerce API."""

    dependentSKUs: NotRequired[List[str]]
    price: NotRequired[str]
    priceIncreaseStatus: NotRequired[str]


class Item(TypedDict):
    """An item of the Advanced Commerce API."""

    sku: NotRequired[str]
    description: NotRequired[str]
    displayName: NotRequired[str]
    price: NotRequired[str]
    offer: NotRequired[ItemOffer]
    priceIncreaseInfo: NotRequired[PriceIncreaseInfo]
    refunds: NotRequired[List[Refund]]
    revocationDate: NotRequired[str]


class TransactionCommitment(TypedDict):
    """A transaction's commitment for several billing periods."""

    billingPeriodNumber: NotRequired[int]
    totalBillingPeriods: NotRequired[int]
    expirationDate: NotRequired[str]
    price: NotRequired[str]


class TransactionAdvancedCommerceInfo(TypedDict):
    """The part of a transaction that the Advanced Commerce API adds."""

    descriptors: NotRequired[Descriptors]
    estimatedTax: NotRequired[str]
    taxExclusivePrice: NotRequired[str]
    taxRate: NotRequired[str]
    taxCode: NotRequired[str]
    period: NotRequired[str]
    requestReferenceID: NotRequired[str]
    items: NotRequired[List[Item]]


class Transaction(TypedDict):
    """A signed transaction."""

    transactionID: str
    originalTransactionID: str
    webOrderLineItemID: NotRequired[str]
    bundleID: str
    productID: str
    subscriptionGroupID: NotRequired[str]
    purchaseDate: str
    originalPurchaseDate: NotRequired[str]
    expirationDate: NotRequired[str]
    purchasedQuantity: NotRequired[int]
    productType: NotRequired[str]
    ownershipType: NotRequired[str]
    appAccountToken: NotRequired[str]
    isUpgraded: NotRequired[bool]
    signedDate: str
    revocationDate: NotRequired[str]
    revocationReason: NotRequired[int]
    revocationType: NotRequired[str]
    revocationPercentage: NotRequired[int]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    reason: NotRequired[str]
    storefrontCountryCode: NotRequired[str]
    storefrontID: NotRequired[str]
    currency: NotRequired[str]
    price: NotRequired[str]
    appTransactionID: NotRequired[str]
    previousOriginalTransactionID: NotRequired[str]
    additionalTransactionReason: NotRequired[str]
    billingPlanType: NotRequired[str]
    commitmentInfo: NotRequired[TransactionCommitment]
    advancedCommerceInfo: NotRequired[TransactionAdvancedCommerceInfo]
    multiSeatInfo: NotRequired[MultiSeatInfo]
    deviceVerification: NotRequired[str]
    deviceVerificationNonce: NotRequired[str]
    offer: NotRequired[Offer]
    unknownMembers: NotRequired[Dict[str, Any]]
    diagnostics: NotRequired[List[str]]


class RenewalCommitment(TypedDict):
    """The next commitment for several billing periods."""

    autoRenewProductID: NotRequired[str]
    willAutoRenew: NotRequired[bool]
    renewalBillingPlanType: NotRequired[str]
    renewalDate: NotRequired[str]
    renewalPrice: NotRequired[str]


class RenewalAdvancedCommerceInfo(TypedDict):
    """The part of a renewal info that the Advanced Commerce API adds."""

    consistencyToken: NotRequired[str]
    descriptors: NotRequired[Descriptors]
    period: NotRequired[str]
    requestReferenceID: NotRequired[str]
    taxCode: NotRequired[str]
    items: NotRequired[List[Item]]


class RenewalInfo(TypedDict):
    """A signed renewal info."""

    originalTransactionID: str
    autoRenewProductID: str
    productID: NotRequired[str]
    willAutoRenew: NotRequired[bool]
    isInBillingRetry: NotRequired[bool]
    gracePeriodExpirationDate: NotRequired[str]
    expirationReason: NotRequired[int]
    hasAgreedToPriceIncrease: NotRequired[bool]
    signedDate: str
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    recentSubscriptionStartDate: NotRequired[str]
    renewalDate: NotRequired[str]
    currency: NotRequired[str]
    renewalPrice: NotRequired[str]
    eligibleWinBackOfferIDs: NotRequired[List[str]]
    appAccountToken: NotRequired[str]
    appTransactionID: NotRequired[str]
    renewalQuantity: NotRequired[int]
    renewalBillingPlanType: NotRequired[str]
    commitmentInfo: NotRequired[RenewalCommitment]
    advancedCommerceInfo: NotRequired[RenewalAdvancedCommerceInfo]
    multiSeatInfo: NotRequired[MultiSeatInfo]
    deviceVerification: NotRequired[str]
    deviceVerificationNonce: NotRequired[str]
    offer: NotRequired[Offer]
    unknownMembers: NotRequired[Dict[str, Any]]
    diagnostics: NotRequired[List[str]]


class AppTransaction(TypedDict):
    """A signed app transaction."""

    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    appID: NotRequired[str]
    bundleID: str
    appVersion: NotRequired[str]
    appVersionID: NotRequired[str]
    signedDate: str
    originalPurchaseDate: NotRequired[str]
    originalAppVersion: str
    preorderDate: NotRequired[str]
    appTransactionID: NotRequired[str]
    originalPlatform: NotRequired[str]
    deviceVerification: NotRequired[str]
    deviceVerificationNonce: NotRequired[str]
    unknownMembers: NotRequired[Dict[str, Any]]
    diagnostics: NotRequired[List[str]]


class NotificationData(TypedDict):
    """The app and the subscription of a notification."""

    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    appID: NotRequired[str]
    bundleID: str
    bundleVersion: NotRequired[str]
    signedTransactionInfo: NotRequired[str]
    signedRenewalInfo: NotRequired[str]
    statusCode: NotRequired[int]
    consumptionRequestReason: NotRequired[str]


class NotificationSummary(TypedDict):
    """The result of a request to extend all subscribers' renewal dates."""

    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    appID: NotRequired[str]
    bundleID: str
    productID: NotRequired[str]
    requestIdentifier: NotRequired[str]
    storefrontCountryCodes: NotRequired[List[str]]
    succeededCount: NotRequired[str]
    failedCount: NotRequired[str]


class ExternalPurchaseToken(TypedDict):
    """An external purchase token."""

    externalPurchaseID: str
    creationDate: NotRequired[str]
    expirationDate: NotRequired[str]
    tokenType: NotRequired[str]
    appID: NotRequired[str]
    bundleID: str


class NotificationAppData(TypedDict):
    """The app of a notification about an app."""

    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    appID: NotRequired[str]
    bundleID: str
    signedAppTransactionInfo: NotRequired[str]


class Notification(TypedDict):
    """A notification, without the JWS in it. It has one of the four objects."""

    notificationType: str
    subtype: NotRequired[str]
    notificationUUID: str
    notificationVersion: NotRequired[str]
    signedDate: str
    data: NotRequired[NotificationData]
    summary: NotRequired[NotificationSummary]
    externalPurchaseToken: NotRequired[ExternalPurchaseToken]
    appData: NotRequired[NotificationAppData]
    unknownMembers: NotRequired[Dict[str, Any]]
    diagnostics: NotRequired[List[str]]


class ReceiptPurchase(TypedDict):
    """A purchase of an app receipt."""

    purchasedQuantity: int
    productID: str
    transactionID: str
    purchaseDate: str
    originalTransactionID: NotRequired[str]
    originalPurchaseDate: NotRequired[str]
    productType: NotRequired[str]
    expirationDate: NotRequired[str]
    productAppID: NotRequired[str]
    webOrderLineItemID: NotRequired[str]
    cancellationDate: NotRequired[str]
    isTrialPeriod: NotRequired[bool]
    isInIntroOfferPeriod: NotRequired[bool]
    cancellationReason: NotRequired[int]
    promotionalOfferID: NotRequired[str]
    ownershipType: NotRequired[str]


class Receipt(TypedDict):
    """An app receipt."""

    environment: str
    appID: NotRequired[str]
    bundleID: str
    appVersion: str
    opaqueValue: str
    deviceHash: str
    ageRating: NotRequired[str]
    creationDate: str
    downloadID: NotRequired[str]
    appVersionID: NotRequired[str]
    purchases: List[ReceiptPurchase]
    originalPurchaseDate: NotRequired[str]
    originalAppVersion: NotRequired[str]
    expirationDate: NotRequired[str]
    preorderDate: NotRequired[str]
    diagnostics: NotRequired[List[str]]


class TransactionReceipt(TypedDict):
    """An iOS 6 transaction receipt."""

    transactionID: str
    originalTransactionID: str
    webOrderLineItemID: NotRequired[str]
    bundleID: str
    appVersion: str
    appID: NotRequired[str]
    appVersionID: NotRequired[str]
    productID: str
    productAppID: NotRequired[str]
    subscriptionGroupID: NotRequired[str]
    purchasedQuantity: int
    purchaseDate: str
    originalPurchaseDate: NotRequired[str]
    expirationDate: NotRequired[str]
    isTrialPeriod: NotRequired[bool]
    isInIntroOfferPeriod: NotRequired[bool]
    ownershipType: NotRequired[str]
    identifierForVendor: NotRequired[str]
    deviceIdentifier: NotRequired[str]
    diagnostics: NotRequired[List[str]]


class ReceiptEvidence(TypedDict):
    """An element of a list: the contents of a ``appReceipt``."""

    kind: Literal["appReceipt"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    receipt: Receipt
    verification: Verification


class TransactionEvidence(TypedDict):
    """An element of a list: the contents of a ``transaction``."""

    kind: Literal["transaction"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    transaction: Transaction
    verification: Verification


class SubscriptionStatusEvidence(TypedDict):
    """An element of a list: the contents of a ``subscriptionStatus``."""

    kind: Literal["subscriptionStatus"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    transaction: Transaction
    renewalInfo: RenewalInfo
    verification: Verification


class AppTransactionEvidence(TypedDict):
    """An element of a list: the contents of a ``appTransaction``."""

    kind: Literal["appTransaction"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    appTransaction: AppTransaction
    verification: Verification


class NotificationEvidence(TypedDict):
    """An element of a list: the contents of a ``notification``."""

    kind: Literal["notification"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    notification: Notification
    transaction: NotRequired[Transaction]
    renewalInfo: NotRequired[RenewalInfo]
    appTransaction: NotRequired[AppTransaction]
    verification: Verification


class TransactionReceiptEvidence(TypedDict):
    """An element of a list: the contents of a ``transactionReceipt``."""

    kind: Literal["transactionReceipt"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    transactionReceipt: TransactionReceipt
    claimedEnvironment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    verification: Verification

#: An element of a list. Compare ``kind`` first.
EvidenceElement = Union[ReceiptEvidence, TransactionEvidence, SubscriptionStatusEvidence, AppTransactionEvidence, NotificationEvidence, TransactionReceiptEvidence]


class ReceiptAnswer(TypedDict):
    """The contents of verified evidence: a ``appReceipt``."""

    verdict: Literal["verified"]
    kind: Literal["appReceipt"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    receipt: Receipt
    verification: Verification


class TransactionAnswer(TypedDict):
    """The contents of verified evidence: a ``transaction``."""

    verdict: Literal["verified"]
    kind: Literal["transaction"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    transaction: Transaction
    verification: Verification


class SubscriptionStatusAnswer(TypedDict):
    """The contents of verified evidence: a ``subscriptionStatus``."""

    verdict: Literal["verified"]
    kind: Literal["subscriptionStatus"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    transaction: Transaction
    renewalInfo: RenewalInfo
    verification: Verification


class AppTransactionAnswer(TypedDict):
    """The contents of verified evidence: a ``appTransaction``."""

    verdict: Literal["verified"]
    kind: Literal["appTransaction"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    appTransaction: AppTransaction
    verification: Verification


class NotificationAnswer(TypedDict):
    """The contents of verified evidence: a ``notification``."""

    verdict: Literal["verified"]
    kind: Literal["notification"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    notification: Notification
    transaction: NotRequired[Transaction]
    renewalInfo: NotRequired[RenewalInfo]
    appTransaction: NotRequired[AppTransaction]
    verification: Verification


class TransactionReceiptAnswer(TypedDict):
    """The contents of verified evidence: a ``transactionReceipt``."""

    verdict: Literal["verified"]
    kind: Literal["transactionReceipt"]
    environment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    rawEnvironment: NotRequired[str]
    isVolumePurchase: NotRequired[bool]
    bundleID: str
    contentDigest: str
    transactionReceipt: TransactionReceipt
    claimedEnvironment: Literal["Production", "Sandbox", "Xcode", "LocalTesting"]
    verification: Verification


class ListAnswer(TypedDict):
    """The contents of a list. Its elements have their own members."""

    verdict: Literal["verified"]
    kind: Literal["list"]
    environment: NotRequired[Literal["Production", "Sandbox", "Xcode", "LocalTesting"]]
    bundleID: NotRequired[str]
    evidence: List[EvidenceElement]

#: The contents of verified evidence. Compare ``kind`` first.
VerifiedAnswer = Union[ReceiptAnswer, TransactionAnswer, SubscriptionStatusAnswer, AppTransactionAnswer, NotificationAnswer, TransactionReceiptAnswer, ListAnswer]


class Purchase(TypedDict):
    """A purchase, which several pieces of evidence may show."""

    id: str
    transactionID: str
    transactionIDs: List[str]
    originalTransactionID: str
    webOrderLineItemID: NotRequired[str]
    productID: str
    productType: NotRequired[str]
    subscriptionGroupID: NotRequired[str]
    purchaseDate: str
    originalPurchaseDate: NotRequired[str]
    expirationDate: NotRequired[str]
    purchasedQuantity: int
    ownershipType: NotRequired[str]
    appAccountToken: NotRequired[str]
    isTrialPeriod: NotRequired[bool]
    isInIntroOfferPeriod: NotRequired[bool]
    promotionalOfferID: NotRequired[str]
    offer: NotRequired[Offer]
    currency: NotRequired[str]
    price: NotRequired[str]
    additionalTransactionReason: NotRequired[str]
    billingPlanType: NotRequired[str]
    commitmentInfo: NotRequired[TransactionCommitment]
    isUpgraded: NotRequired[bool]
    revocationDate: NotRequired[str]
    revocationReason: NotRequired[int]
    revocationType: NotRequired[str]
    revocationPercentage: NotRequired[int]
    evidenceDate: str


class FoundPurchase(TypedDict):
    """A purchase that was asked for by an identifier, without the list of its identifiers."""

    id: str
    transactionID: str
    originalTransactionID: str
    webOrderLineItemID: NotRequired[str]
    productID: str
    productType: NotRequired[str]
    subscriptionGroupID: NotRequired[str]
    purchaseDate: str
    originalPurchaseDate: NotRequired[str]
    expirationDate: NotRequired[str]
    purchasedQuantity: int
    ownershipType: NotRequired[str]
    appAccountToken: NotRequired[str]
    isTrialPeriod: NotRequired[bool]
    isInIntroOfferPeriod: NotRequired[bool]
    promotionalOfferID: NotRequired[str]
    offer: NotRequired[Offer]
    currency: NotRequired[str]
    price: NotRequired[str]
    additionalTransactionReason: NotRequired[str]
    billingPlanType: NotRequired[str]
    commitmentInfo: NotRequired[TransactionCommitment]
    isUpgraded: NotRequired[bool]
    revocationDate: NotRequired[str]
    revocationReason: NotRequired[int]
    revocationType: NotRequired[str]
    revocationPercentage: NotRequired[int]
    evidenceDate: str


class Entitlement(TypedDict):
    """A purchase that gives access, and its end. Without ``endDate``, access never ends."""

    productID: str
    state: Literal["owned", "subscribed", "inGracePeriod", "nonRenewing"]
    startDate: str
    endDate: NotRequired[str]
    seats: NotRequired[int]
    items: NotRequired[List[str]]
    currency: NotRequired[str]
    price: NotRequired[str]
    billingPlanType: NotRequired[str]
    commitmentInfo: NotRequired[TransactionCommitment]
    willAutoRenew: NotRequired[bool]
    autoRenewPreference: NotRequired[str]
    renewalQuantity: NotRequired[int]
    commitmentWillAutoRenew: NotRequired[bool]
    commitmentAutoRenewPreference: NotRequired[str]
    knownAsOf: str
    transactionID: str
    originalTransactionID: str


class GrantedAccess(TypedDict):
    """The customer has access."""

    state: Literal["granted"]
    entitlement: Entitlement
    transactionID: str
    knownAsOf: str


class DeniedAccess(TypedDict):
    """The customer has no access."""

    state: Literal["denied"]
    reason: Literal["noPurchaseKnown", "notStarted", "expired", "revoked", "replaced", "notAnEntitlement"]
    since: NotRequired[str]
    revocationDate: NotRequired[str]
    transactionID: NotRequired[str]
    knownAsOf: NotRequired[str]


class UndeterminedAccess(TypedDict):
    """Evidence may be missing: ask Apple about ``originalTransactionIDs``."""

    state: Literal["undetermined"]
    missing: List[Literal["renewal", "billingRecovery", "productChange", "productType"]]
    originalTransactionIDs: List[str]
    since: NotRequired[str]
    transactionID: NotRequired[str]
    knownAsOf: str

#: The access of a customer to a product. Compare ``state`` first.
Access = Union[GrantedAccess, DeniedAccess, UndeterminedAccess]


class SubscriptionStatus(TypedDict):
    """The status of a subscription at a date."""

    state: Literal["subscribed", "inGracePeriod", "inBillingRetryPeriod", "expired", "revoked"]
    until: NotRequired[str]
    productID: NotRequired[str]
    willAutoRenew: NotRequired[bool]
    autoRenewPreference: NotRequired[str]
    renewalQuantity: NotRequired[int]
    commitmentWillAutoRenew: NotRequired[bool]
    commitmentAutoRenewPreference: NotRequired[str]
    renewalOffSince: NotRequired[str]
    billingIssueSince: NotRequired[str]
    missing: NotRequired[Literal["renewal", "billingRecovery", "productChange", "productType"]]
    knownAsOf: str


class SubscriptionPeriod(TypedDict):
    """A period of a subscription."""

    transactionID: str
    productID: str
    kind: Literal["regular", "trial", "introductory", "promotional", "offerCode", "winBack", "retention"]
    promotionalOfferID: NotRequired[str]
    startDate: str
    endDate: NotRequired[str]
    effectiveEndDate: NotRequired[str]
    revocationDate: NotRequired[str]
    revocationReason: NotRequired[int]
    isOvertaken: NotRequired[bool]
    seatAdditions: NotRequired[List[str]]


class SubscriptionGap(TypedDict):
    """A time without a period."""

    startDate: str
    endDate: str


class ProductChange(TypedDict):
    """A change of a subscription's product."""

    date: str
    kind: Literal["whileRunning", "atRenewal", "afterGap"]
    previousProductID: str
    productID: str


class Subscription(TypedDict):
    """The history of a subscription. Before its start it has no ``status``."""

    originalTransactionID: str
    previousOriginalTransactionID: NotRequired[str]
    subscriptionGroupID: NotRequired[str]
    renewalInfo: NotRequired[RenewalInfo]
    periods: List[SubscriptionPeriod]
    gaps: List[SubscriptionGap]
    productChanges: List[ProductChange]
    status: NotRequired[SubscriptionStatus]


class IntroductoryOfferEligibility(TypedDict):
    """The eligibility for an introductory offer, if products were named."""

    answer: Literal["eligible", "ineligible", "undetermined"]
    reason: Literal["newCustomer", "offerUnused", "offerUsed", "subscribed", "incompleteHistory", "missingEvidence", "unknownGroup", "unknownTrial", "noProducts"]
    knownAsOf: NotRequired[str]


class FirstAcquired(TypedDict):
    """The first version of the app that the customer had."""

    originalAppVersions: List[str]
    originalPlatform: NotRequired[str]
    answer: NotRequired[Literal["before", "notBefore", "undetermined"]]
    reason: NotRequired[Literal["environment", "absent", "notDottedNumbers", "invalidVersion", "contradiction"]]


class Ledger(TypedDict):
    """One customer's purchases and the access that they give."""

    asOf: str
    purchases: List[Purchase]
    subscriptions: List[Subscription]
    entitlements: List[Entitlement]
    access: Dict[str, Access]
    introductoryOfferEligibility: NotRequired[IntroductoryOfferEligibility]
    transactions: NotRequired[Dict[str, Optional[FoundPurchase]]]
    latest: Dict[str, str]
    firstAcquired: NotRequired[FirstAcquired]
    appTransactionIDs: List[str]
    appAccountTokens: List[str]


class LedgerAnswer(TypedDict):
    """The ledger of verified evidence. Without evidence it has no ``environment`` and ``bundleID``."""

    verdict: Literal["verified"]
    environment: NotRequired[Literal["Production", "Sandbox", "Xcode", "LocalTesting"]]
    bundleID: NotRequired[str]
    ledger: Ledger

#: The reason why something isn't verified. Errors of a call have no ``class``.
ErrorAnswer = TypedDict(
    "ErrorAnswer",
    {
        "code": str,
        "class": NotRequired[Literal["damaged", "notEvidence", "untrusted", "policy", "unsupported", "limit"]],
        "message": str,
        "hint": NotRequired[str],
        "support": str,
    },
)


class RejectedAnswer(TypedDict):
    """The verdict on evidence that isn't verified, in a ledger with its place in the list."""

    index: NotRequired[int]
    verdict: Literal["refused", "unreadable"]
    error: ErrorAnswer


class CallErrorAnswer(TypedDict):
    """The answer to an invalid call, or to a policy that isn't one."""

    error: ErrorAnswer
