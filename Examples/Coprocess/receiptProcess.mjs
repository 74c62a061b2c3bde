// Runs `receipt ledger --batch` as a child of a Node program. It answers each line with one line.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class ReceiptProcess {
  #process;
  #waiting = [];
  #failure;

  constructor(options, program = "receipt") {
    this.#process = spawn(program, ["ledger", "--batch", "--jobs", "1", ...options], { stdio: ["pipe", "pipe", "inherit"] });
    // Answers are in the order of the questions, so each belongs to the first one that waits.
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#answer(line));
    this.#process.on("error", (error) => this.#end(error));
    this.#process.on("close", (status, signal) => this.#end(new Error(`receipt ended with ${signal ?? `status ${status}`}`)));
    // The events above reject the questions that wait.
    this.#process.stdin.on("error", () => {});
  }

  get pid() {
    return this.#process.pid;
  }

  // Returns one customer's ledger, from receipts in base64, JWS and
  // Apple's JSON bodies. Fails if the process has ended.
  ledger(...evidence) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      // JSON escapes line breaks, so this is one line.
      this.#process.stdin.write(JSON.stringify({ evidence }) + "\n");
    });
  }

  // Ends the input. The process answers the remaining lines, and ends.
  close() {
    this.#process.stdin.end();
    return new Promise((resolve) => (this.#failure ? resolve() : this.#process.on("close", (status) => resolve(status))));
  }

  #answer(line) {
    try {
      const answer = JSON.parse(line);
      this.#waiting.shift().resolve(answer);
    } catch {
      // An incomplete line: the process died while writing, which the events above report.
    }
  }

  #end(failure) {
    this.#failure ??= failure;
    for (const { reject } of this.#waiting.splice(0)) reject(failure);
  }
}
