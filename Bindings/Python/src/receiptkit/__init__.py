"""Verifies App Store purchases offline, and computes what a customer is entitled to."""

from . import answers
from .answers import *
from .errors import NotVerified, ReceiptKitError
from .library import version
from .verifier import Device, Environment, Evidence, Verifier

__all__ = ["Device", "Environment", "Evidence", "NotVerified", "ReceiptKitError", "Verifier", "version"]
__all__ += answers.__all__
