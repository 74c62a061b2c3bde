"""Tests of the example. RECEIPT names the program. Examples/Coprocess/check runs this."""

import base64
import os
import tempfile
import threading
import unittest
from pathlib import Path

from receipt_process import ReceiptProcess

FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"
OPTIONS = ["--bundle-id", "com.example.app", "--any-device", "--trust-root", str(FIXTURES / "root.cer")]


def receipt(name):
    return base64.b64encode((FIXTURES / f"receipts/{name}.receipt").read_bytes()).decode()


class Conversation(unittest.TestCase):
    def setUp(self):
        self.process = ReceiptProcess(*OPTIONS, program=os.environ["RECEIPT"])
        self.addCleanup(self.process.close)

    def test_each_answer_comes_before_the_next_question(self):
        answer = self.process.ledger(receipt("trial"), receipt("refund"))
        self.assertEqual((answer["line"], answer["verdict"]), (1, "verified"))
        self.assertEqual(len(answer["ledger"]["purchases"]), 6)
        answer = self.process.ledger(receipt("trial"), receipt("refused-wrong-root"))
        self.assertEqual((answer["line"], answer["index"], answer["error"]["code"]), (2, 1, "chain.untrustedRoot"))
        answer = self.process.ledger(None)
        self.assertEqual((answer["line"], answer["index"], answer["verdict"]), (3, 0, "unreadable"))
        answer = self.process.ledger("two\nlines")
        self.assertEqual((answer["line"], answer["verdict"], answer["error"]["code"]), (4, "unreadable", "input.notReceipt"))
        answer = self.process.ledger()
        self.assertEqual((answer["line"], answer["verdict"], answer["error"]["code"]), (5, "refused", "evidence.empty"))
        self.assertEqual(self.process.ledger(receipt("trial"))["line"], 6)
        self.assertEqual(self.process.close(), 0)

    def test_entitlements_are_those_of_the_date(self):
        process = ReceiptProcess(*OPTIONS, "--as-of", "2024-03-20", program=os.environ["RECEIPT"])
        [entitlement] = process.ledger(receipt("trial"))["ledger"]["entitlements"]
        self.assertEqual(entitlement["state"], "subscribed")
        process.close()

    def test_threads_get_their_own_answers(self):
        wrong = []

        def ask(name, verdict):
            wrong.extend(name for _ in range(50) if self.process.ledger(receipt(name))["verdict"] != verdict)

        asking = [threading.Thread(target=ask, args=each) for each in (("trial", "verified"), ("refused-wrong-root", "refused")) * 2]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_dead_process_is_an_error_and_no_verdict(self):
        self.assertEqual(self.process.ledger(receipt("trial"))["verdict"], "verified")
        self.process._process.kill()
        for _ in range(2):
            with self.assertRaisesRegex(RuntimeError, "status -9"):
                self.process.ledger(receipt("trial"))
        self.assertEqual(self.process.close(), -9)

    def test_half_an_answer_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "receipt")
            program.write_text("#!/bin/sh\nread line\nprintf '{\"line\":1,\"verdict\":\"verified\"'\nexit 7\n")
            program.chmod(0o755)
            process = ReceiptProcess(*OPTIONS, program=str(program))
            with self.assertRaisesRegex(RuntimeError, "status 7"):
                process.ledger("x")
            process.close()

    def test_wrong_options_are_an_error(self):
        process = ReceiptProcess("--any-device", program=os.environ["RECEIPT"])
        with self.assertRaisesRegex(RuntimeError, "status 64"):
            process.ledger(receipt("trial"))
        process.close()


unittest.main()
