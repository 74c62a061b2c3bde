"""Tests of receiptkit-testing, as a server's tests use it. They need pytest and both packages."""

import json
import re
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
import receiptkit
from receiptkit import NotVerified, Verifier
from receiptkit_testing import AppStore, program

PRODUCT = "com.example.monthly"
YESTERDAY = datetime.now(timezone.utc) - timedelta(days=1)
TOMORROW = datetime.now(timezone.utc) + timedelta(days=1)


def access(app_store, *evidence):
    return app_store.verifier().ledger(list(evidence), products={"pro": [PRODUCT]})["ledger"]["access"]["pro"]


def test_a_purchase_gives_access(app_store):
    granted = access(app_store, app_store.purchase(PRODUCT))
    assert granted["state"] == "granted" and "endDate" not in granted["entitlement"]
    assert access(app_store, app_store.purchase(PRODUCT, expires=TOMORROW))["entitlement"]["state"] == "subscribed"


def test_an_expired_subscription_gives_no_access(app_store):
    assert access(app_store, app_store.purchase(PRODUCT, expires=YESTERDAY))["state"] != "granted"


def test_a_refund_ends_access(app_store):
    bought = app_store.purchase(PRODUCT, expires=TOMORROW)
    denied = access(app_store, bought, app_store.refund(bought))
    assert (denied["state"], denied["reason"]) == ("denied", "revoked")


def test_a_grace_period_keeps_access(app_store):
    bought = app_store.purchase(PRODUCT, expires=YESTERDAY)
    granted = access(app_store, bought, app_store.grace_period(bought))
    assert (granted["state"], granted["entitlement"]["state"]) == ("granted", "inGracePeriod")
    ended = app_store.grace_period(bought, until=datetime.now(timezone.utc) - timedelta(hours=1))
    assert access(app_store, bought, ended)["state"] != "granted"
    with pytest.raises(ValueError, match="follows the end"):
        app_store.grace_period(app_store.purchase(PRODUCT, expires=TOMORROW))


def test_a_tampered_transaction_is_rejected(app_store):
    bought = app_store.purchase(PRODUCT)
    with pytest.raises(NotVerified) as raised:
        access(app_store, bought, app_store.tampered(bought))
    assert (raised.value.code, raised.value.index, raised.value.verdict) == ("signature.invalid", 1, "refused")


def test_a_notification_has_the_transaction_and_its_account(app_store):
    account = "a0000000-0000-4000-8000-000000000001"
    bought = app_store.purchase(PRODUCT, expires=TOMORROW, account=account)
    body = app_store.notification(app_store.refund(bought), "REFUND")
    answer = app_store.verifier(app_apple_id=6450123456).verify(body)
    assert answer["kind"] == "notification" and answer["notification"]["notificationType"] == "REFUND"
    assert answer["transaction"]["appAccountToken"] == account and "revocationDate" in answer["transaction"]
    assert access(app_store, bought, json.loads(body))["reason"] == "revoked"


def test_a_notification_of_a_grace_period_has_its_renewal_info(app_store):
    grace = app_store.grace_period(app_store.purchase(PRODUCT, expires=YESTERDAY))
    assert sorted(grace) == ["signedRenewalInfo", "signedTransactionInfo"]
    body = app_store.notification(grace, "DID_FAIL_TO_RENEW", "GRACE_PERIOD")
    assert "gracePeriodExpirationDate" in app_store.verifier().verify(body)["renewalInfo"]
    granted = access(app_store, json.loads(body))
    assert (granted["state"], granted["entitlement"]["state"]) == ("granted", "inGracePeriod")


def test_another_apps_transaction_is_rejected(app_store):
    other = app_store.purchase(PRODUCT, claims={"bundleId": "com.example.other"})
    with pytest.raises(NotVerified) as raised:
        access(app_store, other)
    assert raised.value.code == "bundleIdentifier.mismatch"


def test_claims_replace_and_remove_members(app_store):
    bought = app_store.purchase(PRODUCT, claims={"price": 9990, "currency": "EUR", "storefront": None})
    transaction = app_store.verifier().verify(bought)["transaction"]
    assert (transaction["price"], transaction["currency"]) == ("9.99", "EUR")
    assert "storefrontCountryCode" not in transaction
    again = app_store.purchase(PRODUCT)
    assert app_store.verifier().verify(again)["transaction"]["transactionID"] != transaction["transactionID"]


def test_a_receipt_and_another_environment():
    store = AppStore("com.example.other", environment="Sandbox")
    receipt = store.issue("appReceipt", purchase={"productID": PRODUCT, "purchaseDate": "2026-01-01"})
    answer = store.verifier().ledger([receipt])
    assert (answer["bundleID"], answer["environment"]) == ("com.example.other", "Sandbox")


def test_mistakes_are_explained(app_store):
    with pytest.raises(ValueError, match="nothing"):
        app_store.issue("nothing")
    with pytest.raises(ValueError, match="issue the evidence first"):
        app_store.verifier()
    with pytest.raises(ValueError, match="time zone"):
        app_store.purchase(PRODUCT, purchased=datetime(2026, 1, 1))


def test_apples_roots_do_not_trust_it(app_store):
    with pytest.raises(NotVerified) as raised:
        Verifier(bundle_ids=["com.example.app"], device="unchecked").verify(app_store.purchase(PRODUCT))
    assert raised.value.code == "chain.untrustedRoot"


def test_the_library_signs_nothing():
    library = next(Path(receiptkit.__file__).parent.glob("*.so"), None)
    if library is None:
        pytest.skip("the library isn't in the package")
    # The name in the test authority's certificates, which the program has and the package for servers hasn't.
    assert b"ReceiptKit Tests" in Path(program.path()).read_bytes()
    assert b"ReceiptKit Tests" not in library.read_bytes()


def test_the_program_is_a_command():
    run = subprocess.run([sys.executable, "-c", "from receiptkit_testing.program import main; main()", "--version"], stdout=subprocess.PIPE, text=True)
    assert run.stdout.strip().startswith(receiptkit.version())


def test_the_readmes_first_test(app_store):
    names = {}
    exec(re.search(r"```python\n(.*?)```", (Path(__file__).parents[1] / "README.md").read_text(), re.S)[1], names)
    names["test_a_refund_ends_access"](app_store)
