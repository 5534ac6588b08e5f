"""Codes that link an account to a person: ten signs that nobody confuses, so many that nobody guesses one."""

import secrets

#: Without 0 and O, 1, I and L.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 10


def new_code() -> str:
    """A new code; shown once, never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain_code(typed: str) -> str:
    """A code as it was typed, without spaces and dashes, in capitals."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def spaced(code: str) -> str:
    """A code in two halves, as people read it."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"
