"""Issues App Store evidence for tests, signed by a test authority."""

from .app_store import AppStore

__all__ = ["AppStore"]
