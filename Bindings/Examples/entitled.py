"""Whether a customer has access to a product.

    python3 entitled.py POLICY.json PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
"""

import base64
import json
import sys

import receiptkit

policy, product, *files = sys.argv[1:]
with open(policy) as file:
    settings = json.load(file)
verifier = receiptkit.Verifier(
    bundle_ids=settings["bundleIDs"],
    device=settings["device"],
    trust_roots=[base64.b64decode(root) for root in settings["trustRoots"]])
try:
    answer = verifier.ledger([open(path).read() for path in files], products={"it": [product]})
except receiptkit.NotVerified as error:
    print(error.code)
    sys.exit(2)
access = answer["ledger"]["access"]["it"]
if access["state"] == "granted":
    print("granted", access["entitlement"].get("endDate", ""))
    sys.exit(0)
print(access["state"], access["reason"] if access["state"] == "denied" else "")
sys.exit(1)
