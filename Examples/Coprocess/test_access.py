"""Tests of access.py, and of apple_statuses.py with Apple's library and a stub of Apple's server. RECEIPT names the program. Examples/Coprocess/check runs this."""

import base64
import email.utils
import json
import logging
import os
import subprocess
import tempfile
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from access import DAY, HOUR, MINUTE, AppleError, AppleStatuses, MemoryStore, RejectedPiece, access
from receipt_process import ReceiptProcess

try:
    from apple_statuses import Client, statuses
    from appstoreserverlibrary.models.Environment import Environment
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
except ImportError:
    Client = None

MONTHLY = "com.example.monthly"


class Evidence(unittest.TestCase):
    """Evidence of a test authority, a process that verifies it, and a clock."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def setUp(self):
        self.store, self.start, self.later = MemoryStore(), time.time(), 0
        # A month that ended ten days ago.
        self.store.add("alice", self.issue("transaction", 40, 10, "1"))
        self.process = ReceiptProcess(
            "--bundle-id", "com.example.app", "--any-device", "--trust-root", str(Path(self.folder.name, "root.cer")),
            "--product", f"pro={MONTHLY},com.example.yearly", "--product", "basic=com.example.basic", "--stale-after", "3600",
            program=os.environ["RECEIPT"])
        self.addCleanup(self.process.close)

    def date(self, days):
        """Returns the date this many days ago."""
        now = datetime.fromtimestamp(self.start, timezone.utc).replace(microsecond=0)
        return (now - timedelta(days=days)).isoformat().replace("+00:00", "Z")

    def issue(self, kind, start, end, transaction, *options, product=MONTHLY, original="1"):
        """Issues evidence of a period that began `start` days ago, signed when it began."""
        purchase = {
            "productID": product, "productType": 3, "purchaseDate": self.date(start), "expirationDate": self.date(end),
            "transactionID": transaction, "originalTransactionID": original}
        file = Path(self.folder.name, "evidence")
        subprocess.run(
            [os.environ["RECEIPT"], "issue", "--out", file, "--root-out", Path(self.folder.name, "root.cer"), "--kind", kind,
             "--bundle-id", "com.example.app", "--purchase", json.dumps(purchase), *options],
            check=True, stdout=subprocess.DEVNULL)
        return file.read_text().strip()

    def signed(self, start, end, transaction, retry=False, **options):
        """Returns what Apple signs now about a subscription that will renew, or whose renewal fails, without the date of a grace period."""
        claims = {"signedDate": int(self.start * 1000)}
        renewal = {**claims, "isInBillingRetryPeriod": True, "expirationIntent": 2} if retry else claims
        return json.loads(self.issue(
            "subscriptionStatus", start, end, transaction, "--claims", json.dumps(claims), "--renewal-claims", json.dumps(renewal),
            **options))

    def now(self):
        return self.start + self.later


class Recipe(Evidence):
    """The recipe with a function in place of Apple's server."""

    def setUp(self):
        super().setUp()
        self.asked, self.reply = [], AppleStatuses([])
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)

    def statuses(self, purchase):
        self.asked.append(purchase)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply

    def ask(self, account="alice", name="pro"):
        return access(name, account, self.process, self.statuses, self.store, self.now)

    def add_bob(self):
        """Gives Bob his own subscription, which expired like Alice's."""
        self.store.add("bob", self.issue("transaction", 40, 10, "3", original="3"))

    def test_a_request_that_fails_leaves_the_answer_undetermined_and_is_reported(self):
        logging.disable(logging.NOTSET)
        self.reply = ConnectionError("down")
        with self.assertLogs("access", "ERROR") as logged:
            answer = self.ask()
        self.assertEqual(logged.output, ["ERROR:access:Apple didn't answer about 1: ConnectionError('down')"])
        self.assertEqual((answer["state"], answer["missing"], answer["failed"]), ("undetermined", ["renewal"], ["1"]))
        self.later = 59
        self.assertNotIn("failed", self.ask())
        self.assertEqual(self.asked, ["1"])
        self.later, self.reply = 60, AppleStatuses([self.signed(10, -20, "2")])
        self.assertEqual(self.ask()["state"], "granted")
        self.assertEqual(self.asked, ["1", "1"])

    def test_where_apple_does_not_know_the_transaction_it_is_asked_again_in_an_hour(self):
        self.add_bob()
        for error, wait in [
            (AppleError(404), HOUR), (AppleError(404, 4040010), HOUR), (AppleError(404, 4040005), HOUR),
            (AppleError(400, 4000006), HOUR), (AppleError(404, 4040002), MINUTE), (AppleError(404, 4040004), MINUTE),
            (AppleError(404, 4040006), MINUTE), (AppleError(401), MINUTE),
        ]:
            with self.subTest(error=error):
                self.later, self.reply = self.later + DAY, error
                self.asked.clear()
                answer = self.ask()
                self.assertEqual((answer["state"], answer["failed"]), ("undetermined", ["1"]))
                self.later += wait - 1
                self.assertNotIn("failed", self.ask())
                self.ask("bob")
                self.assertEqual(self.asked, ["1", "3"])
                self.later += 1
                self.ask()
                self.assertEqual(self.asked, ["1", "3", "1"])

    def test_where_apple_is_busy_nobodys_question_reaches_it_until_then(self):
        self.add_bob()

        def milliseconds(now, wait):
            return f"{round((now + wait) * 1000)}"

        def http(now, wait):
            return email.utils.formatdate(now + wait, usegmt=True)

        self.start = float(int(self.start))  # HTTP's dates have no fractions
        for status, header, wait in [
            (429, None, 60), (429, "soon", 60), (429, "", 60), (429, "-5", 60), (500, None, 60), (503, "300", 300),
            (429, lambda now: milliseconds(now, 120), 120), (429, "120", 120), (429, lambda now: http(now, 120), 120),
            (429, lambda now: milliseconds(now, DAY), HOUR), (429, "86400", HOUR), (429, lambda now: http(now, 365 * DAY), HOUR),
            (429, "18446744073709551615", HOUR), (429, lambda now: milliseconds(now, -DAY), 1), (429, "0", 1),
            (429, lambda now: http(now, -DAY), 1),
        ]:
            self.later += DAY
            header = header(self.now()) if callable(header) else header
            with self.subTest(status=status, header=header):
                self.asked.clear()
                self.reply = AppleError(status, 4290000, header)
                self.assertEqual(self.ask()["failed"], ["1"])
                self.later += wait - 1
                answer = self.ask("bob")
                self.assertEqual((answer["state"], answer["originalTransactionIDs"]), ("undetermined", ["3"]))
                self.assertEqual(self.asked, ["1"])
                self.later, self.reply = self.later + 1, AppleStatuses([])
                self.ask("bob")
                self.assertEqual(self.asked, ["1", "3"])

    def test_unsigned_grace_gives_access_for_an_hour_and_is_no_evidence(self):
        self.reply = AppleStatuses([self.signed(40, 10, "1", retry=True)], {"1"})
        for self.later in [0, 3599]:
            answer = self.ask()
            self.assertEqual((answer["state"], answer["basis"]), ("granted", "unsignedStatus"))
            entitlement = answer["entitlement"]
            self.assertEqual((entitlement["state"], entitlement["productID"]), ("inGracePeriod", MONTHLY))
            self.assertEqual(
                datetime.fromisoformat(entitlement["endDate"]).timestamp(), int(self.start + HOUR))
        self.assertEqual(self.asked, ["1"])
        self.assertEqual(len(self.store.evidence("alice")), 2)
        self.assertEqual(self.ask(name="basic"), {"state": "denied", "reason": "noPurchaseKnown"})
        # The process has its own clock, by which the signed evidence stays current. Apple is asked anyway.
        self.later = HOUR
        self.assertEqual(self.ask()["basis"], "unsignedStatus")
        self.assertEqual(self.asked, ["1", "1"])
        self.later, self.reply = 2 * HOUR, AppleStatuses([self.signed(40, 10, "1", retry=True)])
        self.assertEqual((self.ask()["state"], self.ask()["reason"]), ("denied", "expired"))

    def test_unsigned_grace_counts_no_more_after_a_failed_request_or_another_answer(self):
        for reply in [AppleError(404), AppleError(429), ConnectionError(), AppleStatuses([])]:
            for signed in [[], [self.signed(40, 10, "1", retry=True)]]:
                with self.subTest(reply=reply, signed=signed):
                    self.store = MemoryStore()
                    self.store.add("alice", self.issue("transaction", 40, 10, "1"))
                    self.later, self.reply = 0, AppleStatuses(signed, {"1"})
                    self.assertEqual(self.ask()["basis"], "unsignedStatus")
                    self.later, self.reply = HOUR, reply
                    answer = self.ask()
                    self.assertNotIn("basis", answer)
                    failed = isinstance(reply, Exception)
                    # If Apple answers, its signed evidence is current again.
                    self.assertEqual(answer["state"], "denied" if signed and not failed else "undetermined")
                    self.assertEqual("failed" in answer, failed)

    def test_unsigned_grace_ends_28_days_after_the_period(self):
        for ended, state in [(27.99, "granted"), (28.01, "denied")]:
            with self.subTest(ended=ended):
                store, name = MemoryStore(), f"account {ended}"
                self.store = store
                store.add(name, self.issue("transaction", 60, ended, "1"))
                self.reply = AppleStatuses([self.signed(60, ended, "1", retry=True)], {"1"})
                answer = self.ask(name)
                self.assertEqual((answer["state"], answer.get("reason", "expired")), (state, "expired"))
                if state == "granted":
                    # 864 seconds are left of the 28 days.
                    end = datetime.fromisoformat(answer["entitlement"]["endDate"]).timestamp()
                    self.assertAlmostEqual(end, self.start + 864, delta=2)
                    self.later = 870
                    self.assertEqual(self.ask(name)["state"], "denied")
                    self.later = 0

    def test_what_apple_signs_later_comes_first(self):
        signed_date = int(self.start * 1000)
        refund = {"signedDate": signed_date, "revocationDate": signed_date, "revocationReason": 0}
        for evidence, state in [
            (self.signed(10, -20, "2"), "granted"),
            (self.issue("transaction", 40, 10, "1", "--claims", json.dumps(refund)), "undetermined"),
        ]:
            with self.subTest(state=state):
                self.store = MemoryStore()
                self.store.add("alice", self.issue("transaction", 40, 10, "1"))
                self.reply = AppleStatuses([], {"1"})
                self.assertEqual(self.ask()["basis"], "unsignedStatus")
                self.store.add("alice", evidence)
                answer = self.ask()
                self.assertNotIn("basis", answer)
                self.assertEqual(answer["state"], state)

    def test_unsigned_grace_is_about_the_product_of_the_last_period(self):
        self.store.add("alice", self.issue("transaction", 10, 5, "2", product="com.example.basic"))
        self.reply = AppleStatuses([self.signed(10, 5, "2", retry=True, product="com.example.basic")], {"1"})
        self.assertEqual(self.ask(name="basic")["basis"], "unsignedStatus")
        self.assertEqual(self.ask()["state"], "denied")

    def test_unsigned_grace_is_never_read_from_evidence(self):
        body = json.loads(self.issue("subscriptionStatuses", 40, 10, "1"))
        body["data"][0]["lastTransactions"] = [
            {**self.signed(40, 10, "1", retry=True), "originalTransactionId": "1", "status": 4}]
        self.store.add("alice", body)
        self.assertEqual(self.ask()["state"], "denied")
        self.assertEqual(self.asked, [])

    def test_what_apple_did_not_sign_is_not_stored(self):
        forged = self.signed(10, -20, "2")
        forged["signedTransactionInfo"] = forged["signedTransactionInfo"][:-4] + "AAAA"
        self.reply = AppleStatuses([forged])
        self.assertEqual(self.ask()["state"], "undetermined")
        self.assertEqual(len(self.store.evidence("alice")), 1)

    def test_without_evidence_nobody_is_asked(self):
        self.assertEqual(self.ask("bob"), {"state": "denied", "reason": "noPurchaseKnown"})
        self.assertEqual(self.asked, [])

    def test_stored_evidence_that_is_rejected_is_an_error_that_names_it(self):
        self.store.add("alice", "<html>")
        with self.assertRaisesRegex(RejectedPiece, "^input.notReceipt of piece 1 of alice$"):
            self.ask()

    def test_a_volume_purchase_that_has_ended_is_left_out(self):
        fixtures = Path(__file__).resolve().parents[2] / "Fixtures"
        process = ReceiptProcess(
            "--bundle-id", "com.example.app", "--any-device", "--trust-root", str(Path(self.folder.name, "root.cer")),
            "--trust-root", str(fixtures / "root.cer"), "--product", f"pro={MONTHLY}", program=os.environ["RECEIPT"])
        self.addCleanup(process.close)
        self.process = process
        ended = base64.b64encode((fixtures / "receipts/volume-purchase.receipt").read_bytes()).decode()
        for account, pieces, expected in [
            ("bob", [ended], {"state": "denied", "reason": "noPurchaseKnown"}),
            ("carol", [ended, self.issue("transaction", 10, -20, "2"), ended], None),
        ]:
            for piece in pieces:
                self.store.add(account, piece)
            answer = self.ask(account)
            if expected:
                self.assertEqual(answer, expected)
            else:
                self.assertEqual(answer["state"], "granted")


class Apple(BaseHTTPRequestHandler):
    """Responds to Get All Subscription Statuses, and records the requests."""

    answer, status, header, asked = {"data": []}, 200, None, []

    def do_GET(self):
        assert self.headers["Authorization"].startswith("Bearer ")
        Apple.asked.append(self.path)
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        if self.header:
            self.send_header("Retry-After", self.header)
        self.end_headers()
        self.wfile.write(json.dumps(self.answer).encode())

    def log_message(self, *_):
        pass


@unittest.skipIf(Client is None, "app-store-server-library is not installed")
class Library(Evidence):
    """The recipe with Apple's library and a stub of Apple's server."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = HTTPServer(("127.0.0.1", 0), Apple)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        cls.apple = Client(key, "KEY", "issuer", "com.example.app", Environment.PRODUCTION)
        cls.apple._base_url = f"http://127.0.0.1:{cls.server.server_port}"

    def setUp(self):
        super().setUp()
        Apple.answer, Apple.status, Apple.header, Apple.asked = {"data": []}, 200, None, []

    def ask(self, account="alice"):
        return access("pro", account, self.process, statuses(self.apple), self.store, self.now)

    def test_apple_is_asked_where_a_renewal_may_be_missing(self):
        Apple.answer = json.loads(self.issue("subscriptionStatuses", 10, -20, "2"))
        answer = self.ask()
        self.assertEqual((answer["state"], answer["entitlement"]["transactionID"]), ("granted", "2"))
        self.assertEqual(self.ask()["state"], "granted")
        self.assertEqual(Apple.asked, ["/inApps/v1/subscriptions/1"])

    def test_apple_is_asked_once_an_hour(self):
        for self.later, count in [(0, 1), (3599, 1), (3600, 2)]:
            answer = self.ask()
            self.assertEqual((answer["state"], answer["missing"]), ("undetermined", ["renewal"]))
            self.assertEqual(len(Apple.asked), count)

    def test_what_apple_says_is_the_last_word_for_an_hour(self):
        Apple.answer = json.loads(self.issue("subscriptionStatuses", 40, 10, "1", "--created", self.date(0)))
        self.assertEqual((self.ask()["state"], self.ask()["reason"]), ("denied", "expired"))
        self.assertEqual(len(Apple.asked), 1)

    def test_status_4_is_read_by_original_transaction(self):
        Apple.answer = {"data": [{"subscriptionGroupIdentifier": "7", "lastTransactions": [
            {**self.signed(40, 10, "1", retry=True), "originalTransactionId": original, "status": status}
            for original, status in [("1", 4), ("2", 3), ("3", 1)]]}]}
        found = statuses(self.apple)("1")
        self.assertEqual((len(found.signed), found.in_grace), (3, {"1"}))
        self.assertEqual(self.ask()["basis"], "unsignedStatus")

    def test_errors_have_status_code_and_header(self):
        for status, code, header in [(429, 4290000, "1732752000000"), (404, 4040010, None), (500, None, "120")]:
            Apple.status, Apple.header = status, header
            Apple.answer = {"errorCode": code, "errorMessage": "no"} if code else {}
            with self.assertRaises(AppleError) as raised:
                statuses(self.apple)("1")
            error = raised.exception
            self.assertEqual((error.status, error.code, error.retry_after), (status, code, header))

    def test_a_server_that_is_down_leaves_the_answer_undetermined(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
        base, self.apple._base_url = self.apple._base_url, "http://127.0.0.1:1"
        self.addCleanup(setattr, self.apple, "_base_url", base)
        self.assertEqual((self.ask()["state"], self.ask().get("failed")), ("undetermined", None))
        self.apple._base_url = base
        Apple.answer = json.loads(self.issue("subscriptionStatuses", 10, -20, "2"))
        self.later = 60
        self.assertEqual(self.ask()["state"], "granted")


unittest.main()
