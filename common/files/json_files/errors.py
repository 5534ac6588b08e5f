"""Errors in a file: a path in it and a sentence."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

MOST_ERRORS = 100
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FileError:
    """One error: ``path`` such as ``sessions[0].tables[3].hands[2].points`` (empty: the whole file) and a sentence."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class FileErrors(Exception):
    """A file is refused; ``errors`` lists the paths and the reasons."""

    def __init__(self, errors: Iterable[FileError]) -> None:
        self.errors = list(errors)
        super().__init__("\n".join(map(str, self.errors)))

    def under(self, sentence: str) -> "FileErrors":
        """Return the errors below a plain sentence about the whole file."""
        return FileErrors([FileError("", sentence), *self.errors])


def path_text(steps: Iterable[str | int]) -> str:
    """Return the path to a value, for people: keys and list positions (from 0)."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{shown(step)}]"
    return text


def shown(value: object) -> str:
    """Return a value of a document for use in a sentence: texts in quotes, long ones cut."""
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    text = str(value)
    cut = text if len(text) <= 40 else text[:39] + "…"
    printable = "".join(character if character.isprintable() else "�" for character in cut)
    return f"“{printable}”" if isinstance(value, str) else printable


def limited(errors: Iterable[FileError], most: int = MOST_ERRORS) -> list[FileError]:
    """Return the first ``most`` errors, and one that counts the rest."""
    rest = iter(errors)
    first = list(islice(rest, most))
    left = sum(1 for _error in rest)
    return [*first, FileError("", _("and %(n)d more") % {"n": left})] if left else first
