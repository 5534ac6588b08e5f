"""Join words with the separators of the reader's language, and make one line of a typed text."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def listed(parts: Iterable[object]) -> str:
    """Return the parts as a list: "1, 2, 3" or "1、2、3"."""
    return pgettext("between the items of a list", ", ").join(map(str, parts))


def clauses(parts: Iterable[object]) -> str:
    """Return parts that may contain commas as a list."""
    return pgettext("between clauses", "; ").join(map(str, parts))


def one_line(text: str, max_length: int = 200) -> str:
    """Return a typed text on one line without invisible characters, as the event file can carry it."""
    return "".join(character for character in " ".join(text.split()) if character.isprintable())[:max_length]
