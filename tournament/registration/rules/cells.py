"""One cell: its text made clean, and the key by which words are compared."""

import re
import unicodedata

#: Signs that turn the direction of what follows; a name needs none, and lines are forged with them.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = TURNING | frozenset("\ufeff\u00ad\u2060\u200b")
_SPACES = re.compile(r"\s+")


def clean(text: str) -> tuple[str, bool]:
    """The text in NFC, on one line, without control signs and signs that turn the direction; whether any was taken out.

    Line breaks, tabs and wide spaces become one space, which is no change worth a word. What joins emoji or letters
    stays.
    """
    spaced = _SPACES.sub(" ", text)
    kept = "".join(sign for sign in spaced if sign not in _INVISIBLE and unicodedata.category(sign) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", _SPACES.sub(" ", kept).strip()), kept != spaced


def key(text: str) -> str:
    """The letters and digits for comparing words: "Family name:" and "FAMILY-NAME" are one."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if sign.isalnum())


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would calculate this text."""
    return text.startswith(("=", "@")) or (text.startswith(("+", "-")) and len(text) > 1 and text[1] not in " -")


def words(text: str) -> list[str]:
    """The words of a table of words, which commas and lines part."""
    return [word.strip() for word in re.split(r"[,\n]", text) if word.strip()]
