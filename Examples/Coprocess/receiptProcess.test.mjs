// Tests of the example. RECEIPT names the program. Examples/Coprocess/check runs this.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ReceiptProcess } from "./receiptProcess.mjs";

const fixtures = new URL("../../Fixtures/", import.meta.url);
const options = ["--bundle-id", "com.example.app", "--any-device", "--trust-root", new URL("root.cer", fixtures).pathname];
const receipt = (name) => readFileSync(new URL(`receipts/${name}.receipt`, fixtures)).toString("base64");
const start = (words = options) => new ReceiptProcess(words, process.env.RECEIPT);

test("each answer comes before the next question", async () => {
  const tool = start();
  let answer = await tool.ledger(receipt("trial"), receipt("refund"));
  assert.deepEqual([answer.line, answer.verdict, answer.ledger.purchases.length], [1, "verified", 6]);
  answer = await tool.ledger(receipt("trial"), receipt("refused-wrong-root"));
  assert.deepEqual([answer.line, answer.index, answer.error.code], [2, 1, "chain.untrustedRoot"]);
  answer = await tool.ledger(null);
  assert.deepEqual([answer.line, answer.index, answer.verdict], [3, 0, "unreadable"]);
  answer = await tool.ledger("two\nlines");
  assert.deepEqual([answer.line, answer.verdict, answer.error.code], [4, "unreadable", "input.notReceipt"]);
  assert.equal((await tool.ledger(receipt("trial"))).line, 5);
  assert.equal(await tool.close(), 0);
});

test("entitlements are those of the date", async () => {
  const tool = start([...options, "--as-of", "2024-03-20"]);
  const { entitlements } = (await tool.ledger(receipt("trial"))).ledger;
  assert.deepEqual(entitlements.map(({ state }) => state), ["subscribed"]);
  await tool.close();
});

test("questions asked at once get their own answers", async () => {
  const tool = start();
  const names = Array.from({ length: 100 }, (_, i) => (i % 3 ? "trial" : "refused-wrong-root"));
  const verdicts = await Promise.all(names.map(async (name) => (await tool.ledger(receipt(name))).verdict));
  assert.deepEqual(verdicts, names.map((name) => (name === "trial" ? "verified" : "refused")));
  assert.equal(await tool.close(), 0);
});

test("a process that is killed is an error and no verdict", async () => {
  const tool = start();
  const { pid } = tool;
  assert.equal((await tool.ledger(receipt("trial"))).verdict, "verified");
  process.kill(pid, "SIGKILL");
  await assert.rejects(tool.ledger(receipt("trial")), /SIGKILL/);
  await assert.rejects(tool.ledger(receipt("trial")), /SIGKILL/);
  await tool.close();
});

test("half an answer is none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "receipt-"));
  const program = join(folder, "receipt");
  writeFileSync(program, `#!/bin/sh\nread line\nprintf '{"line":1,"verdict":"verified"'\nexit 7\n`, { mode: 0o755 });
  await assert.rejects(new ReceiptProcess(options, program).ledger("x"), /status 7/);
  rmSync(folder, { recursive: true });
});

test("wrong options, and no program, are errors", async () => {
  await assert.rejects(start(["--any-device"]).ledger("x"), /status 64/);
  await assert.rejects(new ReceiptProcess(options, "/nowhere/receipt").ledger("x"), /ENOENT/);
});
