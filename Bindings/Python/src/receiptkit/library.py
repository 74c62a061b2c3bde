"""The C library, and what ctypes must know of it. ``receiptkit.h`` explains each function."""

from __future__ import annotations

import ctypes
import os
from typing import Optional

_path = os.path.join(os.path.dirname(__file__), "libreceiptkit.so")
_library = ctypes.CDLL(_path if os.path.exists(_path) else "libreceiptkit.so")

# An answer stays a pointer: as ctypes.c_char_p it would be copied, and its memory be lost.
_call = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int64]

create = _library.receiptkit_verifier_create
create.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)]
create.restype = ctypes.c_void_p

destroy = _library.receiptkit_verifier_destroy
destroy.argtypes = [ctypes.c_void_p]
destroy.restype = None

verify = _library.receiptkit_verify
verify.argtypes = _call
verify.restype = ctypes.c_void_p

ledger = _library.receiptkit_ledger
ledger.argtypes = _call
ledger.restype = ctypes.c_void_p

verifyreceipt_response = _library.receiptkit_verifyreceipt_response
verifyreceipt_response.argtypes = _call
verifyreceipt_response.restype = ctypes.c_void_p

_free = _library.receiptkit_free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None

_version = _library.receiptkit_version
_version.argtypes = []
_version.restype = ctypes.c_char_p


def taken(answer: Optional[int]) -> bytes:
    """The bytes of an answer, whose memory is given back."""
    if not answer:
        raise MemoryError
    try:
        return ctypes.string_at(answer)
    finally:
        _free(answer)


def version() -> str:
    """The version of the C library."""
    text: bytes = _version()
    return text.decode()
