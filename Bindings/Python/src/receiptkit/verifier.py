"""The verifier."""

from __future__ import annotations

import base64
import ctypes
import json
import os
import time
import weakref
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Iterable, List, Literal, Mapping, NoReturn, Optional, Sequence, Tuple, Union, cast

from . import library
from .answers import LedgerAnswer, RejectedAnswer, VerifiedAnswer
from .errors import NotVerified, ReceiptKitError

#: A receipt (bytes, or base64), a JWS, or one of Apple's JSON bodies as text or as the result of ``json.loads``.
Evidence = Union[bytes, str, Mapping[str, Any]]

#: An App Store, or StoreKit testing in Xcode.
Environment = Literal["Production", "Sandbox", "Xcode", "LocalTesting"]

#: The device that evidence must be for: on a server ``"unchecked"``.
Device = Union[Literal["unchecked"], Mapping[Literal["identifiers", "deviceVerificationIDs"], Sequence[str]]]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Verifier:
    """Verifies evidence with a policy.

    Create one, keep it, and use it for all customers, in any number of threads. It may be made before a fork: each child process then makes
    its own at its first call.

    >>> verifier = Verifier(bundle_ids=["com.example.app"], device="unchecked")
    >>> verifier.ledger([jws], products=["com.example.monthly"])["ledger"]["access"]
    """

    def __init__(
        self,
        *,
        bundle_ids: Union[Sequence[str], str],
        device: Device,
        environments: Optional[Sequence[Environment]] = None,
        app_apple_id: Optional[int] = None,
        app_version: Optional[str] = None,
        maximum_age: Union[float, timedelta, None] = None,
        clock_tolerance: Union[float, timedelta, None] = None,
        trust_roots: Optional[Sequence[bytes]] = None,
        intermediates: Optional[Sequence[bytes]] = None,
        xcode_certificates: Optional[Sequence[bytes]] = None,
        distrusted_keys: Optional[Sequence[str]] = None,
        accept_transaction_receipts: bool = False,
        verify_receipt_environment: Optional[Literal["Production", "Sandbox"]] = None,
        shared_secrets: Optional[Sequence[str]] = None,
    ) -> None:
        """Creates a verifier with a policy.

        bundle_ids: the apps that evidence may be for, or ``"any"``: then compare the app in the answer yourself.
        device: ``"unchecked"`` on a server, or ``{"identifiers": [...], "deviceVerificationIDs": [...]}``.
        environments: by default the one in ``verify_receipt_environment``; without that, ``["Production"]``, or ``["Xcode"]`` with
            ``xcode_certificates``. ``"Sandbox"`` is for TestFlight and App Review.
        app_apple_id: the app's Apple ID, which notifications and app transactions from production must have.
        app_version: the app version that evidence must be for.
        maximum_age: the maximum age of evidence, in seconds or as a timedelta. Use it for evidence as it arrives, because stored evidence gets older.
        clock_tolerance: how much clocks may differ, in seconds or as a timedelta, 300 seconds by default.
        trust_roots: root certificates (DER or PEM) that replace Apple's.
        intermediates: further certificates that may have issued the signer certificate of an iOS 6 transaction receipt.
        xcode_certificates: certificates of StoreKit testing in Xcode, which replace Apple's roots.
        distrusted_keys: keys that no certificate may have, each the SHA-256 of its SubjectPublicKeyInfo in hexadecimal.
        accept_transaction_receipts: accepts iOS 6 transaction receipts, whose environment isn't signed.
        verify_receipt_environment: ``"Production"`` or ``"Sandbox"``, for ``verify_receipt_response``; by default ``"Production"``, or
            ``"Sandbox"`` if ``environments`` is ``["Sandbox"]``.
        shared_secrets: a request for verifyReceipt must have one of them as its password.

        Raises ReceiptKitError if the policy is invalid, and TypeError if an argument has another type.
        """
        if not isinstance(device, (str, Mapping)):
            expected = '"unchecked" or {"identifiers": […], "deviceVerificationIDs": […]}'
            raise TypeError(f"device is {expected}, not {type(device).__name__}")
        policy: Dict[str, Any] = {
            "bundleIDs": bundle_ids if bundle_ids == "any" else _list("bundle_ids", bundle_ids, "texts or 'any'", str),
            "device": device if isinstance(device, str) else _lists("device", device),
            "environments": _texts("environments", environments),
            "appAppleID": app_apple_id,
            "appVersion": app_version,
            "maximumAge": _seconds(maximum_age),
            "clockTolerance": _seconds(clock_tolerance),
            "trustRoots": _base64("trust_roots", trust_roots),
            "intermediates": _base64("intermediates", intermediates),
            "xcodeCertificates": _base64("xcode_certificates", xcode_certificates),
            "distrustedKeys": _texts("distrusted_keys", distrusted_keys),
            "acceptTransactionReceipts": accept_transaction_receipts,
            "verifyReceiptEnvironment": verify_receipt_environment,
            "sharedSecrets": _texts("shared_secrets", shared_secrets),
        }
        self._policy = json.dumps(policy).encode()
        self._made = self._make()

    def verify(self, evidence: Evidence, *, at: Optional[datetime] = None) -> VerifiedAnswer:
        """Verifies one piece of evidence and returns its contents.

        at: the time of verification, now by default.

        Raises NotVerified if verification fails, TypeError if an argument has another type, and ValueError if a date has no time zone.
        """
        text = json.dumps(dict(evidence)).encode() if isinstance(evidence, Mapping) else _bytes(evidence)
        return cast(VerifiedAnswer, self._verified(library.verify, text, at))

    def ledger(
        self,
        evidence: Sequence[Evidence],
        *,
        products: Union[Sequence[str], Mapping[str, Sequence[str]], None] = None,
        as_of: Optional[datetime] = None,
        stale_after: Union[float, timedelta, None] = None,
        non_renewing: Optional[Mapping[str, int]] = None,
        introductory_offer_products: Optional[Sequence[str]] = None,
        transactions: Optional[Sequence[str]] = None,
        first_acquired_before: Optional[str] = None,
        at: Optional[datetime] = None,
    ) -> LedgerAnswer:
        """Verifies all evidence of one customer, in any order, and returns their ledger: access, subscriptions, purchases.

        evidence: in any order. An empty list means a customer without evidence, who has no access to any product.
        products: the products to answer ``access`` for, as a list, or as lists by name; by default each product that was bought.
        as_of: the date to ask about, to the second; by default the time of verification.
        stale_after: how long after signing evidence is treated as current, in whole seconds or as a timedelta.
        non_renewing: how many days each purchase of a non-renewing subscription lasts, by product. The days add up.
        introductory_offer_products: all products of a subscription group, to answer ``introductoryOfferEligibility``.
        transactions: transaction identifiers, whose purchases are returned in ``transactions``.
        first_acquired_before: a version of the app, to answer ``firstAcquired``.
        at: the time of verification, now by default.

        Raises NotVerified if verification of a piece fails, or if it is for another app or environment than those before it;
        ReceiptKitError if another argument's value is invalid, TypeError if an argument has another type, and ValueError if a date has no time zone.
        """
        if non_renewing is not None and not isinstance(non_renewing, Mapping):
            raise TypeError(f"non_renewing is a dictionary of days by product, not {type(non_renewing).__name__}")
        days = None if non_renewing is None else {
            name: _whole(f"non_renewing[{name!r}]", each) for name, each in non_renewing.items()}
        request = {
            "evidence": [_member(each) for each in _list("evidence", evidence, "pieces", object)],
            "products": _lists("products", products) if isinstance(products, Mapping) else _texts("products", products),
            "asOf": None if as_of is None else _aware("as_of", as_of).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "staleAfter": _whole("stale_after", _seconds(stale_after)),
            "nonRenewing": days,
            "introductoryOfferProducts": _texts("introductory_offer_products", introductory_offer_products),
            "transaction": _texts("transactions", transactions),
            "firstAcquiredBefore": first_acquired_before,
        }
        return cast(LedgerAnswer, self._verified(library.ledger, json.dumps(request).encode(), at))

    def verify_receipt_response(self, request: Union[bytes, str], *, at: Optional[datetime] = None) -> bytes:
        """Returns the response that Apple's verifyReceipt gives to a request, byte for byte. Its ``status`` reports errors.

        at: the time of the request, now by default.

        Raises TypeError if an argument has another type, and ValueError if a date has no time zone.
        """
        return self._answer(library.verifyreceipt_response, _bytes(request, "request"), at)

    def __reduce__(self) -> NoReturn:
        # A copy would use the memory after this object has freed it.
        raise TypeError("a Verifier can't be copied or pickled: make one in each process")

    def _verified(self, function: Callable[..., Any], text: bytes, at: Optional[datetime]) -> Dict[str, Any]:
        answer: Dict[str, Any] = json.loads(self._answer(function, text, at))
        if answer.get("verdict") == "verified":
            return answer
        error = answer["error"]
        # For a ledger, only an argument can cause these codes, because this package writes the request; for `verify`, evidence can too.
        invalid_call = function is library.ledger and error["code"].startswith("request.")
        if "verdict" in answer and not invalid_call:
            raise NotVerified(cast(RejectedAnswer, answer))
        raise ReceiptKitError(error["code"], error["message"], error.get("hint"))

    def _make(self) -> Tuple[int, int]:
        """Makes a verifier of the library, and returns its address and the process that made it."""
        error = ctypes.c_void_p()
        handle: Optional[int] = library.create(self._policy, len(self._policy), ctypes.byref(error))
        if not handle:
            answer = json.loads(library.taken(error.value))["error"]
            raise ReceiptKitError(answer["code"], answer["message"], answer.get("hint"))
        # Don't destroy at exit, when a thread may still be in a call.
        weakref.finalize(self, _destroy, handle, os.getpid()).atexit = False
        return handle, os.getpid()

    def _answer(self, function: Callable[..., Any], text: bytes, at: Optional[datetime]) -> bytes:
        handle, process = self._made
        if os.getpid() != process:
            # In a child process: a thread of the parent may have held a lock of this verifier during the fork. Threads that get here together
            # make one each, and none is destroyed before this object.
            handle, _ = self._made = self._make()
        now = time.time_ns() // 1_000_000 if at is None else (_aware("at", at) - _EPOCH) // timedelta(milliseconds=1)
        return library.taken(function(handle, text, len(text), now))


def _destroy(handle: int, process: int) -> None:
    # Don't free memory that belongs to a parent process.
    if os.getpid() == process:
        library.destroy(handle)


def _bytes(text: Union[bytes, str], name: str = "evidence") -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    try:
        # memoryview rejects other types; bytes() would turn a number into that many zeros, and a path into its name.
        return bytes(memoryview(text))
    except TypeError:
        advice = ""
        if isinstance(text, os.PathLike):
            advice = ": read the file"
        elif isinstance(text, Mapping):
            advice = ": use json.dumps"
        elif isinstance(text, (list, tuple)):
            advice = ": ledger takes a list"
        raise TypeError(f"{name} is text or bytes, not {type(text).__name__}{advice}") from None


def _member(evidence: Evidence) -> Union[str, Dict[str, Any]]:
    """Converts evidence to JSON: a receipt's bytes, which are never UTF-8, become base64."""
    if isinstance(evidence, Mapping):
        return dict(evidence)
    if isinstance(evidence, str):
        return evidence
    contents = _bytes(evidence)
    try:
        return contents.decode()
    except UnicodeDecodeError:
        return base64.b64encode(contents).decode()


def _aware(name: str, date: datetime) -> datetime:
    if not isinstance(date, datetime):
        raise TypeError(f"{name} is a datetime with a time zone, not {type(date).__name__}")
    # A time zone may have no offset for a date; Python would then treat the date as local time.
    if date.utcoffset() is None:
        raise ValueError(f"{name} needs a time zone: datetime.now(timezone.utc)")
    return date.astimezone(timezone.utc)


def _seconds(value: Union[float, timedelta, None]) -> Optional[float]:
    return value.total_seconds() if isinstance(value, timedelta) else value


def _whole(name: str, number: Optional[float]) -> Optional[float]:
    """Converts a number to the form that the library accepts: 60, not 60.0."""
    if number is None:
        return None
    if not isinstance(number, (int, float)) or number % 1 != 0:
        raise TypeError(f"{name} is a whole number, not {number!r}")
    return int(number) if isinstance(number, float) else number


def _list(name: str, values: Any, contents: str, *kinds: type) -> List[Any]:
    """Returns a list's values. Rejects a string, which would give its letters, and a dictionary, which would give its keys."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is a list of {contents}, not {type(values).__name__}")
    items = list(values)
    for each in items:
        if not isinstance(each, kinds):
            raise TypeError(f"{name} is a list of {contents}, not of {type(each).__name__}")
    return items


def _texts(name: str, texts: Optional[Sequence[str]]) -> Optional[List[str]]:
    return None if texts is None else _list(name, texts, "texts", str)


def _lists(name: str, lists: Mapping[Any, Sequence[str]]) -> Dict[str, List[str]]:
    return {key: _list(f"{name}[{key!r}]", each, "texts", str) for key, each in lists.items()}


def _base64(name: str, certificates: Optional[Sequence[bytes]]) -> Optional[List[str]]:
    if certificates is None:
        return None
    certificates = _list(name, certificates, "certificates, each as bytes", bytes, bytearray, memoryview)
    return [_certificate(bytes(each)) for each in certificates]


def _certificate(contents: bytes) -> str:
    """Returns a certificate in base64, which for PEM is the text between its BEGIN and END lines."""
    armour = b"-----BEGIN CERTIFICATE-----"
    if contents.count(armour) != 1:
        return base64.b64encode(contents).decode()
    return b"".join(contents.partition(armour)[2].partition(b"-----")[0].split()).decode("ascii", "replace")
