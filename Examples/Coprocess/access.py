"""Whether a customer has access. Asks Apple where evidence may be missing."""

import email.utils
import logging
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone

MINUTE, HOUR, DAY = 60, 3600, 86400
log = logging.getLogger(__name__)


@dataclass
class AppleStatuses:
    """Apple's response to *Get All Subscription Statuses*, from your own request."""

    #: The subscriptions, as Apple signed them: evidence.
    signed: list
    #: The original transactions whose `status` is 4, grace period. Apple doesn't sign it.
    in_grace: set = field(default_factory=set)


class AppleError(Exception):
    """Apple's response to a failed request."""

    def __init__(self, status, code=None, retry_after=None):
        super().__init__(f"status {status}, code {code}, Retry-After {retry_after}")
        self.status, self.code, self.retry_after = status, code, retry_after

    @property
    def is_permanent(self):
        """True if Apple doesn't know the transaction. Three codes with
        status 404 ask to retry."""
        retryable = [4040002, 4040004, 4040006]
        return self.status in (400, 404) and self.code not in retryable

    def pause_end(self, now):
        """The time when the service may ask Apple again, about any
        customer, or None if the error concerns only this request."""
        if self.status != 429 and self.status < 500:
            return None
        wait = self._wait(now)
        return now + min(max(MINUTE if wait is None else wait, 1), HOUR)

    def _wait(self, now):
        """The seconds that `Retry-After` asks for. Apple sends a UNIX
        time in milliseconds; HTTP allows seconds or a date."""
        header = self.retry_after or ""
        if header.isascii() and header.isdigit():
            number = int(header[:20])
            return number if number < 10**11 else number / 1000 - now
        try:
            date = email.utils.parsedate_to_datetime(header)
            return date.timestamp() - now
        except (TypeError, ValueError, OverflowError):
            return None


class RejectedPiece(Exception):
    """Stored evidence that the verifier rejects, because the policy is stricter than when the evidence arrived."""


def access(name, account, process, statuses, store, now=time.time):
    """Returns whether an account may use any of the products that
    `--product` calls `name`. If evidence may be missing, asks Apple,
    about each subscription at most once an hour."""
    answer = known(name, account, process, store, now())
    if answer["state"] != "undetermined":
        return answer
    failed = []
    for purchase in answer["originalTransactionIDs"]:
        if not store.start_asking(purchase, now()):
            continue
        try:
            found = statuses(purchase)
        except Exception as error:
            failed.append(purchase)
            note(error, purchase, store, now())
            continue
        for status in found.signed:
            # Skip purchases that you bound to another account here.
            if process.ledger(status)["verdict"] == "verified":
                store.add(account, status)
        store.finish_asking(
            purchase, purchase in found.in_grace, now())
    answer = known(name, account, process, store, now())
    return {**answer, "failed": failed} if failed else answer


def note(error, purchase, store, now):
    """Logs why Apple didn't answer, and stores when to ask again."""
    log.error("Apple didn't answer about %s: %r", purchase, error)
    # After other errors, such as of the network, `start_asking` lets
    # a request ask again in a minute.
    if not isinstance(error, AppleError):
        return
    if error.is_permanent:
        store.postpone(purchase, now)
    elif end := error.pause_end(now):
        store.pause(end)


def known(name, account, process, store, now):
    """Returns the answer without asking Apple."""
    evidence = list(store.evidence(account))
    while evidence:
        verdict = process.ledger(*evidence)
        if verdict["verdict"] == "verified":
            return answer_of(verdict["ledger"], name, store, now)
        code, index = verdict["error"]["code"], verdict.get("index")
        if code != "date.expired":
            # Without this piece the answer could miss a refund.
            raise RejectedPiece(f"{code} of piece {index} of {account}")
        # The receipt of a volume purchase that has expired.
        del evidence[index]
    return {"state": "denied", "reason": "noPurchaseKnown"}


def answer_of(ledger, name, store, now):
    """Returns the answer of a ledger, or of Apple's unsigned status."""
    answer = ledger["access"][name]
    grace = unsigned_grace(answer, ledger, store, now)
    if grace is None:
        return answer
    last, end = grace
    if now < end:
        date = datetime.fromtimestamp(end, timezone.utc)
        entitlement = {
            "state": "inGracePeriod",
            "endDate": date.isoformat(timespec="seconds")}
        return {
            "state": "granted", "basis": "unsignedStatus",
            "entitlement": {**last, **entitlement}}
    # The grace period may continue: ask Apple to confirm it.
    return {
        **answer, "state": "undetermined", "missing": ["billingRecovery"],
        "originalTransactionIDs": [last["originalTransactionID"]]}


def unsigned_grace(answer, ledger, store, now):
    """Returns the purchase whose grace period Apple reported in its last
    response, and the time when the report expires. It gives access for
    an hour, and at most until 28 days after the period. It doesn't
    override a refund or another product."""
    if answer["state"] == "granted" or "transactionID" not in answer:
        return None
    if answer.get("reason", "expired") != "expired":
        return None
    last = next(
        purchase for purchase in ledger["purchases"]
        if purchase["transactionID"] == answer["transactionID"])
    if "revocationDate" in last or "expirationDate" not in last:
        return None
    original = last["originalTransactionID"]
    latest = [
        subscription["status"]["productID"]
        for subscription in ledger["subscriptions"]
        if subscription["originalTransactionID"] == original]
    end = datetime.fromisoformat(
        last["expirationDate"].replace("Z", "+00:00")).timestamp()
    word = store.grace_word(original)
    if word is None or latest != [last["productID"]]:
        return None
    if not end <= now < end + 28 * DAY:
        return None
    return last, min(word + HOUR, end + 28 * DAY)


class MemoryStore:
    """A database: the evidence of each account, when Apple may be asked again, and its unsigned reports of grace periods."""

    def __init__(self):
        self._evidence, self._next, self._grace, self._pause_end = {}, {}, {}, 0

    def evidence(self, account):
        return self._evidence.get(account, [])

    def add(self, account, evidence):
        self._evidence.setdefault(account, []).append(evidence)

    def start_asking(self, purchase, now):
        """Records that Apple is asked about a subscription. Returns False if it's too early. If Apple doesn't answer, the next request may ask in a minute."""
        if now < self._pause_end or now < self._next.get(purchase, 0):
            return False
        self._next[purchase] = now + MINUTE
        return True

    def finish_asking(self, purchase, is_in_grace, now):
        """Records Apple's answer about a subscription. The next request may ask in an hour."""
        self._next[purchase] = now + HOUR
        self._grace[purchase] = now if is_in_grace else None

    def postpone(self, purchase, now):
        """Delays the next request about a subscription by an hour."""
        self._next[purchase] = now + HOUR

    def pause(self, until):
        """Stops requests to Apple about all customers until a date."""
        self._pause_end = max(self._pause_end, until)

    def grace_word(self, purchase):
        """The time when Apple reported a grace period for a subscription, or None if its last answer didn't."""
        return self._grace.get(purchase)
