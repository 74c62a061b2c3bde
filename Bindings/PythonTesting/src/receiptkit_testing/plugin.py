"""The pytest plugin."""

import pytest

from .app_store import AppStore


@pytest.fixture
def app_store() -> AppStore:
    """Issues purchases, refunds and grace periods of the app ``com.example.app``, and makes verifiers that accept them."""
    return AppStore()
