// `receipt ledger --batch` as a process beside a Node program: a line goes in, its answer comes out, for as long as you like.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class ReceiptProcess {
  #process;
  #waiting = [];
  #failure;

  constructor(options, program = "receipt") {
    this.#process = spawn(program, ["ledger", "--batch", "--jobs", "1", ...options], { stdio: ["pipe", "pipe", "inherit"] });
    // Answers come in the order of the questions, so the first that waits is the one that is answered.
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#answer(line));
    this.#process.on("error", (error) => this.#end(error));
    this.#process.on("close", (status, signal) => this.#end(new Error(`receipt ended with ${signal ?? `status ${status}`}`)));
    // Who waits for an answer is told by the events above.
    this.#process.stdin.on("error", () => {});
  }

  get pid() {
    return this.#process.pid;
  }

  // One customer's ledger, of receipts in base64, JWS and Apple's
  // bodies. Fails if the process died.
  ledger(...evidence) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      // As JSON it is one line, even if a text is not.
      this.#process.stdin.write(JSON.stringify({ evidence }) + "\n");
    });
  }

  // Ends the input, and with it the process, once all is answered.
  close() {
    this.#process.stdin.end();
    return new Promise((resolve) => (this.#failure ? resolve() : this.#process.on("close", (status) => resolve(status))));
  }

  #answer(line) {
    try {
      const answer = JSON.parse(line);
      this.#waiting.shift().resolve(answer);
    } catch {
      // Half of one: the process died while it wrote, and the events above say so.
    }
  }

  #end(failure) {
    this.#failure ??= failure;
    for (const { reject } of this.#waiting.splice(0)) reject(failure);
  }
}
