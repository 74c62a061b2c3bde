"""The functions of the C library. ``receiptkit.h`` explains each."""

from __future__ import annotations

import ctypes
import os
from typing import Optional

_path = os.path.join(os.path.dirname(__file__), "libreceiptkit.so")
_library = ctypes.CDLL(_path if os.path.exists(_path) else "libreceiptkit.so")

create = _library.receiptkit_verifier_create
create.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)]
create.restype = ctypes.c_void_p

destroy = _library.receiptkit_verifier_destroy
destroy.argtypes = [ctypes.c_void_p]
destroy.restype = None

verify = _library.receiptkit_verify
ledger = _library.receiptkit_ledger
verifyreceipt_response = _library.receiptkit_verifyreceipt_response
for _function in (verify, ledger, verifyreceipt_response):
    _function.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int64]
    # A void pointer, because ctypes would copy a c_char_p, and its memory could not be freed.
    _function.restype = ctypes.c_void_p

_free = _library.receiptkit_free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None

_version = _library.receiptkit_version
_version.argtypes = []
_version.restype = ctypes.c_char_p


def taken(answer: Optional[int]) -> bytes:
    """Returns the bytes of an answer, and frees it."""
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
