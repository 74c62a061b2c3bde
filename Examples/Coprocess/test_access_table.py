import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "Fixtures"


class AccessTable(unittest.TestCase):
    def test_a_row_for_each_key(self):
        jws = (FIXTURES / "jws/renewal.jws").read_text().strip()
        forged = (FIXTURES / "jws/refused-signature-flipped.jws").read_text().strip()
        lines = [{"key": "a", "evidence": [jws, forged]}, {"key": "b", "evidence": forged}, {"key": "c", "evidence": []}]
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/ledgers.jsonl", "w") as ledgers:
                command = [
                    os.environ["RECEIPT"], "ledger", "--batch", "--merge-by-key", "--skip-rejected", "--bundle-id", "com.example.app", "--any-device",
                    "--trust-root", FIXTURES / "jws-root.cer", "--at", "2024-04-20T00:00:00Z", "--product", "pro=com.example.monthly",
                ]
                text = "".join(json.dumps(line) + "\n" for line in lines)
                subprocess.run(command, input=text, stdout=ledgers, stderr=subprocess.DEVNULL, text=True)
            subprocess.run([sys.executable, HERE / "access_table.py"], cwd=folder, check=True)
            with open(f"{folder}/access.csv", newline="") as table:
                rows = list(csv.DictReader(table))
        self.assertEqual([row["key"] for row in rows], ["a", "b", "c"])
        self.assertEqual([row["state"] for row in rows], ["granted", "", "denied"])
        self.assertEqual([row["verdict"] for row in rows], ["verified", "refused", "verified"])
        self.assertEqual([row["skipped"] for row in rows], ["signature.invalid", "", ""])


if __name__ == "__main__":
    unittest.main()
