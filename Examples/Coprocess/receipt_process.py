"""`receipt ledger --batch` as a process beside a Python program: a line goes in, its answer comes out, for as long as you like."""

import contextlib
import json
import subprocess
import threading


class ReceiptProcess:
    """Answers one question at a time; any number of threads may ask. Ask several processes to use several processors."""

    def __init__(self, *options, program="receipt"):
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [program, "ledger", "--batch", "--jobs", "1", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ledger(self, *evidence):
        """One customer's ledger, of receipts in base64, JWS and
        Apple's bodies. Raises if the process died."""
        # As JSON it is one line, even if a text is not.
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
        """Ends the input, and with it the process."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()
