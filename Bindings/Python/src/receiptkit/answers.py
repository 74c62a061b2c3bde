"""The types of answers. *Command line and JSON* in the documentation explains each member."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


# The member's name is a keyword, so the class syntax can't declare it.
_ErrorClass = TypedDict("_ErrorClass", {"class": str}, total=False)


class ErrorAnswer(_ErrorClass, total=False):
    """Why something isn't verified. ``class`` is the likely reason, such as ``damaged``; errors of requests have none."""

    code: str
    message: str
    hint: str


class Entitlement(TypedDict, total=False):
    """A purchase that gives access, and its end. Without ``endDate``, access never ends."""

    productID: str
    state: str
    startDate: str
    endDate: str
    seats: int
    items: List[str]
    currency: str
    price: str
    billingPlanType: str
    commitmentInfo: Dict[str, Any]
    willAutoRenew: bool
    autoRenewPreference: str
    renewalQuantity: int
    commitmentWillAutoRenew: bool
    commitmentAutoRenewPreference: str
    knownAsOf: str
    transactionID: str
    originalTransactionID: str


class Access(TypedDict, total=False):
    """Whether a customer has access to a product: ``state`` is ``granted``, ``denied`` or ``undetermined``."""

    state: str
    entitlement: Entitlement
    reason: str
    missing: List[str]
    originalTransactionIDs: List[str]
    since: str
    revocationDate: str
    transactionID: str
    knownAsOf: str


class SubscriptionStatus(TypedDict, total=False):
    """The status of a subscription at a date."""

    state: str
    until: str
    productID: str
    willAutoRenew: bool
    autoRenewPreference: str
    renewalQuantity: int
    commitmentWillAutoRenew: bool
    commitmentAutoRenewPreference: str
    missing: str
    knownAsOf: str


class Subscription(TypedDict, total=False):
    """The history of a subscription."""

    originalTransactionID: str
    previousOriginalTransactionID: str
    subscriptionGroupID: str
    status: SubscriptionStatus
    renewalInfo: Dict[str, Any]
    periods: List[Dict[str, Any]]
    gaps: List[Dict[str, Any]]
    productChanges: List[Dict[str, Any]]


class Purchase(TypedDict, total=False):
    """A purchase, which several pieces of evidence may show."""

    id: str
    transactionID: str
    transactionIDs: List[str]
    originalTransactionID: str
    webOrderLineItemID: str
    productID: str
    productType: str
    subscriptionGroupID: str
    purchaseDate: str
    originalPurchaseDate: str
    expirationDate: str
    purchasedQuantity: int
    ownershipType: str
    appAccountToken: str
    isTrialPeriod: bool
    isInIntroOfferPeriod: bool
    promotionalOfferID: str
    offer: Dict[str, Any]
    currency: str
    price: str
    additionalTransactionReason: str
    billingPlanType: str
    commitmentInfo: Dict[str, Any]
    isUpgraded: bool
    revocationDate: str
    revocationReason: int
    revocationType: str
    revocationPercentage: int
    evidenceDate: str


class FirstAcquired(TypedDict, total=False):
    """When the customer first acquired the app: ``answer`` is ``before``, ``notBefore`` or ``undetermined``, if it was asked for."""

    originalAppVersions: List[str]
    originalPlatform: str
    answer: str
    reason: str


class Ledger(TypedDict, total=False):
    """One customer's purchases and the access that they give."""

    asOf: str
    access: Dict[str, Access]
    entitlements: List[Entitlement]
    subscriptions: List[Subscription]
    purchases: List[Purchase]
    introductoryOfferEligibility: Dict[str, str]
    transactions: Dict[str, Optional[Purchase]]
    latest: Dict[str, str]
    firstAcquired: FirstAcquired
    appTransactionIDs: List[str]
    appAccountTokens: List[str]


class _LedgerAnswer(TypedDict):
    verdict: str
    ledger: Ledger


class LedgerAnswer(_LedgerAnswer, total=False):
    """The ledger of verified evidence. Without evidence it has neither ``environment`` nor ``bundleID``."""

    environment: str
    bundleID: str


class VerifiedAnswer(TypedDict, total=False):
    """The contents of verified evidence. ``kind`` says which of the last members are present."""

    verdict: str
    kind: str
    environment: str
    claimedEnvironment: str
    bundleID: str
    contentDigest: str
    verification: Dict[str, Any]
    receipt: Dict[str, Any]
    transactionReceipt: Dict[str, Any]
    transaction: Dict[str, Any]
    renewalInfo: Dict[str, Any]
    appTransaction: Dict[str, Any]
    notification: Dict[str, Any]
    evidence: List[Dict[str, Any]]
