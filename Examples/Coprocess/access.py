"""Whether a customer has access. Asks Apple where evidence may be missing."""

import time

HOUR = 3600


def access(name, account, process, apple, store, now=time.time):
    """Whether an account has access to the products that `--product`
    calls `name`: granted, denied or undetermined. Asks Apple where
    evidence may be missing, about each subscription at most once an
    hour."""
    def answer():
        evidence = store.evidence(account)
        if not evidence:
            return {"state": "denied", "reason": "noPurchaseKnown"}
        verdict = process.ledger(*evidence)
        if verdict["verdict"] != "verified":
            raise RuntimeError(verdict["error"]["code"])
        return verdict["ledger"]["access"][name]

    known = answer()
    if known["state"] != "undetermined":
        return known
    for purchase in known["originalTransactionIDs"]:
        if not store.start_asking(purchase, now()):
            continue
        response = apple.get_all_subscription_statuses(purchase)
        for group in response.data:
            for status in group.lastTransactions:
                # Leave out what you bound to another account.
                store.add(account, {
                    "signedTransactionInfo":
                        status.signedTransactionInfo,
                    "signedRenewalInfo": status.signedRenewalInfo})
    return answer()


class MemoryStore:
    """What a database keeps: the evidence of each account, and when Apple was asked about a subscription."""

    def __init__(self):
        self._evidence, self._asked = {}, {}

    def evidence(self, account):
        return self._evidence.get(account, [])

    def add(self, account, evidence):
        self._evidence.setdefault(account, []).append(evidence)

    def start_asking(self, purchase, now):
        """Notes that Apple is asked now. False if that was so within the last hour."""
        if now - self._asked.get(purchase, -HOUR) < HOUR:
            return False
        self._asked[purchase] = now
        return True
