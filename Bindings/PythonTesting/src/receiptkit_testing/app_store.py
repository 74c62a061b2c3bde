"""An App Store for tests."""

from __future__ import annotations

import base64
import itertools
import json
import secrets
import subprocess
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

from receiptkit import Environment, Verifier

from . import program


class AppStore:
    """Issues evidence for one app, signed with keys of its own, and makes verifiers that accept it.

    >>> store = AppStore()
    >>> bought = store.purchase("com.example.pro")
    >>> store.verifier().ledger([bought])["ledger"]["access"]["com.example.pro"]["state"]
    'granted'
    """

    def __init__(self, bundle_id: str = "com.example.app", environment: Environment = "Production") -> None:
        self.bundle_id = bundle_id
        self.environment = environment
        #: The root certificates that the evidence issued so far needs, as DER.
        self.roots: List[bytes] = []
        self._key_seed = secrets.token_hex(32)
        self._identifiers = itertools.count(900_000_000_000_001)

    def verifier(self, **policy: Any) -> Verifier:
        """Makes a verifier that trusts the evidence issued so far. ``policy`` has the arguments of ``Verifier``."""
        if not self.roots:
            raise ValueError("issue the evidence first: the verifier trusts only the keys that have signed it")
        defaults = {"bundle_ids": [self.bundle_id], "device": "unchecked", "environments": [self.environment], "trust_roots": self.roots}
        return Verifier(**{**defaults, **policy})

    def purchase(
        self,
        product_id: str,
        *,
        expires: Optional[datetime] = None,
        purchased: Optional[datetime] = None,
        account: Optional[str] = None,
        claims: Optional[Mapping[str, Any]] = None,
    ) -> str:
        """Issues a signed transaction.

        expires: the end of the period of an auto-renewable subscription. Without it, the product is a non-consumable.
        purchased: by default a day ago, or a day before ``expires`` if that has passed.
        account: the UUID that the app set as ``appAccountToken``.
        claims: members to set, under Apple's names; None removes one.
        """
        now = _now()
        start = purchased or min(now, expires or now) - timedelta(days=1)
        identifier = str(next(self._identifiers))
        bought: Dict[str, Any] = {"productID": product_id, "purchaseDate": _text(start), "transactionID": identifier, "originalTransactionID": identifier}
        members: Dict[str, Any] = {} if account is None else {"appAccountToken": account}
        if expires is not None:
            bought["expirationDate"] = _text(expires)
            members["subscriptionGroupIdentifier"] = "21000001"
        return self._jws("transaction", bought, {**members, **(claims or {})})

    def refund(self, bought: str, *, at: Optional[datetime] = None) -> str:
        """Issues the transaction again, as Apple does after a refund. ``at`` is the date of the refund, now by default."""
        date = _milliseconds(at or _now())
        return self._jws("transaction", _purchase(bought), {**_claims(bought), "revocationDate": date, "revocationReason": 0})

    def grace_period(self, bought: str, *, until: Optional[datetime] = None) -> Dict[str, str]:
        """Issues a renewal info for an expired subscription whose grace period lasts until a date, by default in six days.

        Returns the transaction and the renewal info as a subscription status of the App Store Server API.
        """
        claims = _claims(bought)
        if claims.get("expiresDate", _milliseconds(_now())) >= _milliseconds(_now()):
            raise ValueError("a grace period follows the end of a subscription's period: purchase(…, expires=…) with a date that has passed")
        grace = {"gracePeriodExpiresDate": _milliseconds(until or _now() + timedelta(days=6)), "isInBillingRetryPeriod": True, "autoRenewStatus": 1}
        status: Dict[str, str] = json.loads(
            self.issue("subscriptionStatus", purchase=_purchase(bought), claims=claims, renewal_claims=grace))
        return status

    def notification(
        self, bought: Union[str, Mapping[str, str]], notification_type: str, subtype: Optional[str] = None, *, app_apple_id: int = 6450123456
    ) -> str:
        """Issues the request body of a notification about a transaction, which is in it as it was issued.

        bought: a transaction, or what ``grace_period`` returned, whose renewal info is in the notification too.
        """
        signed = {"signedTransactionInfo": bought} if isinstance(bought, str) else dict(bought)
        data: Dict[str, Any] = {"environment": self.environment, "bundleId": self.bundle_id, **signed}
        if self.environment == "Production":
            data["appAppleId"] = app_apple_id
        claims = {"notificationType": notification_type, "subtype": subtype, "data": data}
        return self.issue("notificationBody", purchase=_purchase(signed["signedTransactionInfo"]), claims=claims).decode()

    def tampered(self, bought: str, product_id: str = "com.example.tampered") -> str:
        """Returns a transaction with another product and the old signature, which verification rejects."""
        header, _, signature = bought.split(".")
        payload = json.dumps({**_payload(bought), "productId": product_id}).encode()
        return ".".join([header, base64.urlsafe_b64encode(payload).decode().rstrip("="), signature])

    def issue(
        self,
        kind: str,
        *,
        purchase: Optional[Mapping[str, Any]] = None,
        claims: Optional[Mapping[str, Any]] = None,
        renewal_claims: Optional[Mapping[str, Any]] = None,
        created: Optional[datetime] = None,
        options: Optional[List[str]] = None,
    ) -> bytes:
        """Runs ``receipt issue`` and returns the evidence. ``receipt issue --help`` explains kinds, members and options."""
        words = [f"--kind={kind}", f"--bundle-id={self.bundle_id}", f"--environment={_option(self.environment)}", f"--created={_text(created or _now())}"]
        if kind not in ("appReceipt", "transactionReceipt") and self.environment not in ("Xcode", "LocalTesting"):
            words.append(f"--key-seed={self._key_seed}")
        for name, members in [("purchase", purchase), ("claims", claims), ("renewal-claims", renewal_claims)]:
            if members:
                words.append(f"--{name}={json.dumps(dict(members))}")
        with tempfile.TemporaryDirectory() as folder:
            out, root = Path(folder, "out"), Path(folder, "root.cer")
            run = subprocess.run(
                [program.path(), "issue", f"--out={out}", f"--root-out={root}", *words, *(options or [])], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if run.returncode != 0:
                raise ValueError(run.stderr.decode().strip())
            if root.read_bytes() not in self.roots:
                self.roots.append(root.read_bytes())
            return out.read_bytes()

    def _jws(self, kind: str, purchase: Mapping[str, Any], claims: Mapping[str, Any]) -> str:
        return self.issue(kind, purchase=purchase, claims=claims).decode().strip()


def _payload(jws: str) -> Dict[str, Any]:
    payload = jws.split(".")[1]
    claims: Dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return claims


def _claims(jws: str) -> Dict[str, Any]:
    """Returns the payload of a transaction, but for the date of signing: a transaction with it is signed now."""
    return {name: value for name, value in _payload(jws).items() if name != "signedDate"}


def _purchase(jws: str) -> Dict[str, Any]:
    """Returns the members of ``receipt issue --purchase`` for a transaction."""
    claims = _claims(jws)
    purchase = {
        "productID": claims["productId"], "transactionID": claims["transactionId"], "originalTransactionID": claims["originalTransactionId"],
        "purchaseDate": _text(_date(claims["purchaseDate"])),
    }
    if "expiresDate" in claims:
        purchase["expirationDate"] = _text(_date(claims["expiresDate"]))
    return purchase


def _now() -> datetime:
    return datetime.now(timezone.utc).replace(microsecond=0)


def _date(milliseconds: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=milliseconds)


def _milliseconds(date: datetime) -> int:
    return (date - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(milliseconds=1)


def _text(date: datetime) -> str:
    if date.utcoffset() is None:
        raise ValueError("a date needs a time zone: datetime.now(timezone.utc)")
    return date.astimezone(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")


def _option(environment: str) -> str:
    return {"LocalTesting": "local-testing"}.get(environment, environment.lower())
