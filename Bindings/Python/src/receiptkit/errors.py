"""Exceptions."""

from __future__ import annotations

from typing import Any, Literal, Optional, Tuple

from .answers import RejectedAnswer


class ReceiptKitError(Exception):
    """The policy or the call is invalid. For example, an argument is misspelled, or the input is too large."""

    def __init__(self, code: str, message: str, hint: Optional[str] = None) -> None:
        super().__init__(f"{code}: {message}" + (f" ({hint})" if hint else ""))
        #: A stable name for this kind of error, such as ``chain.untrustedRoot``. *Error codes* in the documentation explains each.
        self.code = code
        #: What is wrong, in English.
        self.message = message
        #: A hint how to fix it, or None.
        self.hint = hint

    def __reduce__(self) -> Tuple[Any, ...]:
        # By default, pickling would pass the exception's text to its initializer.
        return type(self), (self.code, self.message, self.hint), self.__dict__


class NotVerified(ReceiptKitError):
    """Verification failed: don't grant access for this evidence."""

    def __init__(self, answer: RejectedAnswer) -> None:
        error = answer["error"]
        super().__init__(error["code"], error["message"], error.get("hint"))
        #: ``refused``, or ``unreadable`` if the input isn't evidence.
        self.verdict: Literal["refused", "unreadable"] = answer["verdict"]
        #: The index of the evidence in the list, or None.
        self.index: Optional[int] = answer.get("index")
        #: The whole answer.
        self.answer = answer

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.answer,), self.__dict__
