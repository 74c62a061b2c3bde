"""Writes access.csv, a row for each key, from ledgers.jsonl: the answers of `receipt ledger --batch --merge-by-key --product pro=ID`."""
import csv
import json

columns = ["key", "verdict", "code", "state", "reason", "until",
           "ask", "skipped"]
with (open("ledgers.jsonl") as lines,
      open("access.csv", "w", newline="") as file):
    table = csv.DictWriter(file, columns)
    table.writeheader()
    for answer in map(json.loads, lines):
        access = answer.get("ledger", {}).get("access", {})
        access = access.get("pro", {})
        entitlement = access.get("entitlement", {})
        table.writerow({
            "key": answer.get("key"),
            "verdict": answer["verdict"],
            "code": answer.get("error", {}).get("code"),
            "state": access.get("state"),
            "reason": access.get("reason"),
            "until": entitlement.get("endDate", access.get("since")),
            "ask": " ".join(access.get("originalTransactionIDs", [])),
            "skipped": " ".join(
                piece["code"] for piece in answer.get("skipped", [])),
        })
