// Whether a customer has access to a product, as receipt-server answers.
//     node entitled.mjs http://127.0.0.1:8080 PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
import { readFileSync } from "node:fs";

async function ledger(server, evidence, products) {
  const response = await fetch(server + "/v1/ledger", {
    method: "POST",
    body: JSON.stringify({ evidence, products }),
    signal: AbortSignal.timeout(10_000),
  });
  // 422 has a verdict. Any other status says nothing about the
  // customer: try again later, and revoke nothing.
  if (response.status !== 200 && response.status !== 422) {
    throw new Error(`receipt-server answered ${response.status}`);
  }
  return response.json();
}

const [server, product, ...files] = process.argv.slice(2);
const evidence = files.map((path) => readFileSync(path, "utf8").trim());
const answer = await ledger(server, evidence, { it: [product] });
if (answer.verdict !== "verified") {
  console.log(answer.error.code);
  process.exit(2);
}
const access = answer.ledger.access.it;
console.log(access.state, access.entitlement?.endDate ?? access.reason ?? "");
process.exit(access.state === "granted" ? 0 : 1);
