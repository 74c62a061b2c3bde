"""Tests of the example over HTTP. RECEIPT_SERVER is the server's address. Server/check starts it and runs this."""

import base64
import os
import unittest
import urllib.error
from pathlib import Path

from receipt_service import ReceiptService

FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"


def receipt(name):
    return base64.b64encode((FIXTURES / f"receipts/{name}.receipt").read_bytes()).decode()


class Conversation(unittest.TestCase):
    service = ReceiptService(os.environ["RECEIPT_SERVER"])

    def test_entitlements_are_those_of_the_date(self):
        answer = self.service.ledger(receipt("trial"), receipt("refund"), as_of="2024-03-20")
        self.assertEqual((answer["verdict"], len(answer["ledger"]["purchases"])), ("verified", 6))
        self.assertIn("subscribed", [entitlement["state"] for entitlement in answer["ledger"]["entitlements"]])
        self.assertEqual(self.service.ledger(receipt("trial"))["ledger"]["entitlements"], [])

    def test_access_is_that_of_the_products(self):
        products = {"pro": ["com.example.monthly", "com.example.yearly"], "theme": ["com.example.theme"]}
        ledger = self.service.ledger(receipt("trial"), as_of="2024-03-20", products=products, stale_after=3600)["ledger"]
        self.assertEqual({name: access["state"] for name, access in ledger["access"].items()}, {"pro": "granted", "theme": "denied"})
        with self.assertRaises(urllib.error.HTTPError):
            self.service.ledger(receipt("trial"), products="pro")

    def test_what_is_refused_is_named(self):
        answer = self.service.ledger(receipt("trial"), receipt("refused-wrong-root"))
        self.assertEqual((answer["index"], answer["verdict"], answer["error"]["code"]), (1, "refused", "chain.untrustedRoot"))
        self.assertEqual(self.service.ledger()["error"]["code"], "evidence.empty")

    def test_no_verdict_is_an_error(self):
        with self.assertRaises(urllib.error.URLError):
            ReceiptService("http://127.0.0.1:1").ledger(receipt("trial"))
        with self.assertRaises(urllib.error.HTTPError):
            ReceiptService(os.environ["RECEIPT_SERVER"] + "/nowhere").ledger(receipt("trial"))


unittest.main()
