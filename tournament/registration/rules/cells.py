"""One cell of a list: clean its text, and make the key that compares words."""

import re
import unicodedata

#: Bidirectional control characters: names need none, and they can forge lines.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = TURNING | frozenset("\ufeff\u00ad\u2060\u200b")
_SPACES = re.compile(r"\s+")


def clean(text: str) -> tuple[str, bool]:
    """Return the text in NFC on one line, without control and bidirectional characters, and whether any was removed.

    Line breaks, tabs and wide spaces become one space, which does not count as removal. Joiners of emoji or letters
    stay.
    """
    spaced = _SPACES.sub(" ", text)
    kept = "".join(sign for sign in spaced if sign not in _INVISIBLE and unicodedata.category(sign) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", _SPACES.sub(" ", kept).strip()), kept != spaced


def key(text: str) -> str:
    """Return the letters and digits for comparing words: "Family name:" and "FAMILY-NAME" have the same key."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if sign.isalnum())


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet would evaluate this text."""
    return text.startswith(("=", "@")) or (text.startswith(("+", "-")) and len(text) > 1 and text[1] not in " -")


def words(text: str) -> list[str]:
    """Return the words of a table in which commas and lines separate words."""
    return [word.strip() for word in re.split(r"[,\n]", text) if word.strip()]
