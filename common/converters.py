"""Path converters of URLs."""

from django.urls import register_converter

from common.numbers import DIGITS, MOST_KEY


class NumberConverter:
    """A number up to the largest possible key; a larger one is not a match (404).

    Use it instead of Django's ``int``, which has no bound.
    """

    regex = f"[0-9]{{1,{DIGITS}}}"

    def to_python(self, value: str) -> int:
        """Return the number. Raises ValueError (no match) above the bound."""
        number = int(value)
        if number > MOST_KEY:
            raise ValueError(value)
        return number

    def to_url(self, value: int) -> str:
        return str(value)


def register() -> None:
    """Register the converters with Django."""
    register_converter(NumberConverter, "number")
