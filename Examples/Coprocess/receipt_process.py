"""Runs `receipt ledger --batch` as a child of a Python program. It answers each line with one line."""

import contextlib
import json
import subprocess
import threading


class ReceiptProcess:
    """Answers one question at a time. Any number of threads may ask. Start several to use several processors."""

    def __init__(self, *options, program="receipt"):
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [program, "ledger", "--batch", "--jobs", "1", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ledger(self, *evidence):
        """Returns one customer's ledger, from receipts in base64, JWS
        and Apple's JSON bodies. Raises if the process has ended."""
        # JSON escapes line breaks, so this is one line.
        question = json.dumps({"evidence": evidence}).encode() + b"\n"
        with self._lock:
            try:
                self._process.stdin.write(question)
                self._process.stdin.flush()
                answer = self._process.stdout.readline()
            except BrokenPipeError:
                answer = b""
        if not answer.endswith(b"\n"):
            status = self._process.wait()
            raise RuntimeError(f"receipt ended with status {status}")
        return json.loads(answer)

    def close(self):
        """Ends the input, which ends the process."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()
