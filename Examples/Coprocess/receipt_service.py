"""A customer's access from receipt-server, over HTTP."""

import json
import urllib.error
import urllib.request


class ReceiptService:
    def __init__(self, server="http://127.0.0.1:8080", timeout=10):
        self._server, self._timeout = server, timeout

    def ledger(self, *evidence, as_of=None, products=None, stale_after=None):
        """Returns one customer's ledger, from receipts in base64, JWS and Apple's JSON bodies, at a date or now. `products` lists the
        products to answer access for, {"NAME": ["ID", …]}; `stale_after` is how long after signing evidence is treated as current, in
        seconds. Raises if the server gives no verdict: a server that is down or busy says nothing about the customer."""
        question = {"evidence": evidence, "asOf": as_of, "products": products, "staleAfter": stale_after}
        request = urllib.request.Request(
            self._server + "/v1/ledger", json.dumps(question).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 422:
                raise
            return json.load(error)
