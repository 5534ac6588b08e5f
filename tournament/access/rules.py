"""Tokens that stand in an address: random, and never stored as they are."""

import hashlib
import secrets

#: Random bytes of a token.
BYTES = 24


def new_token() -> str:
    """A token that nobody guesses, of letters that stand in an address."""
    return secrets.token_urlsafe(BYTES)


def token_hash(token: str) -> str:
    """What is stored of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()
