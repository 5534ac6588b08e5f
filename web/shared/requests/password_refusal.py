"""Why a request's password was not checked: the message for the form, and when to try again."""

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True)
class Refusal:
    """Why a password is not checked, and after how many seconds to try again."""

    message: str
    seconds: int


def refusal_words(request: HttpRequest | None) -> str:
    """Return the message of the request's refusal, for its form; empty if the password was only wrong."""
    refusal: Refusal | None = getattr(request, "password_refusal", None)
    return refusal.message if refusal else ""
