"""Verifies App Store purchases offline, and computes what a customer is entitled to."""

from .answers import (
    Access,
    Entitlement,
    ErrorAnswer,
    FirstAcquired,
    Ledger,
    LedgerAnswer,
    Purchase,
    Subscription,
    SubscriptionStatus,
    VerifiedAnswer,
)
from .errors import NotVerified, ReceiptKitError
from .library import version
from .verifier import Evidence, Verifier

__all__ = [
    "Access",
    "Entitlement",
    "ErrorAnswer",
    "Evidence",
    "FirstAcquired",
    "Ledger",
    "LedgerAnswer",
    "NotVerified",
    "Purchase",
    "ReceiptKitError",
    "Subscription",
    "SubscriptionStatus",
    "VerifiedAnswer",
    "Verifier",
    "version",
]
