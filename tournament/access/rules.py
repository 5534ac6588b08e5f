"""Tokens in URLs: random, and stored as hashes only."""

import hashlib
import secrets

#: Random bytes of a token.
BYTES = 24


def new_token() -> str:
    """Return an unguessable token of URL-safe characters."""
    return secrets.token_urlsafe(BYTES)


def token_hash(token: str) -> str:
    """Return the SHA-256 of a token, to store in its place."""
    return hashlib.sha256(token.encode()).hexdigest()
