"""What is raised."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class ReceiptKitError(Exception):
    """A policy or a call that can't be: a member is misspelt, or a size is too large."""

    def __init__(self, code: str, message: str, hint: Optional[str] = None) -> None:
        super().__init__(f"{code}: {message}" + (f" ({hint})" if hint else ""))
        #: A stable name for this kind of error, such as ``chain.untrustedRoot``. *Error codes* in the documentation explains each.
        self.code = code
        #: What is wrong, in English.
        self.message = message
        #: What may help, or None.
        self.hint = hint


class NotVerified(ReceiptKitError):
    """The evidence isn't verified: don't give access for it."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        error = answer["error"]
        super().__init__(error["code"], error["message"], error.get("hint"))
        #: ``refused``, or ``unreadable`` where the input isn't evidence at all.
        self.verdict: str = answer["verdict"]
        #: The place of the evidence in the list, from 0, or None.
        self.index: Optional[int] = answer.get("index")
        #: The whole answer.
        self.answer = dict(answer)
