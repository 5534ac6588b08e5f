"""Codes that link an account to a person: ten unambiguous characters, too many to guess."""

import secrets

#: Without 0, O, 1, I and L, which are easily confused.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 10


def new_code() -> str:
    """Return a new code; it is shown once and never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain_code(typed: str) -> str:
    """Return a typed code in capitals, without spaces and dashes."""
    return "".join(character for character in typed.upper() if character.isalnum())


def spaced(code: str) -> str:
    """Return a code in two halves, for people to read."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"
