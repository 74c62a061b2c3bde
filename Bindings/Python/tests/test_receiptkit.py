"""Tests of the Python package, on the repository's fixtures.

    python3 -m unittest discover Bindings/Python/tests       after installing the wheel

RECEIPTKIT_DISTRIBUTION names the folder that Distribution/build made. Without it, answers aren't compared with those of the programs.
"""

import asyncio
import base64
import copy
import http.client
import importlib.metadata
import inspect
import io
import json
import multiprocessing
import os
import pickle
import re
import signal
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from contextlib import redirect_stdout
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path

import receiptkit
from receiptkit import NotVerified, ReceiptKitError, Verifier, library

FIXTURES = Path(__file__).resolve().parents[3] / "Fixtures"
NOW = datetime(2024, 6, 1, tzinfo=timezone.utc)
ROOTS = [(FIXTURES / name).read_bytes() for name in ["root.cer", "jws-root.cer"]]


class NoOffset(tzinfo):
    def utcoffset(self, _):
        return None


def jws(name):
    return (FIXTURES / "jws" / f"{name}.jws").read_text()


def verifier(**members):
    return Verifier(**{"bundle_ids": ["com.example.app"], "device": "unchecked", "trust_roots": ROOTS, **members})


def verdict(evidence):
    return shared.verify(evidence, at=NOW)["verdict"]


class Answers(unittest.TestCase):
    def test_verdicts_are_the_command_lines(self):
        for line in (FIXTURES / "answers.tsv").read_text().splitlines():
            name, file, bundle_id, options = line.split("\t")
            if not name.startswith("verified-") or file.startswith("text:") or options:
                continue
            with self.subTest(name):
                expected = json.loads((FIXTURES / "answers" / f"{name}.json").read_text())
                contents = (FIXTURES / file).read_bytes()
                self.assertEqual(verifier(bundle_ids=[bundle_id]).verify(contents, at=NOW), expected)

    def test_access(self):
        owned = verifier().ledger([jws("non-consumable")], products=["com.example.pro"], at=NOW)
        self.assertEqual(owned["ledger"]["access"]["com.example.pro"]["state"], "granted")
        refunded = verifier().ledger(
            [jws("refund"), jws("non-consumable")], products={"pro": ["com.example.pro"]}, at=NOW)
        self.assertEqual(refunded["ledger"]["access"]["pro"]["reason"], "revoked")

    def test_every_form_of_evidence(self):
        body = json.loads((FIXTURES / "bodies/subscription-status.json").read_text())
        receipt = (FIXTURES / "receipts/trial.receipt").read_bytes()
        for one in [receipt, base64.b64encode(receipt), base64.b64encode(receipt).decode(), jws("renewal"),
                    jws("renewal").encode(), body, json.dumps(body)]:
            answer = verifier().verify(one, at=NOW)
            self.assertEqual(answer["verdict"], "verified")
            self.assertEqual(verifier().ledger([one], at=NOW)["bundleID"], "com.example.app")

    def test_questions(self):
        answer = verifier().ledger(
            [jws("renewal")], products=["com.example.monthly"], as_of=NOW - timedelta(days=20), stale_after=60,
            non_renewing={"com.example.season": 30}, introductory_offer_products=["com.example.monthly"], at=NOW)
        self.assertEqual(answer["ledger"]["asOf"], "2024-05-12T00:00:00Z")
        self.assertIn("introductoryOfferEligibility", answer["ledger"])

    def test_transactions(self):
        ledger = verifier().ledger(
            [jws("non-consumable")], transactions=["1"], first_acquired_before="2.0", at=NOW)["ledger"]
        self.assertEqual(ledger["transactions"], {"1": None})
        self.assertEqual(ledger["firstAcquired"]["answer"], "undetermined")
        one = ledger["purchases"][0]
        found = verifier().ledger([jws("non-consumable")], transactions=one["transactionIDs"], at=NOW)["ledger"]
        self.assertEqual(found["transactions"][one["transactionID"]]["id"], one["id"])
        self.assertEqual(found["latest"], {one["productID"]: one["transactionID"]})

    def test_no_evidence(self):
        answer = verifier().ledger([], products=["com.example.pro"], at=NOW)
        self.assertEqual(
            answer["ledger"]["access"], {"com.example.pro": {"state": "denied", "reason": "noPurchaseKnown"}})
        self.assertNotIn("bundleID", answer)
        with self.assertRaises(receiptkit.NotVerified) as raised:
            verifier().ledger([], at=NOW)
        self.assertEqual(raised.exception.code, "evidence.empty")

    def test_verify_receipt(self):
        receipt = base64.b64encode((FIXTURES / "receipts/trial.receipt").read_bytes()).decode()
        answer = verifier().verify_receipt_response(json.dumps({"receipt-data": receipt}), at=NOW)
        self.assertEqual(json.loads(answer)["status"], 0)
        self.assertEqual(verifier().verify_receipt_response(b"{", at=NOW), b'{"status":21002}')

    def test_the_environment_of_verify_receipt_is_the_default_environment(self):
        receipt = (FIXTURES / "receipts" / "sandbox.receipt").read_bytes()
        request, later = json.dumps({"receipt-data": base64.b64encode(receipt).decode()}), NOW + timedelta(days=400)
        for members, status, is_accepted in [
            ({}, 21007, False), ({"verify_receipt_environment": "Sandbox"}, 0, True), ({"environments": ["Sandbox"]}, 0, True),
            ({"environments": ["Production"], "verify_receipt_environment": "Sandbox"}, 21003, False),
            ({"environments": ["Sandbox"], "verify_receipt_environment": "Production"}, 21007, True),
        ]:
            with self.subTest(members):
                one = verifier(**members)
                self.assertEqual(json.loads(one.verify_receipt_response(request, at=later))["status"], status)
                if is_accepted:
                    self.assertEqual(one.verify(receipt, at=later)["environment"], "Sandbox")
                else:
                    with self.assertRaises(NotVerified) as raised:
                        one.verify(receipt, at=later)
                    self.assertEqual(raised.exception.code, "environment.mismatch")


@unittest.skipUnless("RECEIPTKIT_DISTRIBUTION" in os.environ, "RECEIPTKIT_DISTRIBUTION names no folder with the programs")
class Programs(unittest.TestCase):
    """Checks that the library, receipt-server and receipt give the same bytes for every fixture."""

    FILES = [FIXTURES / "transaction-receipt.plist"] + sorted(
        file for pattern in ["receipts/*.receipt", "jws/*.jws", "bodies/*.json"] for file in FIXTURES.glob(pattern))

    def policies(self):
        """Two verifiers, each with the programs' options for the same policy, and the server's route for verifyReceipt."""
        roots = [f"--trust-root={FIXTURES / name}" for name in ["root.cer", "jws-root.cer"]]
        issuer = FIXTURES / "transaction-receipt-issuer.cer"
        yield (
            verifier(accept_transaction_receipts=True, intermediates=[issuer.read_bytes()]),
            ["--bundle-id", "com.example.app", "--accept-transaction-receipts", f"--intermediate={issuer}", *roots], "/verifyReceipt")
        yield (
            verifier(bundle_ids="any", environments=["Sandbox"]), ["--any-bundle-id", "--environment", "sandbox", *roots],
            "/sandbox/verifyReceipt")

    def requests(self, file):
        """Calls each of the library's functions with a fixture."""
        contents = file.read_bytes()
        text = contents.decode() if file.suffix == ".jws" else base64.b64encode(contents).decode()
        # A line of a batch has no line break.
        evidence = contents.replace(b"\n", b" ") if file.suffix == ".json" else json.dumps(text).encode()
        receipt = contents if file.suffix == ".json" else b'{"receipt-data":"%b"}' % text.encode()
        return [
            (library.verify, contents), (library.ledger, b'{"evidence":[%b],"asOf":"2024-05-20T00:00:00Z"}' % evidence),
            (library.verifyreceipt_response, receipt),
        ]

    def test_receipt_servers_answers(self):
        dated = 0
        for one, options, route in self.policies():
            connection = http.client.HTTPConnection("127.0.0.1", self.serve(options))
            self.addCleanup(connection.close)
            for file in self.FILES:
                for path, (function, request) in zip(["/v1/verify", "/v1/ledger", route], self.requests(file)):
                    connection.request("POST", path, request)
                    answer = connection.getresponse().read()
                    # The server verifies at the time of its clock, which is in many responses.
                    date = re.search(rb'"verification":{"date":"([^"]*)|now is ([^"]*)|"request_date_ms":"([^"]*)', answer)
                    if date and date[3]:
                        now = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=int(date[3]))
                    else:
                        now = datetime.fromisoformat((date[1] or date[2]).decode()) if date else datetime.now(timezone.utc)
                    dated += bool(date)
                    with self.subTest(file=file.name, path=path):
                        self.assertEqual(one._answer(function, request, now), answer)
        self.assertGreater(dated, 80)

    def test_receipts_answers(self):
        files = [str(file) for file in self.FILES]
        for one, options, _ in self.policies():
            requests = [self.requests(file) for file in self.FILES]
            lines = b"\n".join(ledger for _, (_, ledger), _ in requests)
            for place, words in enumerate([
                ["verify", *files, "--format", "json"], ["ledger", "--batch", "--as-of", "2024-05-20"],
                ["verify", *files, "--format", "verify-receipt"],
            ]):
                words = [self.program("receipt"), *words, *options, "--any-device", "--at", "2024-06-01"]
                printed = subprocess.run(words, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
                # Apple's responses contain line breaks.
                answers = re.split(rb'\n(?={"(?:file|line|status)":)', printed.removesuffix(b"\n"))
                for file, request, answer in zip(self.FILES, requests, answers, strict=True):
                    # Remove the member with the file or line.
                    answer = re.sub(rb'^{("file":"[^"]*"|"line":\d+),', b"{", answer)
                    with self.subTest(file=file.name, function=place):
                        self.assertEqual(one._answer(*request[place], NOW), answer)

    def serve(self, options):
        """Starts a server that ends with the test, and returns its port."""
        log = tempfile.TemporaryFile()
        self.addCleanup(log.close)
        server = subprocess.Popen([self.program("receipt-server"), *options, "--port", "0"], stderr=log)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        while server.poll() is None:
            if port := re.search(rb"port=(\d+)", os.pread(log.fileno(), 4_096, 0)):
                return int(port[1])
            time.sleep(0.05)
        self.fail("receipt-server doesn't start")

    def program(self, name):
        return os.path.join(os.environ["RECEIPTKIT_DISTRIBUTION"], "bin", name)


class Documentation(unittest.TestCase):
    def test_the_block_of_the_readme_grants_access(self):
        text = (Path(__file__).resolve().parents[1] / "README.md").read_text()
        block = re.search(r"```python\n(.*?)```", text, re.S)[1]
        block = block.replace('"unchecked")', '"unchecked", trust_roots=ROOTS)').replace("com.example.monthly", "com.example.pro")
        names = {"jws": jws("non-consumable"), "ROOTS": ROOTS}
        with redirect_stdout(io.StringIO()) as printed:
            exec(block, names)
        self.assertEqual((names["access"]["state"], printed.getvalue()), ("granted", "None\n"))

    def test_help_explains_every_argument(self):
        for call in [Verifier.__init__, Verifier.ledger, Verifier.verify, Verifier.verify_receipt_response]:
            for name in list(inspect.signature(call).parameters)[1:]:
                with self.subTest(call=call.__name__, argument=name):
                    self.assertRegex(inspect.getdoc(call), rf"\b{name}\b")


class Errors(unittest.TestCase):
    def test_what_is_not_verified_is_raised(self):
        with self.assertRaises(NotVerified) as raised:
            verifier(bundle_ids=["com.example.other"]).ledger([jws("renewal"), jws("refund")], at=NOW)
        self.assertEqual((raised.exception.code, raised.exception.index), ("bundleIdentifier.mismatch", 0))
        self.assertEqual(raised.exception.verdict, "refused")
        with self.assertRaises(NotVerified) as raised:
            verifier().verify(b"<html>", at=NOW)
        self.assertEqual(raised.exception.verdict, "unreadable")

    def test_what_makes_no_policy_is_raised(self):
        for members, code in [
            ({"bundle_ids": []}, "policy.bundleIdentifierMissing"), ({"device": "any"}, "policy.invalidMember"),
            ({"device": {}}, "policy.invalidMember"), ({"trust_roots": [b"no"]}, "trustAnchor.malformed"),
        ]:
            with self.subTest(code), self.assertRaises(ReceiptKitError) as raised:
                verifier(**members)
            self.assertEqual(raised.exception.code, code)
            self.assertTrue(raised.exception.hint)

    def test_a_certificate_may_be_in_pem(self):
        pem = [ssl.DER_cert_to_PEM_cert(each).encode() for each in ROOTS]
        self.assertEqual(verifier(trust_roots=pem).verify(jws("non-consumable"), at=NOW)["verdict"], "verified")
        for damaged, code in [(b"".join(pem), "trustAnchor.malformed"), (pem[0].replace(b"\nM", b"\n\xe9", 1), "policy.invalidMember")]:
            with self.subTest(code), self.assertRaises(ReceiptKitError) as raised:
                verifier(trust_roots=[damaged])
            self.assertEqual(raised.exception.code, code)

    def test_an_argument_of_another_type_is_raised_before_the_call(self):
        one, owned = verifier(), [jws("non-consumable")]
        text = "com.example.app"
        device = 'device is "unchecked" or {"identifiers": […], "deviceVerificationIDs": […]}, not '
        for call, message in [
            (lambda: verifier(bundle_ids=text), "bundle_ids is a list of texts or 'any', not str"),
            (lambda: verifier(bundle_ids=[text, 5]), "bundle_ids is a list of texts or 'any', not of int"),
            (lambda: verifier(environments="Production"), "environments is a list of texts, not str"),
            (lambda: verifier(distrusted_keys=b"00"), "distrusted_keys is a list of texts, not bytes"),
            (lambda: verifier(shared_secrets="secret"), "shared_secrets is a list of texts, not str"),
            (lambda: verifier(shared_secrets=[b"secret"]), "shared_secrets is a list of texts, not of bytes"),
            (lambda: verifier(trust_roots=ROOTS[0]), "trust_roots is a list of certificates, each as bytes, not bytes"),
            (lambda: verifier(trust_roots=bytearray(ROOTS[0])), "trust_roots is a list of certificates, each as bytes, not of int"),
            (lambda: verifier(intermediates=Path("a.cer")), "intermediates is a list of certificates, each as bytes, not PosixPath"),
            (lambda: verifier(xcode_certificates=["a.cer"]), "xcode_certificates is a list of certificates, each as bytes, not of str"),
            (lambda: verifier(device=None), device + "NoneType"), (lambda: verifier(device=["id"]), device + "list"),
            (lambda: verifier(device={"identifiers": "id"}), "device['identifiers'] is a list of texts, not str"),
            (lambda: one.ledger("eyJ"), "evidence is a list of pieces, not str"),
            (lambda: one.ledger(owned[0].encode()), "evidence is a list of pieces, not bytes"),
            (lambda: one.ledger({}), "evidence is a list of pieces, not dict"),
            (lambda: one.ledger([Path("x.jws")]), "evidence is text or bytes, not PosixPath: read the file"),
            (lambda: one.verify(Path("x.jws")), "evidence is text or bytes, not PosixPath: read the file"),
            # bytes(5) is five zeros.
            (lambda: one.verify(5), "evidence is text or bytes, not int"),
            (lambda: one.verify([5]), "evidence is text or bytes, not list: ledger takes a list"),
            (lambda: one.verify_receipt_response({}), "request is text or bytes, not dict: use json.dumps"),
            (lambda: one.ledger(owned, products="pro"), "products is a list of texts, not str"),
            (lambda: one.ledger(owned, products={"pro": "com.example.pro"}), "products['pro'] is a list of texts, not str"),
            (lambda: one.ledger(owned, introductory_offer_products="pro"), "introductory_offer_products is a list of texts, not str"),
            (lambda: one.ledger(owned, introductory_offer_products={"pro": ["a"]}),
             "introductory_offer_products is a list of texts, not dict"),
            (lambda: one.ledger(owned, non_renewing=["a"]), "non_renewing is a dictionary of days by product, not list"),
            (lambda: one.ledger(owned, non_renewing={"a": float("nan")}), "non_renewing['a'] is a whole number, not nan"),
            (lambda: one.ledger(owned, stale_after=0.5), "stale_after is a whole number, not 0.5"),
            (lambda: one.ledger(owned, stale_after=float("inf")), "stale_after is a whole number, not inf"),
            (lambda: one.ledger(owned, stale_after="60"), "stale_after is a whole number, not '60'"),
            (lambda: one.ledger(owned, as_of="2024-05-20"), "as_of is a datetime with a time zone, not str"),
            (lambda: one.ledger(owned, at=NOW.date()), "at is a datetime with a time zone, not date"),
            (lambda: one.verify(owned[0], at="2024-05-20"), "at is a datetime with a time zone, not str"),
        ]:
            with self.subTest(message):
                with self.assertRaises(TypeError) as raised:
                    call()
                self.assertEqual(str(raised.exception), message)
        # A time zone without an offset makes a date naive, as if it had no time zone.
        for date in [datetime(2024, 6, 1), datetime(2024, 6, 1, tzinfo=NoOffset())]:
            for call in [
                lambda: one.verify(owned[0], at=date), lambda: one.ledger(owned, at=date), lambda: one.ledger(owned, as_of=date),
                lambda: one.verify_receipt_response(b"{}", at=date),
            ]:
                self.assertRaisesRegex(ValueError, "needs a time zone", call)

    def test_an_invalid_call_is_told_from_evidence_that_is_not_verified(self):
        one, owned = verifier(), jws("non-consumable")
        for question in [{"stale_after": -1}, {"products": []}, {"non_renewing": {"a": 0}}, {"as_of": datetime.max.replace(tzinfo=timezone.utc)}]:
            with self.subTest(question), self.assertRaises(ReceiptKitError) as raised:
                one.ledger([owned], **question, at=NOW)
            self.assertEqual((type(raised.exception), raised.exception.code), (ReceiptKitError, "request.invalidMember"))
        # A client's request body is evidence, whatever its members are called.
        posted = {"evidence": [owned], "products": 5}
        self.assertEqual(one.ledger([posted, json.dumps(posted)], at=NOW)["verdict"], "verified")
        for evidence in [posted, json.dumps(posted)]:
            with self.assertRaises(NotVerified) as raised:
                one.verify(evidence, at=NOW)
            self.assertEqual(raised.exception.code, "request.unknownMember")

    def test_seconds_are_whole_floats_or_a_timedelta_too(self):
        one, ends = verifier(), datetime(2024, 5, 15, tzinfo=timezone.utc)
        expected = one.ledger([jws("renewal")], as_of=ends, stale_after=3600, non_renewing={"a": 30}, at=NOW)
        for seconds in [3600.0, timedelta(hours=1)]:
            self.assertEqual(one.ledger([jws("renewal")], as_of=ends, stale_after=seconds, non_renewing={"a": 30.0}, at=NOW), expected)

    def test_a_policy_takes_a_timedelta_where_it_takes_seconds(self):
        for age, tolerance in [(3600, 60), (timedelta(hours=1), timedelta(minutes=1))]:
            one = verifier(maximum_age=age, clock_tolerance=tolerance)
            with self.assertRaises(NotVerified) as raised:
                one.verify(jws("renewal"), at=NOW)
            self.assertEqual(raised.exception.code, "date.tooOld")

    def test_errors_are_copied_and_pickled(self):
        with self.assertRaises(NotVerified) as raised:
            verifier().ledger([jws("renewal"), "junk"], at=NOW)
        for error in [raised.exception, ReceiptKitError("a.code", "A message", "A hint"), ReceiptKitError(code="a.code", message="A message")]:
            for made in [pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)]:
                self.assertEqual((type(made), str(made), vars(made)), (type(error), str(error), vars(error)))

    def test_a_verifier_is_neither_copied_nor_pickled(self):
        # A copy would use memory that the original has freed.
        for make in [copy.copy, copy.deepcopy, pickle.dumps]:
            self.assertRaises(TypeError, make, verifier())


class Processes(unittest.TestCase):
    def test_threads_share_a_verifier(self):
        one, failures = verifier(), []
        expected = one.verify(jws("renewal"), at=NOW)

        def work():
            for _ in range(200):
                if one.verify(jws("renewal"), at=NOW) != expected:
                    failures.append(1)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_a_verifier_survives_a_fork(self):
        one = verifier()
        expected = one.verify(jws("renewal"), at=NOW)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                if one.verify(jws("renewal"), at=NOW) == expected and one._made[1] == os.getpid():
                    status = 0
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(one.verify(jws("renewal"), at=NOW), expected)

    def test_a_verifier_survives_a_fork_while_threads_use_it(self):
        one, done = verifier(), threading.Event()

        def work():
            while not done.is_set():
                one.verify(jws("renewal"), at=NOW)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    status = 1
                    try:
                        # A child that waits for a lock ends with the signal.
                        signal.alarm(60)
                        status = one.verify(jws("renewal"), at=NOW)["verdict"] != "verified"
                    finally:
                        os._exit(status)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
        finally:
            done.set()
            for thread in threads:
                thread.join()

    def test_a_pool_of_forked_processes_uses_the_verifier_of_a_module(self):
        # A pool forks its processes, so they find the module's verifier.
        global shared
        shared = verifier()
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(verdict, [jws("renewal"), jws("refund")] * 4), ["verified"] * 8)

    def test_asyncio_verifies_in_threads(self):
        one = verifier()

        async def all_verdicts():
            calls = [asyncio.to_thread(one.verify, jws("renewal"), at=NOW) for _ in range(16)]
            return [answer["verdict"] for answer in await asyncio.gather(*calls)]

        self.assertEqual(asyncio.run(all_verdicts()), ["verified"] * 16)

    def test_memory_is_flat(self):
        def resident():
            return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        one, evidence, broken = verifier(), jws("renewal"), jws("renewal")[:-5]
        calls = int(os.environ.get("RECEIPTKIT_CALLS", "20000"))

        def work(count):
            for _ in range(count):
                one.verify(evidence, at=NOW)
                try:
                    one.verify(broken, at=NOW)
                except NotVerified:
                    pass

        work(calls // 20)
        before = resident()
        work(calls // 2)
        self.assertLess(resident() - before, 4 << 20)

    def test_the_version_is_the_librarys(self):
        self.assertEqual(importlib.metadata.version("receiptkit"), receiptkit.version().replace("-rc.", "rc"))


if __name__ == "__main__":
    unittest.main()
