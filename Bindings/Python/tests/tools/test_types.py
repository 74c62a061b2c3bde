"""Checks with mypy and basedpyright, both strict, that the samples of the pages have right types, and that wrong programs are flagged."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
BEFORE = '''from receiptkit import Verifier

jws = "eyJ…"
verifier = Verifier(bundle_ids=["com.example.app"], device="unchecked")
access = verifier.ledger([jws])["ledger"]["access"]["pro"]
verified = verifier.verify(jws)
'''

#: Programs with one mistake, which is on their last line.
WRONG = {
    "a state that doesn't exist": 'if access["state"] == "grantd":\n    print("granted")',
    "a member that doesn't exist": 'print(verifier.ledger([jws])["ledger"]["acces"])',
    "an answer used without its case": 'print(access["entitlement"])',
    "the wrong case of an answer": 'if access["state"] == "denied":\n    print(access["originalTransactionIDs"])',
    "evidence used without its kind": 'print(verified["transaction"])',
    "the wrong kind of evidence": 'if verified["kind"] == "appReceipt":\n    print(verified["transaction"])',
    "a member of a payload that doesn't exist": 'if verified["kind"] == "transaction":\n    print(verified["transaction"]["product_id"])',
    "an environment that doesn't exist": 'Verifier(bundle_ids="any", device="unchecked", environments=["production"])',
    "a policy without a device": 'Verifier(bundle_ids=["com.example.app"])',
    "a number used as a price": 'if verified["kind"] == "transaction" and "price" in verified["transaction"]:\n    print(verified["transaction"]["price"] * 1.2)',
    "a date used as a number": 'if access["state"] == "granted":\n    print(access["knownAsOf"] + 86400)',
}

RIGHT = '''
if access["state"] == "granted":
    print(access["entitlement"]["productID"], access["entitlement"].get("endDate"))
elif access["state"] == "denied":
    print(access["reason"] == "revoked", access.get("since"))
else:
    print(access["missing"], access["originalTransactionIDs"])
if verified["kind"] == "notification":
    print(verified["notification"]["notificationType"], verified.get("transaction"))
elif verified["kind"] == "list":
    for element in verified["evidence"]:
        if element["kind"] == "subscriptionStatus":
            print(element["renewalInfo"]["autoRenewProductID"])
try:
    verifier.verify(jws)
except NotVerified as error:
    print(error.verdict == "refused", error.answer["error"].get("class") == "untrusted")
'''


def blocks(page):
    """Returns the Python programs of a page."""
    return re.findall(r"```python\n(.*?)```", (PACKAGE / page).read_text(), re.S)


class Types(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)

    def write(self, programs):
        for name, text in programs.items():
            (self.folder / name).write_text(text)

    def mypy(self):
        """Returns the lines with errors, by file."""
        run = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir=/dev/null", "."], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        found = {}
        for name, line in re.findall(r"^(?:\./)?([^:\n]+):(\d+): error", run.stdout, re.M):
            found.setdefault(name, set()).add(int(line))
        return found, run.stdout

    def pyright(self):
        (self.folder / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "include": ["."]}))
        run = subprocess.run(
            [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        errors = [each for each in json.loads(run.stdout)["generalDiagnostics"] if each["severity"] == "error"]
        found = {}
        for each in errors:
            found.setdefault(Path(each["file"]).name, set()).add(each["range"]["start"]["line"] + 1)
        return found, "\n".join(f"{each['file']}: {each['message']}" for each in errors)

    def test_the_samples_have_right_types(self):
        shared, fastapi, django = blocks("Servers.md")
        # jws is a variable of the reader's.
        readme = "".join(f"{each}\n" for each in blocks("README.md")[:1]).replace("[jws]", '["eyJ…"]')
        self.write({
            "readme.py": readme, "right.py": "from receiptkit import NotVerified\n" + BEFORE + RIGHT, "purchases.py": shared, "routes.py": fastapi, "views.py": django,
            "entitled.py": (PACKAGE.parent / "Examples/entitled.py").read_text(),
        })
        found, text = self.mypy()
        self.assertEqual(found, {}, text)
        found, text = self.pyright()
        # Settings from a file have no types.
        found.pop("entitled.py", None)
        self.assertEqual(found, {}, text)

    def test_wrong_programs_are_flagged(self):
        names = [f"wrong{place}.py" for place in range(len(WRONG))]
        self.write({name: BEFORE + program + "\n" for name, program in zip(names, WRONG.values())})
        for check in [self.mypy, self.pyright]:
            found, text = check()
            for name, (mistake, program) in zip(names, WRONG.items()):
                # A comparison is on the line before the last.
                last = BEFORE.count("\n") + program.count("\n") + 1
                line = last - 1 if "state that" in mistake else last
                with self.subTest(mistake, tool=check.__name__):
                    self.assertEqual(found.get(name), {line})


if __name__ == "__main__":
    unittest.main()
