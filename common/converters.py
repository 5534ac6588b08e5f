"""The parameters of addresses."""

from django.urls import register_converter

from common.numbers import DIGITS, MOST_KEY


class NumberConverter:
    """A number of at most a key's largest; an address with a larger one is not there (404).

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
        """Return the digits."""
        return str(value)


def register() -> None:
    """Make the converters known to URL configurations."""
    register_converter(NumberConverter, "number")
