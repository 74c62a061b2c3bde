"""The types of answers. *Command line and JSON* in the documentation explains every member; an answer may have more than these."""

from __future__ import annotations

from typing import Any, Dict, List, TypedDict


class ErrorAnswer(TypedDict, total=False):
    """Why something isn't verified."""

    code: str
    message: str
    hint: str


class Entitlement(TypedDict, total=False):
    """What gives access."""

    productID: str
    transactionID: str
    originalTransactionID: str
    state: str
    startDate: str
    endDate: str
    ownershipType: str
    quantity: int
    seats: int
    items: List[str]
    price: str
    currency: str
    knownAsOf: str


class Access(TypedDict, total=False):
    """Whether a customer has access to a product: ``state`` is ``granted``, ``denied`` or ``undetermined``."""

    state: str
    entitlement: Entitlement
    reason: str
    missing: List[str]
    originalTransactionIDs: List[str]
    since: str
    transactionID: str
    knownAsOf: str


class SubscriptionStatus(TypedDict, total=False):
    """The status of a subscription at a date."""

    state: str
    productID: str
    startDate: str
    endDate: str
    until: str
    willAutoRenew: bool
    autoRenewPreference: str
    missing: str
    knownAsOf: str


class Subscription(TypedDict, total=False):
    """The history of a subscription."""

    originalTransactionID: str
    subscriptionGroupID: str
    status: SubscriptionStatus
    periods: List[Dict[str, Any]]
    gaps: List[Dict[str, Any]]
    productChanges: List[Dict[str, Any]]


class Purchase(TypedDict, total=False):
    """A purchase, of which several pieces of evidence may tell."""

    transactionID: str
    originalTransactionID: str
    productID: str
    productType: str
    purchaseDate: str
    originalPurchaseDate: str
    expirationDate: str
    purchasedQuantity: int
    ownershipType: str
    revocationDate: str
    price: str
    currency: str


class Ledger(TypedDict, total=False):
    """What one customer bought, and what follows."""

    asOf: str
    access: Dict[str, Access]
    entitlements: List[Entitlement]
    subscriptions: List[Subscription]
    purchases: List[Purchase]
    introductoryOfferEligibility: Dict[str, str]
    appTransactionIDs: List[str]
    appAccountTokens: List[str]


class LedgerAnswer(TypedDict):
    """The ledger of verified evidence."""

    verdict: str
    environment: str
    bundleID: str
    ledger: Ledger


class VerifiedAnswer(TypedDict, total=False):
    """What is in verified evidence. Which of the last members it has, ``kind`` says."""

    verdict: str
    kind: str
    environment: str
    bundleID: str
    contentDigest: str
    verification: Dict[str, Any]
    receipt: Dict[str, Any]
    transaction: Dict[str, Any]
    renewalInfo: Dict[str, Any]
    appTransaction: Dict[str, Any]
    notification: Dict[str, Any]
    evidence: List[Dict[str, Any]]
