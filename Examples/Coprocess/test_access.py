"""Tests of access.py with Apple's library and a stub of Apple's server. RECEIPT names the program. Examples/Coprocess/check runs this."""

import json
import os
import subprocess
import tempfile
import threading
import unittest
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from access import MemoryStore, access
from receipt_process import ReceiptProcess

try:
    from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient
    from appstoreserverlibrary.models.Environment import Environment
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
except ImportError:
    print("app-store-server-library is not installed: access.py is skipped")
    raise SystemExit

MONTHLY = "com.example.monthly"


class Apple(BaseHTTPRequestHandler):
    """Answers Get All Subscription Statuses, and notes what it was asked."""

    answer, status, asked = {"data": []}, 200, []

    def do_GET(self):
        assert self.headers["Authorization"].startswith("Bearer ")
        Apple.asked.append(self.path)
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(self.answer).encode())

    def log_message(self, *_):
        pass


class Access(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = HTTPServer(("127.0.0.1", 0), Apple)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        cls.apple = AppStoreServerAPIClient(key, "KEY", "issuer", "com.example.app", Environment.PRODUCTION)
        cls.apple._base_url = f"http://127.0.0.1:{cls.server.server_port}"

    def setUp(self):
        Apple.answer, Apple.status, Apple.asked = {"data": []}, 200, []
        self.store, self.time = MemoryStore(), 0
        # A month that ended ten days ago.
        self.store.add("alice", self.issue("transaction", 40, 10, "1"))
        self.process = ReceiptProcess(
            "--bundle-id", "com.example.app", "--any-device", "--trust-root", str(Path(self.folder.name, "root.cer")),
            "--product", f"pro={MONTHLY},com.example.yearly", "--stale-after", "3600", program=os.environ["RECEIPT"])
        self.addCleanup(self.process.close)

    def issue(self, kind, start, end, transaction, *options):
        """Evidence of a period from so many days ago on, signed as soon as it began."""
        today = datetime.now(timezone.utc).replace(microsecond=0)

        def date(days):
            return (today - timedelta(days=days)).isoformat().replace("+00:00", "Z")

        purchase = {
            "productID": MONTHLY, "productType": 3, "purchaseDate": date(start), "expirationDate": date(end),
            "transactionID": transaction, "originalTransactionID": "1"}
        file = Path(self.folder.name, "evidence")
        subprocess.run(
            [os.environ["RECEIPT"], "issue", "--out", file, "--root-out", Path(self.folder.name, "root.cer"), "--kind", kind,
             "--bundle-id", "com.example.app", "--purchase", json.dumps(purchase), *options],
            check=True, stdout=subprocess.DEVNULL)
        return file.read_text().strip()

    def ask(self, account="alice"):
        return access("pro", account, self.process, self.apple, self.store, lambda: self.time)

    def test_apple_is_asked_where_a_renewal_may_be_missing(self):
        Apple.answer = json.loads(self.issue("subscriptionStatuses", 10, -20, "2"))
        answer = self.ask()
        self.assertEqual((answer["state"], answer["entitlement"]["transactionID"]), ("granted", "2"))
        self.assertEqual(self.ask()["state"], "granted")
        self.assertEqual(Apple.asked, ["/inApps/v1/subscriptions/1"])

    def test_apple_is_asked_once_an_hour(self):
        for self.time, count in [(0, 1), (3599, 1), (3600, 2)]:
            answer = self.ask()
            self.assertEqual((answer["state"], answer["missing"]), ("undetermined", ["renewal"]))
            self.assertEqual(len(Apple.asked), count)

    def test_what_apple_says_is_the_last_word_for_an_hour(self):
        today = datetime.now(timezone.utc).replace(microsecond=0).isoformat().replace("+00:00", "Z")
        Apple.answer = json.loads(self.issue("subscriptionStatuses", 40, 10, "1", "--created", today))
        self.assertEqual((self.ask()["state"], self.ask()["reason"]), ("denied", "expired"))
        self.assertEqual(len(Apple.asked), 1)

    def test_no_answer_of_apples_is_none(self):
        Apple.status = 500
        with self.assertRaises(APIException):
            self.ask()
        self.assertEqual(self.ask()["state"], "undetermined")

    def test_without_evidence_nobody_is_asked(self):
        self.assertEqual(self.ask("bob"), {"state": "denied", "reason": "noPurchaseKnown"})
        self.assertEqual(Apple.asked, [])

    def test_evidence_that_is_rejected_is_an_error(self):
        self.store.add("alice", "<html>")
        with self.assertRaisesRegex(RuntimeError, "input.notReceipt"):
            self.ask()


unittest.main()
