"""Readers of the cup."""

from tests.web.pocket.conftest import event, official, public

__all__ = ["event", "official", "public"]
