"""Validates answers with the JSON Schema. Needs the package jsonschema."""

import copy
import json
import unittest
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[4]
ANSWERS = ROOT / "Fixtures/answers"
SCHEMA = json.loads((ROOT / "Bindings/receiptkit.schema.json").read_text())


def closed(schema):
    """Returns a schema that rejects members that it doesn't name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(each) for name, each in schema.items()}
    return {**made, "additionalProperties": False} if "properties" in schema else made


VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())
CLOSED = jsonschema.Draft202012Validator(closed(SCHEMA))


def golden(pattern):
    # An inspection isn't an answer of the library or the server.
    return {
        file.name: json.loads(file.read_text())
        for file in sorted(ANSWERS.glob(pattern)) if not file.name.startswith("inspect-")
    }


def set_member(path, value):
    """Returns a change of an answer: of the member at a path, such as ``ledger.purchases.0.id``. None removes it."""
    def change(answer):
        *parents, last = [int(each) if each.isdigit() else each for each in path.split(".")]
        for each in parents:
            answer = answer[each]
        if value is None:
            del answer[last]
        else:
            assert last in answer
            answer[last] = value
    return change


class Schema(unittest.TestCase):
    def test_it_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_golden_answers_are_valid(self):
        self.assertGreater(len(golden("*.json")), 35)
        for name, answer in golden("*.json").items():
            with self.subTest(name):
                VALIDATOR.validate(answer)

    def test_golden_answers_have_no_other_members(self):
        for name, answer in golden("*.json").items():
            # The command line writes a file's contents beside its ledger; the library writes only the ledger.
            parts = [{key: each for key, each in answer.items() if key != "ledger"}]
            if "ledger" in answer:
                parts.append({key: answer[key] for key in ["verdict", "environment", "bundleID", "ledger"] if key in answer})
            for part in parts:
                with self.subTest(name):
                    CLOSED.validate(part)

    def test_every_definition_is_used(self):
        text = json.dumps(SCHEMA)
        for name in SCHEMA["$defs"]:
            self.assertIn(f'"#/$defs/{name}"', text)

    def test_wrong_answers_are_not_valid(self):
        for name, change in [
            ("verified-transaction", set_member("verdict", "verifed")), ("verified-transaction", set_member("verdict", None)),
            ("verified-transaction", set_member("kind", "renewal")), ("verified-transaction", set_member("kind", "appReceipt")),
            ("verified-transaction", set_member("transaction", None)), ("verified-transaction", set_member("transaction.productID", None)),
            ("verified-transaction", set_member("transaction.purchaseDate", 1_714_000_000)),
            ("verified-transaction", set_member("verification.digest", "md5")),
            ("verified-transaction", set_member("contentDigest", "ABCD")), ("verified-transaction", set_member("environment", "production")),
            ("verified-appReceipt", set_member("receipt.purchases", None)),
            ("verified-appReceipt", set_member("receipt.purchases.0.purchasedQuantity", "1")),
            ("verified-list", set_member("evidence.0.kind", "list")), ("verified-list", set_member("evidence.0.verification", None)),
            ("verified-notification", set_member("notification.notificationUUID", None)),
            ("ledger-products", set_member("ledger.access.season.state", "grantd")),
            ("ledger-products", set_member("ledger.access.none.reason", "noPurchase")),
            ("ledger-products", set_member("ledger.access.none.reason", None)),
            ("ledger-products", set_member("ledger.access.none.state", "granted")),
            ("ledger-products", set_member("ledger.purchases.0.transactionIDs", None)),
            ("ledger-products", set_member("ledger.asOf", None)), ("ledger-products", set_member("verdict", "refused")),
            ("ledger-subscription", set_member("ledger.subscriptions.0.status.state", "active")),
            ("ledger-subscription", set_member("ledger.subscriptions.0.periods.0.kind", "free")),
            ("refused-signature", set_member("verdict", "refusd")), ("refused-signature", set_member("error", None)),
            ("refused-signature", set_member("error.code", None)), ("refused-signature", set_member("error.class", "forged")),
            ("unreadable-html", set_member("error.support", None)),
        ]:
            answer = copy.deepcopy(golden(f"{name}.json")[f"{name}.json"])
            VALIDATOR.validate(answer)
            change(answer)
            with self.subTest(name, change=change.__closure__[0].cell_contents):
                self.assertFalse(VALIDATOR.is_valid(answer))


if __name__ == "__main__":
    unittest.main()
